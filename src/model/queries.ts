// The interface of the session worker: it opens recordings and answers queries about them. An answer may be approximate; the
// page then shows it and repeats the query without a limit in the same slot.

import type { CallPath } from './call-path.ts';
import type { ProfileExport, SavedExport } from './exports.ts';
import type {
  Details,
  FlameView,
  GivenFile,
  Grouping,
  OpeningListener,
  Outcome,
  Recording,
  Sandwich,
  SearchResult,
  Shape,
  Table,
  Timeline,
  TimeOrder,
  ViewOptions,
} from './session.ts';
import type { Shared, ShareChoice } from './share-choice.ts';
import type { DetailLimit } from './tree.ts';
import type { Level } from './levels.ts';

/** Identifies an open recording. */
export type Side = 'A' | 'B';

/** The side of the recording that the page shows. */
export const MAIN = 'A' satisfies Side;

interface Query<Question, Value> {
  readonly question: Question;
  readonly value: Value;
}

/** Without `limit` the answer is complete. */
interface Viewed {
  readonly options: ViewOptions;
  readonly limit?: DetailLimit | undefined;
}

export interface SandwichAnswer {
  /** All functions of the selected samples. */
  readonly functions: Table;
  /** The requested function, or the one with the most self weight; NONE if there are no samples. */
  readonly func: number;
  /** Undefined if none of the selected samples contains the function. */
  readonly sandwich: Sandwich | undefined;
  /** The nearest level of detail that shows the function; undefined if none does. */
  readonly level: Level | undefined;
}

export interface Queries {
  readonly tree: Query<Viewed & { readonly shape: Shape }, FlameView>;
  /** `func` is a row of `Recording.funcs`; NONE for the function with the most self weight. */
  readonly sandwich: Query<Viewed & { readonly func: number }, SandwichAnswer>;
  readonly table: Query<{ readonly options: ViewOptions; readonly by: Grouping }, Table>;
  /** Without lanes when the recording has no times. */
  readonly timeOrder: Query<Viewed, TimeOrder>;
  /** Undefined when the recording has no times. */
  readonly timeline: Query<{ readonly event: number; readonly columns: number }, Timeline | undefined>;
  /** Details of a node of the call tree. */
  readonly nodeDetails: Query<{ readonly options: ViewOptions; readonly path: CallPath }, Details>;
  /** `func` is a row of `Recording.funcs`; NONE for the root. */
  readonly functionDetails: Query<{ readonly options: ViewOptions; readonly func: number }, Details>;
  readonly search: Query<{ readonly options: ViewOptions; readonly query: string }, SearchResult>;
  /** The selected samples as a file for another program. The file contains `name` as the recording's name. */
  readonly export: Query<
    { readonly options: ViewOptions; readonly to: ProfileExport; readonly name: string },
    SavedExport
  >;
  /** The whole recording in a self-contained page, which opens at the view in the URL fragment `address`. */
  readonly oneFile: Query<{ readonly address: string }, Blob>;
  /** The content of a link. `patterns` are the search patterns of its filters and of its search. */
  readonly share: Query<
    { readonly options: ViewOptions; readonly choice: ShareChoice; readonly patterns: readonly string[] },
    Shared
  >;
}

export type QueryName = keyof Queries;
export type Question<Q extends QueryName> = Queries[Q]['question'];

export interface Answer<Q extends QueryName> {
  readonly value: Queries[Q]['value'];
  /** False for an approximate answer; only a question with a `limit` gets one. */
  readonly isComplete: boolean;
}

/** Each request has a named slot: a newer request in the same slot of a recording replaces earlier ones (async/canceled.ts). */
export type QueryMethods = {
  readonly [Q in QueryName]: (side: Side, slot: string, question: Question<Q>) => Promise<Answer<Q>>;
};

/** The methods of the session worker. */
export interface Session extends QueryMethods {
  /** Sets the listener for `open`; called once, right after the worker has started. */
  listen(listener: OpeningListener): void;
  /**
   * Opens the recording in these files. If they are only symbol files, they are opened together with the files that were open
   * before.
   */
  open(side: Side, files: readonly GivenFile[], before: readonly GivenFile[]): Promise<Outcome<Recording>>;
  /** Cancels the request in this slot. */
  cancel(side: Side, slot: string): void;
}
