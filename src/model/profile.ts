// A recording as tables of typed arrays. Rows refer to each other by index; NONE is "no row". Profiles are immutable. Only
// ProfileBuilder (from bytes), join (from several profiles) and restack (from another profile) create them.

import type { Printed, Recorded } from './recorded.ts';
import type { ThreadRecords } from './thread-records.ts';

/** "No row" in every Int32Array column that holds an index. */
export const NONE = -1;

/** What perf prints for an unknown name or module. */
export const UNKNOWN = '[unknown]';

/** CPython names its perf trampolines `py::<qualified name>:<file>` (Python/perf_trampoline.c). */
export const PYTHON_PREFIX = 'py::';

/** The name shown for a sample without frames. */
export const NO_STACK = '[no stack]';

/** Properties of a function besides its name and module, as bits of `FuncTable.flags`. */
export const FuncFlags = {
  plain: 0,
  /** perf printed `(inlined)` instead of a module. */
  inlined: 1,
  /** Its address is in the upper half of the address space, as kernel addresses are. */
  upperHalf: 2,
  /**
   * Read from a format without evaluator frames. Each Python frame is then a separate call, even if its caller is the same
   * function. Unknown frames are real calls, because junk at the root end has already been removed.
   */
  called: 4,
} as const;

export interface FuncTable {
  readonly length: number;
  /** Index into `strings`: the recorded name without its `+0x…` offset. For Python, the complete `py::name:file`. */
  readonly name: Int32Array;
  /** Index into `strings`: the source file of a Python function; NONE for all others and before classify(). */
  readonly file: Int32Array;
  /** Index into `strings`: the package in site-packages that contains the file or module; NONE for all others. */
  readonly package: Int32Array;
  /**
   * Index into `modules`; NONE for inlined functions, for Python functions after classify(), and for text without a module
   * column.
   */
  readonly module: Int32Array;
  /** Index into `funcs`: the function with the canonical name, which may be this function. */
  readonly canonical: Int32Array;
  /** A Kind; usually `unclassified` before classify(). */
  readonly kind: Uint8Array;
  /** Bits of FuncFlags. */
  readonly flags: Uint8Array;
  /** Only if functions are split by line (python/split-by-line.ts): the line of each, 0 for a whole function. */
  readonly line?: Int32Array | undefined;
  /** Only if functions are split by line: the function that each is a line of, which may be this function. */
  readonly whole?: Int32Array | undefined;
}

/**
 * A trie of stacks: row i is the stack `parent[i]` plus one callee. In a recorded profile, several rows may be the same stack
 * (see join), or differ only in their lines; at a level of detail, all rows are distinct.
 */
export interface StackTable {
  readonly length: number;
  /** The stack without its leaf frame, always less than i; NONE for a stack of one frame. */
  readonly parent: Int32Array;
  /** Index into `funcs`: the callee, which is the leaf frame. */
  readonly func: Int32Array;
  /**
   * The source line that the leaf frame is at, 1-based; 0 if unknown. Undefined if none is known, and at a level of detail,
   * which merges the lines of a function, unless it was made with lines (workers/pipeline.ts).
   */
  readonly line?: Int32Array | undefined;
}

/** Events whose samples are also shown together (event-sums.ts). */
export interface EventSum {
  /** Index after those of the recorded events. */
  readonly event: number;
  readonly name: string;
  /** Indexes of recorded events. */
  readonly members: readonly number[];
}

export interface SampleTable {
  readonly length: number;
  /** Index into `stacks`; NONE for a sample without frames or, at a level of detail, for a sample that a filter removed. */
  readonly stack: Int32Array;
  /** Index into `threads`. */
  readonly thread: Int32Array;
  /** Index into `events`. */
  readonly event: Uint8Array;
  /**
   * Nanoseconds on the recording's clock; NaN if unknown. Exact below 2 ** 53 (104 days of uptime), accurate to 2 ns for the
   * next 104 days, and to 4 ns for the 208 days after that.
   */
  readonly time: Float64Array;
  /** The sample's period, in the unit of its event; 1 if it has no period. */
  readonly weight: Float64Array;
  /** Undefined if there are none. */
  readonly sums?: readonly EventSum[] | undefined;
  /** Per event: 1 if its samples last from their time on as long as their weight (wall-time.ts). Undefined if none do. */
  readonly lasting?: Uint8Array | undefined;
  /**
   * Index into `stacks`, if the sample was re-attached (mending/mend.ts): the stack of its missing part and the first recorded frame;
   * otherwise NONE. Undefined if no sample was, and at a level of detail.
   */
  readonly firstRecorded?: Int32Array | undefined;
  /**
   * At a level of detail: how many of its rootmost frames are inferred, because they are in its missing part; NONE if it was not
   * re-attached. A frame is not if a recorded one is part of it. Undefined if no sample was re-attached.
   */
  readonly inferred?: Int32Array | undefined;
}

