// The data that the session worker sends to the page (its methods are in queries.ts): plain data and typed arrays, which can be
// cloned or transferred. Expected failures are values, because an Error loses its custom fields when it is posted.

import type { CallTree } from './tree.ts';
import type { Filter, TimeRange } from './filter.ts';
import type { Level } from './levels.ts';
import type { FuncTable, Note, Thread } from './profile.ts';

/** One sentence: what failed, where, and what to do next. */
export interface Problem {
  readonly text: string;
  /** The files are only symbol files, and no recording has been opened yet. */
  readonly isEarly?: boolean;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export interface Progress {
  /** The file being read. */
  readonly name: string;
  /** Bytes of the file read so far, and its size (NaN if unknown), both before decompression. */
  readonly taken: number;
  readonly size: number;
  /** Decompressed bytes read so far. */
  readonly plain: number;
  readonly samples: number;
}

export interface EventSummary {
  readonly name: string;
  readonly samples: number;
  /** Sum of the samples' weights. */
  readonly weight: number;
}

/** What the page knows about an open recording. It needs the function tables for labels, colors and search. */
export interface Recording {
  readonly name: string;
  /** True if the new files were only symbol files and were added to the recording that was open before. */
  readonly isAddition: boolean;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly format: string;
  readonly samples: number;
  readonly threads: number;
  /** The time of the first sample in nanoseconds on the recording's clock; NaN when the recording has no times. */
  readonly start: number;
  /** From the first sample to the last, in nanoseconds; NaN when the recording has no times. */
  readonly duration: number;
  /** In order of first occurrence. */
  readonly events: readonly EventSummary[];
  /** Index into `events`: the event with the most samples; the first wins ties. */
  readonly defaultEvent: number;
  readonly notes: readonly Note[];
  /** One row for each name of a thread. */
  readonly threadList: readonly Thread[];
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

/** The selected samples and the level of detail, which all views share. */
export interface ViewOptions extends SampleSelection {
  readonly level: Level;
  /** Index into `Recording.events`. */
  readonly event: number;
}

/** Selects samples of an event. */
export interface SampleSelection {
  /** Rows of `Recording.threadList`; undefined for all of them. */
  readonly threads: readonly number[] | undefined;
  /** Undefined for the whole recording. */
  readonly range: TimeRange | undefined;
  /** Applied to the stacks of the level in this order. */
  readonly filters: readonly Filter[];
}

export const ALL_SAMPLES: SampleSelection = { threads: undefined, range: undefined, filters: [] };

/** From callers to callees, or from the sampled functions to their callers. */
export type Shape = 'calls' | 'callers';

export interface FlameView {
  readonly options: ViewOptions;
  readonly shape: Shape;
  readonly tree: CallTree;
}

/** The callers and callees of one function. Both roots have the total weight of the function, in which each sample counts once. */
export interface Sandwich {
  readonly options: ViewOptions;
  /** Row of `Recording.funcs`. */
  readonly func: number;
  /** Node 1 is the function; the nodes above it are its callers, outermost last. */
  readonly callers: CallTree;
  /** Node 1 is the function; the nodes above it are its callees. */
  readonly callees: CallTree;
}

export const GROUPINGS = ['function', 'file', 'package', 'module', 'kind', 'thread'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Self and total weights by group, in no particular order. Groups with neither weight nor samples are left out. */
export interface Table {
  readonly options: ViewOptions;
  readonly by: Grouping;
  readonly length: number;
  /**
   * The group: a row of `Recording.funcs` (function) or `Recording.threadList` (thread), an index into `Recording.strings` (file,
   * package) or `Recording.modules` (module), a Kind; NONE for code without a file, package or module.
   */
  readonly id: Int32Array;
  /** Weight and number of samples whose innermost frame is in the group. */
  readonly self: Float64Array;
  readonly selfSamples: Int32Array;
  /** Weight and number of samples with any frame in the group. */
  readonly total: Float64Array;
  readonly totalSamples: Int32Array;
  /** Weight and number of all selected samples. */
  readonly weight: number;
  readonly samples: number;
}

/** Families of code: few enough to tell apart in a timeline. Stacked in this order, the first at the bottom. */
export const FAMILIES = ['python', 'c', 'kernel', 'unknown'] as const;

/** Weight over time, one lane per thread. */
export interface Timeline {
  /** Index into `Recording.events`. Threads, range and filters do not change the timeline. */
  readonly event: number;
  /** The first and last time, in nanoseconds on the recording's clock. */
  readonly from: number;
  readonly to: number;
  /** Number of columns, all of the same duration. */
  readonly columns: number;
  /** Grouped by process; processes, and threads in a process, heaviest first. */
  readonly lanes: readonly Lane[];
  /** The largest weight of any column in any lane. */
  readonly highest: number;
  /** Total weight of all lanes. */
  readonly weight: number;
}

/** A thread under the name with the most weight. */
export interface Lane extends Thread {
  /** Rows of `Recording.threadList`: one for each name of the thread. */
  readonly threads: readonly number[];
  readonly weight: number;
  readonly samples: number;
  /** Weight by column and family: column c, family f at `c * FAMILIES.length + f`. */
  readonly columns: Float32Array;
}

/** Stacks in the order in which they were sampled, one lane per thread. */
export interface TimeOrder {
  readonly options: ViewOptions;
  /** The start of all trees, in nanoseconds on the recording's clock, and their length in nanoseconds. */
  readonly from: number;
  readonly length: number;
  /** In the same order as in the timeline. */
  readonly lanes: readonly TimeLane[];
}

/** A node of the time-ordered view: the index of its lane, and its index in the lane's tree. Node 0 is the thread itself. */
export interface TimeNodeAt {
  readonly lane: number;
  readonly node: number;
}

export interface TimeLane extends Thread {
  readonly threads: readonly number[];
  /**
   * Nodes are in time order: `start` is in nanoseconds since `TimeOrder.from`, `total` and `self` are durations. Between
   * samples that are far apart the root has no callee.
   */
  readonly tree: CallTree;
}

/** Functions whose names match a query. */
export interface Matches {
  /** For each row of `Recording.funcs`, 1 if the name matches. */
  readonly matches: Uint8Array;
  /** How the query was interpreted: as text if it is not a valid regular expression. A query that takes too long matches nothing. */
  readonly mode: 'regex' | 'text' | 'timeout';
}

/** The matches in a tree. */
export interface MatchesInTree {
  /** Number of matching functions in the tree. */
  readonly functions: number;
  /** Weight and number of samples with a match in their stack. */
  readonly weight: number;
  readonly samples: number;
}

export interface SearchResult extends Matches, MatchesInTree {}

export interface Part {
  /** A function (row of `Recording.funcs`) or a Kind. */
  readonly id: number;
  readonly weight: number;
}

/** Details of the selected node, or of a function. */
export interface Details {
  /** The node's self weight by Kind of the sampled function, heaviest first; empty for a function. */
  readonly selfKinds: readonly Part[];
  /** Weights of the function in the whole tree; each stack counts once. */
  readonly funcTotal: number;
  readonly funcSelf: number;
  /** The ten heaviest callers and callees. NONE as a caller is the root. */
  readonly callers: readonly Part[];
  readonly callees: readonly Part[];
}

/** A file on a web server that supports range requests. */
export interface FileAt {
  readonly name: string;
  /** An absolute URL. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

/** A file that the user opens, or that a link refers to. */
export type GivenFile = File | FileAt;

/** The beginning of a large recording, shown while the rest is read. */
export interface Preview {
  readonly recording: Recording;
  readonly view: FlameView;
}

export interface OpeningListener {
  progress(progress: Progress): void;
  preview(preview: Preview): void;
}
