// Symbols and unwind information by address, independent of the file format. Addresses are signed: kernel addresses, in the
// upper half of the address space, are negative, so that a double represents them exactly.

/** What perf prints instead of a file name for the kernel, excluding kernel modules. */
export const KERNEL = '[kernel.kallsyms]';

/** Functions by start offset. Whether offsets are file offsets or addresses depends on the source of the table. */
export interface Symbols {
  readonly length: number;
  /** The row of the function at `offset`; NONE if there is none. */
  find(offset: number): number;
  name(row: number): string;
}

export interface Section {
  /** In the address space of the file. */
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

/** The unwind information of one file. Only the unwinder can interpret the rows. */
export interface Unwinding {
  /** The row with the unwind rules for an address in the address space of the file; NONE if there is none. */
  rowAt(address: number): number;
}

/** A file that is mapped into processes. */
export interface CodeFile {
  /** The name that perf prints after a frame. */
  readonly name: string;
  /** Undefined if the file is not available. */
  readonly symbols: Symbols | undefined;
  /** True if `symbols` is indexed by address in the process instead of by file offset. */
  readonly byAddress: boolean;
  readonly unwinding: Unwinding | undefined;
  /** Converts a file offset to an address in the address space of the file. */
  addressOf(offset: number): number;
}

export interface JitCode {
  /** When it was generated, in nanoseconds on the clock of the generating program. */
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
}

/** The address of one kernel symbol at run time, which locates the recorded kernel. */
export interface KernelReference {
  readonly symbol: string;
  readonly address: number;
  /** Bytes from there to the end of the kernel's code or data; 0 if unknown. */
  readonly size: number;
}

/** Looks up the code files of a recording by its mappings. */
export interface CodeLibrary {
  /**
   * The file mapped from `path` into process `pid`; `buildId` is lower-case hex, or empty if unknown. Anonymous memory is code
   * only if it is executable. A PERF_RECORD_MMAP2 has either a build ID or an inode.
   */
  file(path: string, pid: number, buildId: string, executable: boolean, inode?: MappedInode): CodeFile;
  /** The code that process `pid` listed in the jitdump at `path`, in time order; undefined if the file is missing. */
  jitCode(path: string, pid: number, inode?: MappedInode): readonly JitCode[] | undefined;
  /** The functions of the kernel and its modules; undefined if unknown. */
  readonly kernel: KernelCode | undefined;
  /** Tells the process's own ID in its PID namespace, which names its perf map. */
  nameInNamespace?(pid: number, own: number): void;
  /** Drops `kernel` if it is of another build than the recorded one. */
  checkKernel?(recorded: KernelReference): void;
}

export interface KernelCode {
  /** The function at an address, and its module as perf prints it; undefined if there is none. */
  find(address: number): { readonly name: string; readonly module: string } | undefined;
  /** The address of the function with this name; NaN if there is none. */
  addressOf(name: string): number;
}

/** The code mapped into one process at one point in time. */
export interface CodeMap {
  /** The row of the mapped range that contains the address; NONE if it is not mapped. */
  find(address: number): number;
  /** The difference between an address in the range and the corresponding address in the file. */
  bias(row: number): number;
  /** The unwind information for the range; undefined if there is none. */
  module(row: number): Unwinding | undefined;
  /** True if the range is in the Python binary or library. */
  isInterpreter(row: number): boolean;
  /** True if code generated at run time may be where nothing is mapped. */
  readonly hidesJitCode: boolean;
}

/** How far stacks are unwound. */
export interface StackLimits {
  readonly maxFrames: number;
  /** False to stop at trampolines without unwind rules, as perf does. */
  readonly passesTrampolines: boolean;
  /** Unwinds only this many bytes of each copied stack, as if no more had been recorded. */
  readonly maxBytes?: number;
}

/** More frames than a copied stack has room for, unless the recording is damaged: each takes at least 16 of 65,528 bytes. */
export const WHOLE_STACKS: StackLimits = { maxFrames: 4096, passesTrampolines: true };

export interface RegisterTrace {
  /** REGISTER_COUNT values per frame, leaf first, by DWARF number; NaN if lost. */
  readonly values: Float64Array;
}

/** Unwinds a stack from a sample's registers and stack bytes. */
export interface StackWalker {
  /** The result of the last walk, leaf first: the addresses to symbolize (for callers, the return address minus one). */
  readonly frames: Float64Array;
  /** True if the last walk reached the maximum number of frames before the end of the stack. */
  readonly isCut: boolean;
  /** The registers in the last walk's frames, if they are traced; only on x86-64. */
  readonly trace?: RegisterTrace | undefined;
  /** Receives the calls of CPython's evaluator in the stacks; undefined if they are not needed. */
  readonly sink?: EvaluatorFrameSink | undefined;
  /**
   * Returns the number of frames. `registers` contains the registers in `mask`, 8 bytes each, in perf's order; `stack` is the
   * memory from the stack pointer on.
   */
  walk(mask: number, registers: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number;
}

// What an unwound stack contains of each call of CPython's evaluator, from which the call's source line may be inferred. With
// -X perf, every Python call is a trampoline that calls the evaluator:
//
//      CFA − 0x340                                    CFA                       CFA + 0x48
//           [ evaluator's frame … saved words, locals ][ trampoline's frame … ]     addresses rise →
//           |--------------------------- window ----------------------------|

/** By DWARF number; all of x86-64's general registers. */
export const EVALUATOR_REGISTERS = 16;
/** The window of the stack that is kept, from the trampoline's stack pointer (CFA). */
export const WINDOW_START = -0x340;
const WINDOW_END = 0x48;
export const WORD_SIZE = 8;
/** A place is a register, or EVALUATOR_REGISTERS plus the index of a word in the window. */
export const PLACE_COUNT = EVALUATOR_REGISTERS + (WINDOW_END - WINDOW_START) / WORD_SIZE;

/** The range of pointers to instructions: not in the first page, and in user space. Code units have two bytes. */
const MIN_POINTER = 4096;
const POINTER_END_HIGH = 2 ** 15;
const HALF = 2 ** 32;

/** The value of two halves; 0 if it cannot be a pointer to an instruction. */
export function pointerOf(low: number, high: number): number {
  const isPointer = high < POINTER_END_HIGH && low % 2 === 0 && (high > 0 || low >= MIN_POINTER);
  return isPointer ? high * HALF + low : 0;
}

/** Stores an integer as two halves, the lower one first; 0 if it cannot be a pointer. */
export function setPointer(words: Uint32Array, place: number, value: number): void {
  const isPointer = value >= 0 && value < POINTER_END_HIGH * HALF;
  words[2 * place] = isPointer ? value % HALF : 0;
  words[2 * place + 1] = isPointer ? value / HALF : 0;
}

/** What the places of a frame hold. */
export interface PlaceValues {
  /** 0 if it cannot be a pointer to an instruction. */
  value(place: number): number;
  /** Two halves per place, the lower one first; valid until the next call. For `pointerOf`. */
  words(): Uint32Array;
}

export function placeValues(value: PlaceValues['value']): PlaceValues {
  const words = () => {
    const all = new Uint32Array(2 * PLACE_COUNT);
    for (let place = 0; place < PLACE_COUNT; place++) setPointer(all, place, value(place));
    return all;
  };
  return { value, words };
}

/** One call of the evaluator. */
export interface EvaluatorCall {
  /** `py::NAME:FILE`, the name of the trampoline. */
  readonly name: string;
  /** Return address in the trampoline. */
  readonly trampoline: number;
  /** Identifies the file of the evaluator. */
  readonly interpreter: object;
  /** Offset of the return address in that file; NaN for an interrupted evaluator. */
  readonly returnOffset: number;
}

/** The calls of one trampoline that return to the same address. */
export interface CallSite {
  /**
   * Returns a number that is in the stacks in place of the line until all samples were read; 0 if the line stays unknown. Frames of a
   * sample are added leaf first. `values` is valid until the next call.
   */
  add(values: PlaceValues): number;
}

export interface EvaluatorFrameSink {
  /** Undefined if the lines of these calls stay unknown. */
  siteOf(call: EvaluatorCall): CallSite | undefined;
}

/** The map after which perf names executable memory without a file. */
export const PERF_MAP = /(?:^|\/)perf-\d+\.map$/;

/** A file that perf inject wrote for one function: captures the process ID and the index (tools/perf/util/jitdump.c, Linux v6.12). */
export const INJECTED_FILE = /(?:^|\/)jitted-(\d+)-(\d+)\.so$/;

/** A jitdump, which a program announces by mapping it: captures the ID that the process has in its PID namespace. */
export const JITDUMP = /(?:^|\/)jit-(\d+)\.dump$/;

/** Memory without a file, which may hold such code. */
export const JIT_MEMORY = /^(?:\/\/anon|\[anon:|\/memfd:)/;

/** The process ID in the name of a jitdump; undefined for other paths. */
export function jitdumpPid(path: string): number | undefined {
  const [, pid] = JITDUMP.exec(path) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
