// A Vite plugin: `virtual:zstd-wasm`, `virtual:xz-wasm` and `virtual:demangler-wasm` are the URLs of WebAssembly modules in npm
// packages. The page loads them as separate files. Node (CLI, tests) gets data: URLs, which its fetch can read. The one-file
// page gets none, because it cannot fetch.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const MODULES: Readonly<Record<string, () => Buffer>> = {
  zstd: () => embeddedModule('zstddec/stream'),
  xz: () => embeddedModule('xz-decompress'),
  demangler: () => withMemoryLimit(read('gecko-profiler-demangle/index_bg.wasm'), MAX_DEMANGLER_PAGES),
};

/**
 * Memory limit in pages of 64 kB. A mangled name of 200 characters may expand to gigabytes, and the demangler only stops when
 * it runs out of memory.
 */
const MAX_DEMANGLER_PAGES = 256;

const ID = /^virtual:(\w+)-wasm$/;

export function wasm(delivery: 'file' | 'inline' | 'none'): Plugin {
  return {
    name: 'wasm',
    resolveId: (id) => (ID.test(id) ? `\0${id}` : undefined),
    load(id) {
      const name = id.startsWith('\0') ? ID.exec(id.slice(1))?.[1] : undefined;
      if (name === undefined || !Object.hasOwn(MODULES, name)) return undefined;
      if (delivery === 'none') return `export default '';`;
      const source = MODULES[name]();
      if (delivery === 'inline')
        return `export default 'data:application/wasm;base64,${source.toString('base64')}';`;
      const file = this.emitFile({ type: 'asset', name: `${name}.wasm`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

function read(module: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(module));
}

/** The WebAssembly module in a package's script: a base64 string literal that begins with the magic `\0asm`. */
function embeddedModule(module: string): Buffer {
  const literal = /["'`](?:data:application\/wasm;base64,)?(AGFzbQ[A-Za-z0-9+/=]+)["'`]/.exec(
    read(module).toString(),
  );
  if (!literal)
    throw new Error(`${module} no longer contains WebAssembly as base64: pin the previous version.`);
  return Buffer.from(literal[1], 'base64');
}

/** https://webassembly.github.io/spec/core/binary/modules.html#memory-section */
const MEMORY_SECTION = 5;
const HEADER = 8;

/** Returns the module with a limit of `pages` memory pages, which must be 128 to 16383 so that the number takes two bytes. */
function withMemoryLimit(code: Buffer, pages: number): Buffer {
  for (let at = HEADER; at < code.length;) {
    const size = numberAt(code, at + 1);
    const end = size.end + size.value;
    if (code[at] === MEMORY_SECTION) {
      // Expects one memory without a maximum: count, flags, minimum.
      const minimum = numberAt(code, size.end + 2);
      if (code[size.end] !== 1 || code[size.end + 1] !== 0 || minimum.end !== end) break;
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
    'This WebAssembly module declares its memory in an unexpected way: adapt scripts/wasm.ts to its package.',
  );
}

/** Reads an LEB128 number: seven bits per byte, lowest first. */
function numberAt(code: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = code[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return { value, end: at };
  }
}
