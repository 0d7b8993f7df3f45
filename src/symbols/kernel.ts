// The kernel's functions and those of its modules, as one: who is at an address.

import type { KernelCode } from '../model/code.ts';
import { KERNEL, type Kallsyms } from './kallsyms.ts';
import type { SymbolTable } from './symbol-table.ts';

export function kernelCode({ tables, references }: Kallsyms): KernelCode {
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
