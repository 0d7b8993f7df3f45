// Looks up functions of the kernel and its modules.

import { KERNEL, type KernelCode } from '../model/code.ts';
import { readKallsyms, type Kallsyms } from './kallsyms.ts';
import type { SymbolTable } from './symbol-table.ts';

/** By the array with the content, with the limit: recordings that are compared may come with the same file. */
const PARSED = new WeakMap<Uint8Array, Kallsyms & { readonly limit: number }>();

/**
 * `bytes` is the content of /proc/kallsyms, several megabytes, which is parsed on first use. Calls `onLimit` if it has
 * more than `limit` symbols.
 */
export function kernelCode(bytes: Uint8Array, limit: number, onLimit: () => void): KernelCode {
  let code: KernelCode | undefined;
  const read = () => (code ??= readKernel(bytes, limit, onLimit));
  return { find: (address) => read().find(address), addressOf: (name) => read().addressOf(name) };
}

function readKernel(bytes: Uint8Array, limit: number, onLimit: () => void): KernelCode {
  const { tables, references, exceedsLimit } = parsed(bytes, limit);
  if (exceedsLimit) onLimit();
  // Modules come first: each is small, while the end of the kernel's last symbol is only a guess.
  const ordered: (readonly [string, SymbolTable])[] = [...tables].sort(
    ([a], [b]) => Number(a === KERNEL) - Number(b === KERNEL),
  );
  return {
    find(address) {
      for (const [module, table] of ordered) {
        const row = table.find(address);
        if (row >= 0) return { name: table.name(row), module };
      }
      return undefined;
    },
    addressOf: (name) => references.get(name) ?? NaN,
  };
}

function parsed(bytes: Uint8Array, limit: number): Kallsyms {
  const known = PARSED.get(bytes);
  if (known?.limit === limit) return known;
  const read = { ...readKallsyms(bytes, limit), limit };
  PARSED.set(bytes, read);
  return read;
}
