// Information about code by address, independent of the file format: symbols and unwind information. Addresses are signed:
// those in the upper half, where the kernel is, are negative, so that every address is exact in a double.

/** perf's name for the kernel without its modules, which it prints where a file name would be. */
export const KERNEL = '[kernel.kallsyms]';

/** Functions by start offset. The source of the table defines what offsets are: file offsets or addresses. */
export interface Symbols {
  readonly length: number;
  /** The row of the function at `offset`; NONE if there is none. */
  find(offset: number): number;
  name(row: number): string;
}

/** One section of a file. */
export interface Section {
  /** In the file's own address space. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** The sections that unwinding reads; each is optional. */
export interface UnwindSections {
  readonly ehFrame?: Section;
  readonly ehFrameHdr?: Section;
  readonly debugFrame?: Section;
}

export type Machine = 'x86-64' | 'arm64';

/** Unwind information of one file. Only the unwinder can interpret its rows. */
export interface Unwinding {
  /** The row with the rules for an address in the file's own address space; NONE if there is none. */
  rowAt(address: number): number;
}

/** A file that is mapped into processes. */
export interface CodeFile {
  /** The name that perf prints after a frame. */
  readonly name: string;
  /** Undefined if the file is not available. */
  readonly symbols: Symbols | undefined;
  /** True if `symbols` has addresses in the process instead of file offsets. */
  readonly byAddress: boolean;
  readonly unwinding: Unwinding | undefined;
  /** Converts a file offset to an address in the file's own address space. */
  addressOf(offset: number): number;
}

/** Code generated at run time. */
export interface JitCode {
  /** When it was generated, in nanoseconds on the program's clock. */
  readonly time: number;
  readonly address: number;
  /** In bytes, including its unwind data. */
  readonly size: number;
  readonly file: CodeFile;
}

/** Identifies a mapped file on the recorded machine (PERF_RECORD_MMAP2). */
export interface MappedInode {
  /** Device number. */
  readonly major: number;
  readonly minor: number;
  readonly inode: number;
  /** Distinguishes files that had the same inode at different times; also 0 if perf did not know it. */
  readonly generation: number;
}

/** Locates the recorded kernel: the address of one of its symbols. */
export interface KernelReference {
  readonly symbol: string;
  readonly address: number;
}

/** The code files for a recording, looked up by its mappings. */
export interface CodeLibrary {
  /**
   * The file mapped from `path` into process `pid`; `buildId` is lower-case hex, empty if unknown. Memory without a file is
   * code only if it is executable. A PERF_RECORD_MMAP2 has either a build ID or an inode.
   */
  file(path: string, pid: number, buildId: string, executable: boolean, inode?: MappedInode): CodeFile;
  /** The code that process `pid` generated, in time order, from the jitdump at `path`; undefined if the file is missing. */
  jitCode(path: string, pid: number, inode?: MappedInode): readonly JitCode[] | undefined;
  /** The functions of the kernel and its modules; undefined if unknown. */
  readonly kernel: KernelCode | undefined;
}

export interface KernelCode {
  /** The function at an address, and its module as perf prints it; undefined if there is no function. */
  find(address: number): { readonly name: string; readonly module: string } | undefined;
  /** The address of the function with this name; NaN if there is none. */
  addressOf(name: string): number;
}

/** The mapped code of one process at one point in time. */
export interface CodeMap {
  /** The row of the mapped range at the address; NONE if nothing is mapped there. */
  find(address: number): number;
  /** Difference between an address in the range and the same address in the file. */
  bias(row: number): number;
  /** Unwind information for the range; undefined if unknown. */
  module(row: number): Unwinding | undefined;
}

/** Unwinds a stack from a sample's registers and stack bytes. */
export interface StackWalker {
  /** Result of the last walk, leaf first: the addresses to look up (for callers, the return address minus one). */
  readonly frames: Float64Array;
  /**
   * Returns the number of frames. `registers` has the registers in `mask`, 8 bytes each, in perf's order; `stack`
   * starts at the stack pointer.
   */
  walk(mask: number, registers: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number;
}
