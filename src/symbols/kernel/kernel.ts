// The symbols of the recorded kernel, from the kallsyms files opened with a recording.

import { type KernelCode, type KernelReference, KERNEL } from '../../model/code.ts';
import type { Note } from '../../model/profile.ts';
import { hasAddresses, readKallsyms, type Kallsyms } from './kallsyms.ts';
import { noteOf, LibraryProblem } from '../library-notes.ts';
import type { SymbolTable } from '../symbol-table.ts';

/** The first addresses in kallsyms may be zero, but not all those in the first 64 kB. */
const ADDRESS_CHECK_SIZE = 1 << 16;

/** The kallsyms files opened with a recording, the last of which is used if it is of the recorded kernel. */
export class KernelFiles {
  /** Undefined if there is no file with addresses, or if it is of another build. */
  code: KernelCode | undefined;
  /** Name of the file that is not used because it is of another build than the recorded kernel. */
  other: string | undefined;
  private readonly paths: string[] = [];
  private readonly hidden: string[] = [];

  add(path: string, bytes: Uint8Array, limit: number, onLimit: () => void): void {
    const first = new TextDecoder().decode(bytes.subarray(0, ADDRESS_CHECK_SIZE));
    if (!hasAddresses(first)) {
      this.hidden.push(path);
      return;
    }
    this.code = kernelCode(bytes, limit, onLimit);
    this.paths.push(path);
  }

  check(recorded: KernelReference): void {
    if (!this.code || !isOtherKernel(this.code, recorded)) return;
    this.code = undefined;
    this.other = this.paths.at(-1);
  }

  /** True if symbols of the recorded kernel are open, even if their addresses are hidden. */
  get isOpen(): boolean {
    return this.code !== undefined || this.hidden.length > 0;
  }

  notes(): Note[] {
    return [
      ...this.hidden.flatMap((path) => noteOf(`hidden ${path}`, [path], LibraryProblem.hiddenKernel)),
      ...noteOf('other kallsyms', this.paths.slice(0, -1), LibraryProblem.otherKernel),
    ];
  }
}

/** perf takes `_edata` as the end of the kernel since 6.6, and otherwise `_etext` (tools/perf/util/machine.c). */
const END_OF_CODE = '_etext';
const END_OF_DATA = '_edata';
/**
 * Sizes beyond this ratio are not sizes of the same part: copies of kallsyms may lack `_edata`, and perf before 4.20 recorded
 * all memory up to the first module.
 */
const COMPARABLE = 1.25;

// /proc/kallsyms contains neither a build ID nor a release, but the size of the kernel's code, which perf recorded, too, is practically
// never the same in two builds.

/** True if the symbols are certainly those of another build than the recorded kernel. */
export function isOtherKernel(kernel: KernelCode, { symbol, size }: KernelReference): boolean {
  const start = kernel.addressOf(symbol);
  const code = kernel.addressOf(END_OF_CODE) - start;
  const all = kernel.addressOf(END_OF_DATA) - start || code;
  // Without the end of the code (NaN), nothing is certain.
  return size > 0 && size !== code && size !== all && size <= COMPARABLE * Math.max(code, all);
}

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
