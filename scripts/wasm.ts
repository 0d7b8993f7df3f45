// A Vite plugin: `virtual:zstd-wasm`, `virtual:xz-wasm` and `virtual:demangler-wasm` are the URLs of code that others
// compiled to WebAssembly, as their packages carry it. The page gets files of their own beside the scripts; Node
// (terminal, tests) data: URLs, which its fetch can read; the page in one file, which can fetch nothing, none.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** What each of them holds. */
const CODE: Readonly<Record<string, () => Buffer>> = {
  zstd: () => codeInside('zstddec/stream'),
  xz: () => codeInside('xz-decompress'),
  demangler: () => bounded(read('gecko-profiler-demangle/index_bg.wasm'), DEMANGLER_PAGES),
};

/**
 * Of 64 kB: a mangled name of 200 letters may stand for one of gigabytes, and the demangler is not asked to stop before
 * it has no more memory.
 */
const DEMANGLER_PAGES = 256;

const ID = /^virtual:(\w+)-wasm$/;

export function wasm(where: 'file' | 'inline' | 'none'): Plugin {
  return {
    name: 'wasm',
    resolveId: (id) => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const name = id.startsWith('\0') ? ID.exec(id.slice(1))?.[1] : undefined;
      if (name === undefined || !Object.hasOwn(CODE, name)) return undefined;
      if (where === 'none') return `export default '';`;
      const source = CODE[name]();
      if (where === 'inline')
        return `export default 'data:application/wasm;base64,${source.toString('base64')}';`;
      const file = this.emitFile({ type: 'asset', name: `${name}.wasm`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

function read(module: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(module));
}

/** The WebAssembly code inside a package's script: base64 that begins with the magic `\0asm`, in a string literal. */
function codeInside(module: string): Buffer {
  const literal = /["'`](?:data:application\/wasm;base64,)?(AGFzbQ[A-Za-z0-9+/=]+)["'`]/.exec(
    read(module).toString(),
  );
  if (!literal)
    throw new Error(`${module} no longer carries its WebAssembly code as base64; pin the version that did.`);
  return Buffer.from(literal[1], 'base64');
}

/** The section that says how much memory the code has: https://webassembly.github.io/spec/core/binary/modules.html */
const MEMORY_SECTION = 5;
const HEADER = 8;

/** The same code with at most so many pages of memory (128 to 16383 of them). */
function bounded(code: Buffer, pages: number): Buffer {
  for (let at = HEADER; at < code.length;) {
    const size = numberAt(code, at + 1);
    const end = size.end + size.value;
    if (code[at] === MEMORY_SECTION) {
      // One memory, and no most: count, flags, least.
      const least = numberAt(code, size.end + 2);
      if (code[size.end] !== 1 || code[size.end + 1] !== 0 || least.end !== end) break;
      const limits = [1, 1, ...code.subarray(size.end + 2, end), (pages & 127) | 128, pages >> 7];
      return Buffer.concat([
        code.subarray(0, at),
        Buffer.from([MEMORY_SECTION, limits.length, ...limits]),
        code.subarray(end),
      ]);
    }
    at = end;
  }
  throw new Error(
    'The memory of this WebAssembly code is described in another way; look what its package changed.',
  );
}

/** A number of seven bits a byte, the lowest first. */
function numberAt(code: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = code[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return { value, end: at };
  }
}
