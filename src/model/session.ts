// The data that the session worker sends to the page; its methods are in queries.ts. All of it can be cloned or transferred.
// Expected failures are values, because postMessage drops the custom fields of an Error.

import type { WeightById, ByLine, FunctionNames, FuncTable, Note, Thread } from './profile.ts';
import type { Basis, ComparedNodes, ComparisonOptions } from './comparison.ts';
import type { CostQuery, CostPart, CostShares, PartWeight } from './costs.ts';
import type { InferredWeights, CallTree } from './tree.ts';
import type { Filter, TimeRange } from './filter.ts';
import type { Diagnosis, MissingFiles } from './findings.ts';
import type { Level, MendingSummary } from './levels.ts';
import type { WallTime } from './wait-states.ts';

/** An expected failure. */
export interface Problem {
  /** One sentence: what failed, where, and what to do next. */
  readonly text: string;
  /** What is wrong with a recording that was read but cannot be shown. */
  readonly diagnosis?: Diagnosis | undefined;
  /** True if all files are symbol files and no recording has been opened yet. */
  readonly lacksRecording?: boolean;
  /** The recordings, if the files are several. */
  readonly recordings?: readonly FoundRecording[];
}

/** A recording among files. */
export interface FoundRecording {
  /** Several may have the same name. */
  readonly name: string;
  /** The index of its file, or of the archive that contains it. */
  readonly file: number;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export interface Progress {
  /** The file being read. */
  readonly name: string;
  /** Bytes read so far and total size of the file, both before decompression. The size is NaN if unknown. */
  readonly taken: number;
  readonly size: number;
  /** Decompressed bytes read so far. */
  readonly plain: number;
  readonly samples: number;
}

export interface EventSummary {
  readonly name: string;
  readonly samples: number;
  readonly weight: number;
  /** What the weights are of: the name; empty if they are numbers of samples, as in text without periods. */
  readonly measure: string;
  /** The recorded events of a sum (event-sums.ts). */
  readonly members?: readonly number[];
}

/** Index of the event with the most samples; the first wins ties. */
export function eventWithMostSamples(events: readonly EventSummary[]): number {
  return events.reduce((best, { samples }, i) => (samples > events[best].samples ? i : best), 0);
}

/** An open recording, as the page knows it. The page needs the function tables for labels, colors and search. */
export interface Recording extends Pick<FunctionNames, 'unnamedModules'> {
  readonly name: string;
  /** True if the new files were all symbol files and were added to the previous recording. */
  readonly isAddition: boolean;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly format: string;
  readonly samples: number;
  readonly threads: number;
  /** Time of the first sample, in nanoseconds on the recording's clock; NaN if the recording has no times. */
  readonly start: number;
  /** From the first to the last sample, in nanoseconds; NaN if the recording has no times. */
  readonly duration: number;
  /** A hash of the stacks and weights, which tells recordings without times apart; undefined if there are times. */
  readonly stackHash?: number | undefined;
  /** In order of first occurrence. */
  readonly events: readonly EventSummary[];
  /** Index into `events`: the event with the most samples; the first wins ties. */
  readonly defaultEvent: number;
  readonly notes: readonly Note[];
  /** Undefined if at least 99% of the weight has names, or no file would help. */
  readonly missingFiles: MissingFiles | undefined;
  /** Undefined until it is known whether stacks that were cut can be re-attached. */
  readonly mending?: MendingSummary | undefined;
  /** True if source lines are known, of at least one frame. */
  readonly hasLines?: boolean | undefined;
  /** Of a recording that says when threads ran: its idle time, and the number of threads that have no other. */
  readonly idle?: { readonly weight: number; readonly threads: number } | undefined;
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
  /** True to show import machinery as one frame per import, at levels that hide call glue. */
  readonly foldImports: boolean;
  /** Undefined to show inferred callers, if there are any. */
  readonly callers?: 'recorded' | undefined;
  /** Undefined unless recordings are compared; then `threads` and `range` are undefined, because each side has its own. */
  readonly comparison?: ComparisonOptions | undefined;
}

/** Selects samples within an event. */
export interface SampleSelection {
  /** Rows of `Recording.threadList`; undefined for all threads. */
  readonly threads: readonly number[] | undefined;
  /** Undefined for the whole recording. */
  readonly range: TimeRange | undefined;
  /** Applied in this order to the stacks of the level. */
  readonly filters: readonly Filter[];
}

export const ALL_SAMPLES: SampleSelection = { threads: undefined, range: undefined, filters: [] };

/** From callers to callees, or from the sampled functions to their callers. */
export type Shape = 'calls' | 'callers';

export interface FlameView extends ByLine {
  readonly options: ViewOptions;
  readonly shape: Shape;
  readonly tree: CallTree;
  /** Undefined unless recordings are compared. */
  readonly compared?: ComparedNodes | undefined;
  /** True if the tree has what only one side has although the options hide it, which concerns only graphs. */
  readonly keepsGhosts?: boolean | undefined;
  /** Undefined unless requested. */
  readonly costs?: CostShares | undefined;
  /** Undefined if no sample was re-attached. */
  readonly inferred?: InferredWeights | undefined;
}

/** The callers and callees of one function. The weight of both roots is the function's total, in which each sample counts once. */
export interface Sandwich {
  readonly options: ViewOptions;
  /** Row of `Recording.funcs`. */
  readonly func: number;
  /** Node 1 is the function; its descendants are the callers, the outermost ones last. */
  readonly callers: CallTree;
  /** Node 1 is the function; its descendants are the callees. */
  readonly callees: CallTree;
  /** The weights of both sides; undefined unless recordings are compared. */
  readonly compared?: Readonly<Record<'callers' | 'callees', ComparedNodes>> | undefined;
  /** The costs of both trees; undefined unless requested. */
  readonly costs?: { readonly callers: CostShares; readonly callees: CostShares } | undefined;
  /** The inferred weights of both trees; undefined if no sample was re-attached. */
  readonly inferred?: { readonly callers: InferredWeights; readonly callees: InferredWeights } | undefined;
}

export const GROUPINGS = [
  'function',
  'file',
  'package',
  'module',
  'kind',
  'thread',
  'cost',
  'part',
  'line',
] as const;
export type Grouping = (typeof GROUPINGS)[number];
/** Groups samples by what they were spent on. Each sample has one cost, so self and total weight are the same. */
export type CostGrouping = Extract<Grouping, 'cost' | 'part'>;

export function isByCost(by: Grouping): by is CostGrouping {
  return by === 'cost' || by === 'part';
}

/** Self and total weights by group, in no particular order. Omits groups without weight and samples. */
export interface Table extends ByLine {
  readonly options: ViewOptions;
  readonly by: Grouping;
  readonly length: number;
  /**
   * Identifies the group: a row of `Recording.funcs` (function), of `lineFuncs` (line) or `Recording.threadList` (thread), an index into
   * `Recording.strings` (file, package) or `Recording.modules` (module), a Kind, an index into COSTS, or a `partId`. NONE for code
   * without a file, package or module.
   */
  readonly id: Int32Array;
  /** Weight and number of samples whose leaf frame is in the group. */
  readonly self: Float64Array;
  readonly selfSamples: Int32Array;
  /** Weight and number of samples with any frame in the group. */
  readonly total: Float64Array;
  readonly totalSamples: Int32Array;
  /** Only if grouped by part: the part of each row. */
  readonly parts?: readonly CostPart[];
  /** Only if requested: the self weight of each row by cost; row r, cost c of COSTS is at `r * COSTS.length + c`. */
  readonly selfCosts?: Float64Array;
  /** Weight and number of all selected samples. */
  readonly weight: number;
  readonly samples: number;
}

/** Weight over time, one lane per thread. */
export interface Timeline {
  /** Index into `Recording.events`. The timeline ignores the selected threads, time range and filters. */
  readonly event: number;
  /** Start and end, in nanoseconds on the recording's clock. */
  readonly from: number;
  readonly to: number;
  /** Number of columns. All columns have the same duration. */
  readonly columns: number;
  /** What the bands of a column are: FAMILIES, or COSTS. */
  readonly bands: 'families' | 'costs';
  /** True if the bands of WAIT_GROUPS follow, for an event of wall time: its samples are spread over the columns that they last. */
  readonly hasStates?: boolean | undefined;
  /** The kinds of code of samples with a time. */
  readonly kinds: readonly number[];
  /** Grouped by process. Processes, and the threads of each process, are sorted by weight, heaviest first. */
  readonly lanes: readonly Lane[];
  /** The largest weight of any column in any lane. */
  readonly highest: number;
  /** Total weight of all lanes. */
  readonly weight: number;
}

/** A thread, under whichever of its names has the most weight. */
export interface Lane extends Thread {
  /** Rows of `Recording.threadList`: one per name of the thread. */
  readonly threads: readonly number[];
  readonly weight: number;
  readonly samples: number;
  /** Number of bands of each column: those of the timeline. */
  readonly bands: number;
  /** Weight by column and band; column c, band b is at `c * bands + b`. */
  readonly columns: Float32Array;
  /** True if the event is of wall time, and the thread has only idle time. */
  readonly isIdle?: boolean;
}

/** Stacks in sampling order, one lane per thread. */
export interface TimeOrder {
  readonly options: ViewOptions;
  /** Start of all trees, in nanoseconds on the recording's clock, and their duration in nanoseconds. */
  readonly from: number;
  readonly length: number;
  /** In the same order as in the timeline. */
  readonly lanes: readonly TimeLane[];
}

export interface TimeLane extends Thread {
  readonly threads: readonly number[];
  /**
   * Nodes are in time order. `start` is in nanoseconds since `TimeOrder.from`; `total` and `self` are durations. In gaps between
   * samples, the root has no callee.
   */
  readonly tree: CallTree;
  /** Shares of durations; undefined unless requested. */
  readonly costs?: CostShares | undefined;
  /** Inferred durations; undefined if no sample was re-attached. */
  readonly inferred?: InferredWeights | undefined;
}

/** Functions whose names or paths match a query. */
export interface Matches {
  /** For each row of `Recording.funcs`, 1 if it matches. */
  readonly matches: Uint8Array;
  /**
   * How the query was interpreted: `text` if it was found although it would mean something else as a regular expression, or if it is
   * not a valid one; `cost` if it asks for a cost instead of names; `timeout`, without matches, if it took too long.
   */
  readonly mode: 'regex' | 'text' | 'cost' | 'timeout';
  /** What was found as text: the query, or the name in a pasted line. Undefined if only a regular expression may match. */
  readonly text?: string | undefined;
}

export interface MatchesInTree {
  readonly functions: number;
  /** Weight and number of samples with a match in their stack. */
  readonly weight: number;
  readonly samples: number;
  /** The heaviest matching functions in the tree, at most 50, with their total weights; of a comparison, the larger one. */
  readonly heaviest: readonly WeightById[];
}

/** The weights of A and B with a match in their stacks, on the basis of the comparison. */
interface MatchesOfSides {
  readonly basis: Basis;
  readonly measure: string;
  readonly a: number;
  readonly b: number;
}

/** What a search found: by name, or the samples with a cost (cost-query.ts), whose matches are the sampled functions. */
export interface SearchResult extends Matches, MatchesInTree {
  /** Set if the query asks for a cost. If it names none, nothing matches. */
  readonly asked?: CostQuery | undefined;
  /** Undefined unless recordings are compared. */
  readonly sides?: MatchesOfSides | undefined;
}

export interface Details {
  /** Self weight of the node or function by Kind of the sampled function, heaviest first. */
  readonly selfKinds: readonly WeightById[];
  /** Total and self weight of the function in the whole tree; each stack counts once. */
  readonly funcTotal: number;
  readonly funcSelf: number;
  /** The ten heaviest callers and callees. A caller of NONE is the root. */
  readonly callers: readonly WeightById[];
  readonly callees: readonly WeightById[];
  /** The costs of the node, or of all calls of the function; heaviest first. */
  readonly costs: readonly PartWeight[];
  /** Of all calls of the function: the weight of the samples in which all of them are inferred. */
  readonly inferred?: number | undefined;
  /** Undefined unless the event is of wall time. */
  readonly wall?: WallTime | undefined;
}

/** Represents the standard library in lists of packages. */
export const STANDARD_LIBRARY = -2;

/** What the selected samples were spent on. */
export interface Overview {
  readonly options: ViewOptions;
  /** Weight and number of all selected samples. */
  readonly weight: number;
  readonly samples: number;
  /** Self weight by Kind. */
  readonly kinds: Float64Array;
  /** The code whose functions are listed: your code; if there is none, all Python code; if there is none, all code. */
  readonly scope: 'own' | 'python' | 'all';
  /** Heaviest first. */
  readonly functions: readonly FunctionWeight[];
  /** Heaviest first. */
  readonly packages: readonly PackageWeight[];
  /** Samples by their innermost import, heaviest first; those of a module exclude its own imports. Empty unless most are imports. */
  readonly imports: readonly FunctionWeight[];
  /** The weight of the samples of each row of NOTABLE. */
  readonly notable: readonly number[];
  /** The costs of all selected samples, heaviest first. */
  readonly costs: readonly PartWeight[];
  /** Undefined unless the event is of wall time. */
  readonly wall?: WallTime | undefined;
}

export interface FunctionWeight extends WeightById {
  /** Weight of the samples whose innermost function in the overview's `scope` (or innermost import) is this one. */
  readonly weight: number;
  readonly self: number;
  /** As in the table. */
  readonly total: number;
}

export interface PackageWeight {
  /** Index into `Recording.strings`, or STANDARD_LIBRARY. */
  readonly id: number;
  /** Weight of the samples whose innermost frame in your code, a package or the standard library belongs to this package. */
  readonly weight: number;
}

/** A file on a web server with support for range requests. */
export interface HostedFile {
  readonly name: string;
  /** An absolute URL. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

/** A file that the user has opened or that a link refers to. */
export type InputFile = File | HostedFile;

/** The beginning of a large recording, which the page shows while the worker reads the rest. */
export interface Preview {
  readonly recording: Recording;
  readonly view: FlameView;
}

export interface OpeningListener {
  progress(progress: Progress): void;
  /** Undefined to read large recordings without previews. */
  readonly preview?: ((preview: Preview) => void) | undefined;
}
