// A Vite plugin: `virtual:zstd-wasm` is the URL of zstd's decoder, as the package `zstddec` carries it in base64.
// The page gets a file of its own beside the scripts; Node (terminal, tests) a data: URL, which its fetch can read.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const ID = 'virtual:zstd-wasm';
const RESOLVED = `\0${ID}`;

export function zstdWasm(where: 'file' | 'inline'): Plugin {
  return {
    name: 'zstd-wasm',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const base64 = codeOf('zstddec/stream');
      if (where === 'inline') return `export default 'data:application/wasm;base64,${base64}';`;
      const file = this.emitFile({ type: 'asset', name: 'zstd.wasm', source: Buffer.from(base64, 'base64') });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

/** The WebAssembly code inside the package: a string literal that begins with the magic `\0asm`. */
function codeOf(module: string): string {
  const source = readFileSync(createRequire(import.meta.url).resolve(module), 'utf8');
  const literal = /["'`](AGFzbQ[A-Za-z0-9+/=]+)["'`]/.exec(source);
  if (!literal)
    throw new Error(`${module} no longer carries its WebAssembly code as base64; pin the version that did.`);
  return literal[1];
}
