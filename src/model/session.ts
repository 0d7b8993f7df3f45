// The wire: what the page and the session worker say to each other. Plain data and typed arrays only, so that all of
// it crosses by structured clone or transfer. Errors cross as values: an Error would lose its own fields on the way.

import type { CallTree } from './tree.ts';
import type { Level } from './levels.ts';
import type { FuncTable, Note } from './profile.ts';

/** Why something could not be done: one sentence that says what it is, where, and what to do. */
export interface Problem {
  readonly text: string;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export interface Progress {
  /** The file being read. */
  readonly name: string;
  /** Bytes of the file taken so far, and its size; both in the file's own, perhaps compressed, bytes. */
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
  /** From the first sample to the last, in nanoseconds; NaN when the recording has no times. */
  readonly duration: number;
  /** In the order first seen. */
  readonly events: readonly EventSummary[];
  /** Index into `events` of the one shown first: most samples, the first seen on a tie. */
  readonly defaultEvent: number;
  readonly notes: readonly Note[];
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

export interface ViewOptions {
  readonly level: Level;
  /** Index into `Recording.events`. */
  readonly event: number;
}

/** Everything the page needs to draw, walk and measure one flame graph. */
export interface FlameView extends ViewOptions {
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

/** What is asked only for the selected box. */
export interface Details {
  readonly box: number;
  /** What the box's self weight is made of, by Kind of the function that was sampled; heaviest first. */
  readonly selfKinds: readonly Part[];
  /** The function over the whole graph, once a stack however often it stands in it. */
  readonly funcTotal: number;
  readonly funcSelf: number;
  /** By function; heaviest first, ten at most. NONE as caller stands for the root. */
  readonly callers: readonly Part[];
  readonly callees: readonly Part[];
}

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
  open(files: readonly File[], before: readonly File[]): Promise<Outcome<Recording>>;
  view(options: ViewOptions): Promise<FlameView>;
  search(options: ViewOptions, query: string): Promise<SearchResult>;
  /** `box` is a box of the tree that view(options) gave. */
  details(options: ViewOptions, box: number): Promise<Details>;
  /** Registers who is told of open()'s progress; called once, right after the worker has started. */
  listen(listener: OpeningListener): void;
}
