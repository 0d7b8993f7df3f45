// The nouns: one recording as tables of typed arrays. Rows point at each other by index; NONE is "no row".
// Written only by ProfileBuilder (from bytes), join (from several) and restack (from another); never changed afterwards.

/** "No row" in every Int32Array column that holds an index. */
export const NONE = -1;

/** What perf prints for a name or a module it does not know. */
export const UNKNOWN = '[unknown]';

/** How a sample that was recorded without any frame is printed. */
export const NO_STACK = '[no stack]';

/** What a reader saw beside a function's name and module; bits of `FuncTable.seen`. */
export const Seen = {
  plain: 0,
  /** Printed as `(inlined)`: it has no module of its own. */
  inlined: 1,
  /** Its address lies in the upper half of the address space, where the kernel lives. */
  upperHalf: 2,
  /**
   * A call of Python of its own, even where the same function stands rootward of it: in what was read, calls have no frames
   * of the evaluator between them. Or what has no name, and is no junk at the root end: that was put away before.
   */
  called: 4,
} as const;

export interface FuncTable {
  readonly length: number;
  /** Index into `strings`: the name as recorded, without the `+0x…` offset. Python: the whole `py::name:file`. */
  readonly name: Int32Array;
  /** Index into `strings`: the source file of a Python function; NONE for all others and before classify(). */
  readonly file: Int32Array;
  /** Index into `strings`: the distribution whose folder the file or module lies in; NONE for all others. */
  readonly package: Int32Array;
  /** Index into `modules`; NONE when the text named none (inlined, Python after classify(), no column). */
  readonly module: Int32Array;
  /** Index into `funcs`: the same function under its clean name, itself where the name is clean already. */
  readonly clean: Int32Array;
  /** A Kind; before classify() mostly `unclassified`. */
  readonly kind: Uint8Array;
  /** Bits of Seen. */
  readonly seen: Uint8Array;
}

export interface FrameTable {
  readonly length: number;
  /** Index into `modules`; NONE when unknown. */
  readonly module: Int32Array;
  /** Offset into the module in bytes; NONE where only the function is known (all text). */
  readonly offset: Float64Array;
  /** Index into `funcs`; NONE until symbolized. */
  readonly func: Int32Array;
}

/**
 * A trie of stacks: row i is the stack `parent[i]` with one more frame, towards the sampled instruction. As recorded,
 * two rows may be the same stack (join); at a level none are.
 */
export interface StackTable {
  readonly length: number;
  /** Index of the stack without its leafmost frame; NONE for a stack of one frame. Always below i. */
  readonly parent: Int32Array;
  /** Index into `frames`. */
  readonly frame: Int32Array;
}

export interface SampleTable {
  readonly length: number;
  /** Index into `stacks`; NONE for a sample recorded without any frame, and at a level for one that a filter left out. */
  readonly stack: Int32Array;
  /** Index into `threads`. */
  readonly thread: Int32Array;
  /** Index into `events`. */
  readonly event: Uint8Array;
  /**
   * Nanoseconds on the recording's clock; NaN where the text has no time. Exact below 2 ** 53, 104 days of uptime; to 2 ns in
   * the 104 days after those, to 4 ns in the 208 days after that.
   */
  readonly time: Float64Array;
  /** The sample's period in the unit of its event; 1 where there is none. */
  readonly weight: Float64Array;
}

/** A thread under one name. A thread that changed its name has a row for each. Ids are whole, and below 2 ** 52 in size. */
export interface Thread {
  /** Process id; NONE where only the thread id was printed. */
  readonly pid: number;
  /** Thread id; NONE where the text has none. */
  readonly tid: number;
  /** The name as printed, outer spaces stripped; may be empty. */
  readonly comm: string;
}

/**
 * The same for all rows of one thread, whatever it was called. Where no thread id was printed, a name is all there is to
 * tell threads apart.
 */
export function threadKey({ pid, tid, comm }: Thread): string {
  return tid === NONE ? `${pid} ${comm}` : `${pid}/${tid}`;
}

/** Something in the recording that is not as it should be: one a kind, however often it was met. */
export interface Note {
  /** Which kind; a key of the reader's own list of sentences. */
  readonly kind: string;
  /** One sentence for a person, without the count. */
  readonly text: string;
  /** How often it was met, at least 1. */
  readonly count: number;
  /** 1-based line where it was first met; NONE when it has no place. */
  readonly line: number;
  /** For a shell on the machine where it was recorded: what helps. The sentence leads to it. */
  readonly command?: string;
}

export interface Profile {
  readonly strings: readonly string[];
  /** Paths of modules as printed. Empty when the text has no module column at all. */
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
  readonly frames: FrameTable;
  readonly stacks: StackTable;
  readonly samples: SampleTable;
  readonly threads: readonly Thread[];
  /** Event names as printed, in the order first seen; at most 256. */
  readonly events: readonly string[];
  readonly notes: readonly Note[];
  /** Lines of text read so far; 0 for formats without lines. Places notes of later chunks. */
  readonly lines: number;
}

/** The samples of a profile, whatever their stacks are rows of. */
export type Sampled = Pick<Profile, 'samples' | 'threads'>;