/** A thread under one of its names; a renamed thread has one row per name. The magnitude of IDs is below 2 ** 52. */
export interface Thread {
  /** Process ID; NONE if the recording only has the thread ID. */
  readonly pid: number;
  /** Thread ID; NONE if the recording has none. */
  readonly tid: number;
  /** The name as printed, trimmed; may be empty. */
  readonly comm: string;
  /** What the thread runs, if its name is only that of its process. */
  readonly title?: string;
}

/** A key shared by all names of a thread. Without thread IDs, only the name distinguishes threads. */
export function threadKey({ pid, tid, comm }: Thread): string {
  return tid === NONE ? `${pid} ${comm}` : `${pid}/${tid}`;
}

/** A problem in the recording. There is one note per kind, regardless of how often it occurs. */
export interface Note {
  /** Identifies the kind of problem. Each reader defines its own kinds. */
  readonly kind: string;
  /** One sentence, without the count. */
  readonly text: string;
  /** The number of occurrences, at least 1. */
  readonly count: number;
  /** The 1-based line of the first occurrence; NONE if it has none. */
  readonly line: number;
  /** A shell command that solves the problem on the recorded machine. The text introduces it. */
  readonly command?: string;
}

export function samplesAt(
  { stack, thread, event, time, weight, sums, lasting, firstRecorded, inferred }: SampleTable,
  rows: Int32Array,
): SampleTable {
  return {
    length: rows.length,
    stack: rows.map((row) => stack[row]),
    thread: rows.map((row) => thread[row]),
    event: Uint8Array.from(rows, (row) => event[row]),
    time: Float64Array.from(rows, (row) => time[row]),
    weight: Float64Array.from(rows, (row) => weight[row]),
    sums,
    lasting,
    firstRecorded: firstRecorded && rows.map((row) => firstRecorded[row]),
    inferred: inferred && rows.map((row) => inferred[row]),
  };
}

/** Creates a note about a single occurrence, without a line number. */
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
  /** Event names as printed, in order of first use; at most 256. */
  readonly events: readonly string[];
  /** The event to show first; undefined if the file does not say. */
  readonly defaultEvent?: string | undefined;
  readonly notes: readonly Note[];
  /** Number of text lines read, for the line numbers of later chunks; 0 for formats without lines. */
  readonly lines: number;
  /** Only for perf.data. */
  readonly recorded?: Recorded | undefined;
  /** Only for the output of perf script. */
  readonly printed?: Printed | undefined;
  /** Undefined if the recording has none, and if a perf.data does not say when threads ran. */
  readonly threadRecords?: ThreadRecords | undefined;
}

/** The tables with the names of functions. A Recording also has them. */
export interface FunctionNames extends Pick<Profile, 'strings' | 'modules' | 'funcs'> {
  /** In a comparison, where all functions without a name are one: their modules, if there are several. */
  readonly unnamedModules?: string | undefined;
}

/** Samples and threads. `samples.stack` can be an index into any table of stacks. */
export type SampleData = Pick<Profile, 'samples' | 'threads'>;

/** A view whose functions may be split by line. */
export interface ByLine {
  /** If they are: the functions that it refers to. Those of `Recording.funcs` keep their rows. */
  readonly lineFuncs?: FuncTable | undefined;
}

/** The function that this is a line of, or itself. */
export function wholeFunction({ whole }: Pick<FuncTable, 'whole'>, func: number): number {
  return whole?.[func] ?? func;
}

/** What is known per function, also for their lines. */
export function withLines({ whole }: Pick<FuncTable, 'whole'>, ofFunc: Uint8Array): Uint8Array {
  return whole && ofFunc.length < whole.length ? Uint8Array.from(whole, (func) => ofFunc[func]) : ofFunc;
}

export interface WeightById {
  /** A function (row of `Recording.funcs`) or a Kind. */
  readonly id: number;
  readonly weight: number;
}
