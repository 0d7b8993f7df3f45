// The kernel's functions and those of its modules, as one: who is at an address.

import { KERNEL, type KernelCode } from '../model/code.ts';
import { readKallsyms } from './kallsyms.ts';
import type { SymbolTable } from './symbol-table.ts';

/**
 * `bytes` are those of /proc/kallsyms: millions of them, read when the kernel is first asked for. Where that has more than
 * `most` symbols, `onCut` is called then.
 */
export function kernelCode(bytes: Uint8Array, most: number, onCut: () => void): KernelCode {
  let code: KernelCode | undefined;
  const read = () => (code ??= readKernel(bytes, most, onCut));
  return { find: (address) => read().find(address), addressOf: (name) => read().addressOf(name) };
}

function readKernel(bytes: Uint8Array, most: number, onCut: () => void): KernelCode {
  const { tables, references, isCut } = readKallsyms(bytes, most);
  if (isCut) onCut();
  // Modules first: each is small, and the kernel's own last symbol ends nowhere in particular.
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
