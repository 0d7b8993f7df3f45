// What is known of code by its address, whatever file knows it: who is at an offset, and how to unwind from there.
// Addresses are signed: those of the upper half, where the kernel lives, are negative, so that all that a processor
// can use are exact in a double.

/** What perf calls the kernel without its modules, in place of a file. */
export const KERNEL = '[kernel.kallsyms]';

/** Functions by where they start. Offsets mean what the maker of the table says: of a file, or addresses. */
export interface Symbols {
  readonly length: number;
  /** The row of the function that holds `offset`; NONE when none does. */
  find(offset: number): number;
  name(row: number): string;
}

/** A section of a file that has been read. */
export interface Section {
  /** Where it lies in the file's own address space. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** What unwinding needs of a file; each part may be missing. */
export interface UnwindSections {
  readonly ehFrame?: Section;
  readonly ehFrameHdr?: Section;
  readonly debugFrame?: Section;
}

export type Machine = 'x86-64' | 'arm64';

/** How the code of one file unwinds. Only the unwinder knows what a row means. */
export interface Unwinding {
  /** The row of rules for an address of the file's own address space; NONE when it has none. */
  rowAt(address: number): number;
}

/** A file that is mapped into processes, as far as it is known. */
export interface CodeFile {
  /** As perf prints it behind a frame. */
  readonly name: string;
  /** Undefined when nobody knows its functions. */
  readonly symbols: Symbols | undefined;
  /** Are its functions found by their address in the process? Else by their offset in the file. */
  readonly byAddress: boolean;
  readonly unwinding: Unwinding | undefined;
  /** The address, in the file's own address space, of what lies at this offset of it. */
  addressOf(offset: number): number;
}

/** Code that a program made while it ran, from when on it was where. */
export interface MadeCode {
  /** Nanoseconds on the clock of the maker. */
  readonly time: number;
  readonly address: number;
  /** In bytes, what describes its unwinding included. */
  readonly size: number;
  readonly file: CodeFile;
}

/** Which file was mapped, as the kernel of the recorded machine tells files apart (PERF_RECORD_MMAP2). */
export interface MappedInode {
  /** Of the device. */
  readonly major: number;
  readonly minor: number;
  readonly inode: number;
  /** Tells files apart that had the same inode one after the other; 0 also where perf did not know it. */
  readonly generation: number;
}

/** Where the recorded kernel was: the address of one of its symbols. */
export interface KernelReference {
  readonly symbol: string;
  readonly address: number;
}

/** All files that came with a recording, asked for by what the recording says of its mappings. */
export interface CodeLibrary {
  /**
   * What was mapped from `path` into process `pid`; `buildId` in lower-case hex, empty when the recording has none.
   * Memory without a file is code only where it is executable. The recording has the inode where it has no build id.
   */
  file(path: string, pid: number, buildId: string, executable: boolean, inode?: MappedInode): CodeFile;
  /** What the dump at `path` says process `pid` made, by time; undefined when the dump is not there. */
  madeCode(path: string, pid: number, inode?: MappedInode): readonly MadeCode[] | undefined;
  /** The kernel's functions and its modules'; undefined when nothing is known of them. */
  readonly kernel: KernelCode | undefined;
}

export interface KernelCode {
  /** The function at an address, and its module as perf prints it; undefined when there is none. */
  find(address: number): { readonly name: string; readonly module: string } | undefined;
  /** The address of the function of this name; NaN when there is none. */
  addressOf(name: string): number;
}

/** Where code lies in one process at one time. */
export interface CodeMap {
  /** A row for the mapped range that holds the address; NONE when nothing is mapped there. */
  find(address: number): number;
  /** What is subtracted from an address in the range to get the address in the file's own address space. */
  bias(row: number): number;
  /** How code of the range unwinds; undefined when nothing is known of it. */
  module(row: number): Unwinding | undefined;
}

/** Walks a stack from a sample's registers and the bytes of its stack. */
export interface StackWalker {
  /** Of the last walk, leaf first: the addresses to look up (of a caller: its return address less one). */
  readonly frames: Float64Array;
  /**
   * How many frames there are. `mask` says which registers `registers` holds, 8 bytes each, in perf's order; `stack` is
   * what lies from the stack pointer up.
   */
  walk(mask: number, registers: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number;
}
