// The wire: what the page and the session worker say to each other. Plain data and typed arrays only, so that all of
// it crosses by structured clone or transfer. Errors cross as values: an Error would lose its own fields on the way.

import type { ProfileExport, SavedExport } from './exports.ts';
import type { CallTree, Cut } from './tree.ts';
import type { Filter, TimeRange } from './filter.ts';
import type { Level } from './levels.ts';
import type { Shared, ShareChoice } from './sharing.ts';
import type { FuncTable, Note, Thread } from './profile.ts';

/** Why something could not be done: one sentence that says what it is, where, and what to do. */
export interface Problem {
  readonly text: string;
  /** Is nothing wrong but that the recording is missing, whose code the files name? */
  readonly isEarly?: boolean;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export interface Progress {
  /** The file being read. */
  readonly name: string;
  /**
   * Bytes of the file taken so far, and its size, NaN where that is not known; both in the file's own, perhaps compressed,
   * bytes.
   */
  readonly taken: number;
  readonly size: number;
  /** Plain bytes read so far: more than `taken` when the file is compressed. */
  readonly plain: number;
  readonly samples: number;
}

export interface EventSummary {
  readonly name: string;
  readonly samples: number;
  /** Sum of the samples' weights. */
  readonly weight: number;
}

/** What the page knows of an open recording. The tables of functions serve for labels, colours and search. */
export interface Recording {
  readonly name: string;
  /** Were the files that were open before taken in again, because the new ones only name their code? */
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
  /** In the order first seen. */
  readonly events: readonly EventSummary[];
  /** Index into `events` of the one shown first: most samples, the first seen on a tie. */
  readonly defaultEvent: number;
  readonly notes: readonly Note[];
  /** Threads by row; a thread that changed its name has one for each. */
  readonly threadList: readonly Thread[];
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

/** Which samples are looked at, and as what. Every view of the page is of the same. */
export interface ViewOptions extends Looked {
  readonly level: Level;
  /** Index into `Recording.events`. */
  readonly event: number;
}

/** Which samples of an event are looked at. */
export interface Looked {
  /** Rows of `Recording.threadList`; undefined for all of them. */
  readonly threads: readonly number[] | undefined;
  /** Undefined for the whole recording. */
  readonly range: TimeRange | undefined;
  /** Applied one after the other to the stacks of the level. */
  readonly filters: readonly Filter[];
}

/** All of the recording. */
export const ALL: Looked = { threads: undefined, range: undefined, filters: [] };

/** From callers to callees, or from what was sampled to its callers. */
export type Shape = 'calls' | 'callers';

/** Everything the page needs to draw, walk and measure one flame graph. */
export interface FlameView {
  readonly options: ViewOptions;
  readonly shape: Shape;
  /** False when it is no more than what was asked for as enough. */
  readonly isWhole: boolean;
  readonly tree: CallTree;
}

/** One function: its callers and its callees. The weight of both roots is the function's total, once a sample. */
export interface Sandwich {
  readonly options: ViewOptions;
  /** Row of `Recording.funcs`. */
  readonly func: number;
  /** Else boxes are left out that cover none of the places that were asked for; what is there lies where it lies in the whole. */
  readonly isWhole: boolean;
  /** Box 1 is the function, what stands on it its callers, outermost last. */
  readonly callers: CallTree;
  /** Box 1 is the function, what stands on it its callees. */
  readonly callees: CallTree;
}

export const GROUPINGS = ['function', 'file', 'package', 'module', 'kind', 'thread'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Self and total of each group: one row each, in no order. Rows without any weight and sample are left out. */
export interface Table {
  readonly options: ViewOptions;
  readonly by: Grouping;
  readonly length: number;
  /**
   * Whose row it is: a row of `Recording.funcs` (function) or `Recording.threadList` (thread), an index into
   * `Recording.strings` (file, package) or `Recording.modules` (module), a Kind; NONE for code that has no file, package or module.
   */
  readonly id: Int32Array;
  /** Weight and number of samples that were taken in it. */
  readonly self: Float64Array;
  readonly selfSamples: Int32Array;
  /** Weight and number of samples that have it anywhere in their stack, each counted once. */
  readonly total: Float64Array;
  readonly totalSamples: Int32Array;
  /** Weight and number of all samples that are looked at. */
  readonly weight: number;
  readonly samples: number;
}

/** What kind of code was sampled, as few families as a strip can show; in this order from the bottom up. */
export const FAMILIES = ['python', 'c', 'kernel', 'unknown'] as const;

/** Samples over time, for the strip: a lane a thread. */
export interface Timeline {
  /** Which event; threads, range and filters do not change the strip. */
  readonly event: number;
  /** The time at the strip's left and right end, in nanoseconds on the recording's clock. */
  readonly from: number;
  readonly to: number;
  /** Columns of equal time. */
  readonly columns: number;
  /** Grouped by process: processes by weight, heaviest first, and so the threads in each. */
  readonly lanes: readonly Lane[];
  /** The largest weight in one column of one lane. */
  readonly highest: number;
  /** Weight of all lanes. */
  readonly weight: number;
}

export interface Lane {
  /** Rows of `Recording.threadList`: a thread has one for each name it had. */
  readonly threads: readonly number[];
  readonly pid: number;
  readonly tid: number;
  /** The name under which it had most weight. */
  readonly comm: string;
  readonly weight: number;
  readonly samples: number;
  /** Weight by column and family: column c, family f at `c * FAMILIES.length + f`. */
  readonly columns: Float32Array;
}

/** Stacks as they were sampled, from left to right, a lane a thread. */
export interface TimeOrder {
  readonly options: ViewOptions;
  /** The time at 0 of every tree, in nanoseconds on the recording's clock, and how long all of it is. */
  readonly from: number;
  readonly length: number;
  /** False when boxes are left out that cover none of the places that were asked for; the others are as they are in the whole. */
  readonly isWhole: boolean;
  /** In the order of the strip. */
  readonly lanes: readonly TimeLane[];
}

export interface TimeLane {
  readonly threads: readonly number[];
  readonly pid: number;
  readonly tid: number;
  readonly comm: string;
  /**
   * A tree whose boxes are in the order of time: `start` and `total` are nanoseconds since `TimeOrder.from`, `samples`
   * counts as ever, `self` is time without a callee. Between samples that are far apart nothing stands on the root.
   */
  readonly tree: CallTree;
}

/** The functions a search found. */
export interface Matches {
  /** 1 for each function (row of `Recording.funcs`) whose name matches. */
  readonly matches: Uint8Array;
  /** What the query was taken as: text where it is no expression; nothing matches one that took too long. */
  readonly taken: 'as expression' | 'as text' | 'as too slow';
}

/** What a tree has of them. */
export interface FoundUnder {
  /** How many of the functions stand in it. */
  readonly functions: number;
  /** Weight and samples below at least one match, each counted once. */
  readonly weight: number;
  readonly samples: number;
}

export interface SearchResult extends Matches, FoundUnder {}

/** A share of something: of whom, and how much. */
export interface Part {
  /** A function (row of `Recording.funcs`) or a Kind, as the list says. */
  readonly id: number;
  readonly weight: number;
}

/** What is asked only for the selected box, or for the function of one in another tree. */
export interface Details {
  /** What the box's self weight is made of, by Kind of the function that was sampled; heaviest first. */
  readonly selfKinds: readonly Part[];
  /** The function over the whole graph, once a stack however often it stands in it. */
  readonly funcTotal: number;
  readonly funcSelf: number;
  /** By function; heaviest first, ten at most. NONE as caller stands for the root. */
  readonly callers: readonly Part[];
  readonly callees: readonly Part[];
}

/** A file on a web server, of which any part can be fetched. */
export interface FileAt {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

/** What a person gives to be opened, or a link names. */
export type GivenFile = File | FileAt;

/** What the beginning of a recording looks like, while the rest is read. */
export interface Preview {
  readonly recording: Recording;
  readonly view: FlameView;
}

/** What the session worker tells the page while it opens a recording. */
export interface OpeningListener {
  progress(progress: Progress): void;
  preview(preview: Preview): void;
}

/** What the session worker does for the page. One recording is open at a time. */
export interface Session {
  /**
   * Opens what these files hold together; when they hold no recording but what names its code, together with those that
   * were open before. The listener is told on the way.
   */
  open(files: readonly GivenFile[], before: readonly GivenFile[]): Promise<Outcome<Recording>>;
  /** `cut` is what is enough for now: all of a large recording takes a while. */
  view(options: ViewOptions, shape: Shape, cut?: Cut): Promise<FlameView>;
  search(options: ViewOptions, query: string): Promise<SearchResult>;
  /** `box` is a box of the tree that view(options, 'calls') gave. */
  details(options: ViewOptions, box: number): Promise<Details>;
  /** `func` is a row of `Recording.funcs`, or NONE for the root. There is no box whose self weight it would tell. */
  functionDetails(options: ViewOptions, func: number): Promise<Details>;
  /**
   * `func` is a row of `Recording.funcs`. A function that is nowhere in the stacks has two empty trees. `places` is at how
   * many places boxes are wanted for now.
   */
  sandwich(options: ViewOptions, func: number, places?: number): Promise<Sandwich>;
  /** The level nearest to that of the options at which the function stands in these samples; undefined when none is. */
  levelWith(options: ViewOptions, func: number): Promise<Level | undefined>;
  table(options: ViewOptions, by: Grouping): Promise<Table>;
  /** Undefined when the recording has no times. */
  timeline(event: number, columns: number): Promise<Timeline | undefined>;
  /** Undefined when the recording has no times. `places` is at how many places boxes are wanted for now. */
  timeOrder(options: ViewOptions, places?: number): Promise<TimeOrder | undefined>;
  /** The samples that are looked at as a file for another program; `name` is what the recording is called in it. */
  exported(options: ViewOptions, to: ProfileExport, name: string): Promise<SavedExport>;
  /** All of the recording in a page of its own; `address` is what is looked at first, as it stands behind `#`. */
  oneFile(address: string): Promise<Blob>;
  /** What a link to what is looked at would hold; `patterns` is what its filters and its search look for. */
  shared(options: ViewOptions, choice: ShareChoice, patterns: readonly string[]): Promise<Shared>;
  /** Registers who is told of open()'s progress; called once, right after the worker has started. */
  listen(listener: OpeningListener): void;
}
