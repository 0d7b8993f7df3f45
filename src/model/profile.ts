// A recording as tables of typed arrays. Rows refer to each other by index; NONE is "no row". Profiles are only created by
// ProfileBuilder (from bytes), join (from several profiles) and restack (from another profile), and never change afterwards.

/** "No row" in every Int32Array column that holds an index. */
export const NONE = -1;

/** What perf prints for an unknown name or module. */
export const UNKNOWN = '[unknown]';

/** perf trampolines are named `py::<qualified name>:<file>` (CPython's Python/perf_trampoline.c). */
export const PYTHON_PREFIX = 'py::';

/** How a sample without frames is printed. */
export const NO_STACK = '[no stack]';

/** What is known about a function besides its name and module: bits of `FuncTable.flags`. */
export const FuncFlags = {
  plain: 0,
  /** Printed as `(inlined)`, with no module of its own. */
  inlined: 1,
  /** Its address is in the upper half of the address space, which belongs to the kernel. */
  upperHalf: 2,
  /**
   * From a file without evaluator frames. Each Python frame is then a call of its own, even if its caller is the same function.
   * Unknown frames are real, since junk at the root end was removed earlier.
   */
  called: 4,
} as const;

export interface FuncTable {
  readonly length: number;
  /** Index into `strings`: the name as recorded, without the `+0x…` offset. For Python, the complete `py::name:file`. */
  readonly name: Int32Array;
  /** Index into `strings`: the source file of a Python function; NONE for all others and before classify(). */
  readonly file: Int32Array;
  /** Index into `strings`: the distribution whose folder contains the file or module; NONE for all others. */
  readonly package: Int32Array;
  /**
   * Index into `modules`; NONE for inlined functions, for Python functions after classify(), and for text without a module
   * column.
   */
  readonly module: Int32Array;
  /** Index into `funcs`: the same function under its canonical name, or the function itself if its name is canonical. */
  readonly canonical: Int32Array;
  /** A Kind; usually `unclassified` before classify(). */
  readonly kind: Uint8Array;
  /** Bits of FuncFlags. */
  readonly flags: Uint8Array;
}

/**
 * A trie of stacks: row i is the stack `parent[i]` plus one callee. In a recorded profile, two rows may be the same stack (see
 * join); at a level of detail, rows are distinct.
 */
export interface StackTable {
  readonly length: number;
  /** The stack without its leaf frame; NONE for a stack of one frame. Always less than i. */
  readonly parent: Int32Array;
  /** Index into `funcs`: the callee, which is the leaf frame. */
  readonly func: Int32Array;
}

export interface SampleTable {
  readonly length: number;
  /** Index into `stacks`; NONE for a sample without frames. At a level of detail, also NONE for a sample that a filter removed. */
  readonly stack: Int32Array;
  /** Index into `threads`. */
  readonly thread: Int32Array;
  /** Index into `events`. */
  readonly event: Uint8Array;
  /**
   * Nanoseconds on the recording's clock; NaN if the text has no time. Exact below 2 ** 53 (104 days of uptime), to 2 ns in
   * the next 104 days, and to 4 ns in the 208 days after that.
   */
  readonly time: Float64Array;
  /** The sample's period in the unit of its event; 1 if it has none. */
  readonly weight: Float64Array;
}

/** A thread under one name; a thread that changed its name has one row per name. IDs are integers below 2 ** 52 in magnitude. */
export interface Thread {
  /** Process ID; NONE if only the thread ID was printed. */
  readonly pid: number;
  /** Thread ID; NONE if the text has none. */
  readonly tid: number;
  /** The name as printed, trimmed; may be empty. */
  readonly comm: string;
}

/** A key that is the same for all names of a thread. Without thread IDs, threads can only be told apart by name. */
export function threadKey({ pid, tid, comm }: Thread): string {
  return tid === NONE ? `${pid} ${comm}` : `${pid}/${tid}`;
}

/** A problem in the recording: one note per kind, however often it occurs. */
export interface Note {
  /** Identifies the kind of problem; each reader defines its own kinds. */
  readonly kind: string;
  /** One sentence, without the count. */
  readonly text: string;
  /** The number of occurrences, at least 1. */
  readonly count: number;
  /** The 1-based line of the first occurrence; NONE if it has none. */
  readonly line: number;
  /** A command that solves the problem, for a shell on the recorded machine. The text introduces it. */
  readonly command?: string;
}

/** The given rows of the sample table. */
export function samplesAt(
  { stack, thread, event, time, weight }: SampleTable,
  rows: Int32Array,
): SampleTable {
  return {
    length: rows.length,
    stack: rows.map((row) => stack[row]),
    thread: rows.map((row) => thread[row]),
    event: Uint8Array.from(rows, (row) => event[row]),
    time: Float64Array.from(rows, (row) => time[row]),
    weight: Float64Array.from(rows, (row) => weight[row]),
  };
}

/** A note on something that occurs once, in no line. */
export function newNote(kind: string, text: string): Note {
  return { kind, text, count: 1, line: NONE };
}

export interface Profile {
  readonly strings: readonly string[];
  /** Module paths as printed. Empty if the text has no module column. */
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
  readonly stacks: StackTable;
  readonly samples: SampleTable;
  readonly threads: readonly Thread[];
  /** Event names as printed, in the order of first use; at most 256. */
  readonly events: readonly string[];
  readonly notes: readonly Note[];
  /** The number of lines read; 0 for formats without lines. Used to number the lines of later chunks. */
  readonly lines: number;
}

/** The tables that name functions. A Recording has them, too. */
export type FunctionNames = Pick<Profile, 'strings' | 'modules' | 'funcs'>;

/** Samples whose `stack` may index any stack table. */
export type Sampled = Pick<Profile, 'samples' | 'threads'>;
