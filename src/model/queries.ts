// The interface of the session worker, which opens recordings and answers queries about them. The page shows an approximate
// answer first and repeats the query without a limit in the same slot.

import type { CostShares } from './costs.ts';
import type { Diagnosis, SideDiagnosis } from './findings.ts';
import type { CallPath } from './call-path.ts';
import type { ComparedLine, ComparedNeighbors, ComparisonSummary, RecordingId } from './comparison.ts';
import type { FunctionLines, LineOfFunction, SourceText } from './lines.ts';
import type { MendingSummary, Level } from './levels.ts';
import type { OwnCode } from './own-code.ts';
import type { ComparisonExport, ProfileExport, ExportedFile, SharedProfile, ShareChoice } from './exports.ts';
import type {
  Details,
  FlameView,
  FoundRecording,
  InputFile,
  Grouping,
  OpeningListener,
  Outcome,
  Overview,
  Recording,
  Sandwich,
  SearchResult,
  Shape,
  Table,
  Timeline,
  TimeOrder,
  ViewOptions,
  Matches,
} from './session.ts';
import type { PieceOfTime } from './wait-states.ts';
import type { DetailLimit } from './tree.ts';

/** The recording that the page shows, unless it shows a comparison. */
export const MAIN_RECORDING = 0 satisfies RecordingId;

/** Queries about the comparison of the open recordings. */
export const COMPARISON = -1;

interface Query<Question, Value> {
  readonly question: Question;
  readonly value: Value;
}

/** Without `limit`, the answer is complete. */
interface ViewQuestion {
  readonly options: ViewOptions;
  readonly limit?: DetailLimit | undefined;
  /** True to include the costs of the trees. */
  readonly costs?: boolean | undefined;
}

export interface SandwichAnswer {
  /** All functions of the selected samples. */
  readonly functions: Table;
  /** The requested function, or the one with the most self weight; NONE if there are no samples. */
  readonly func: number;
  /** Undefined if no selected sample contains the function. */
  readonly sandwich: Sandwich | undefined;
  /** The closest level of detail that shows the function; undefined if there is none. */
  readonly level: Level | undefined;
}

/** What mending changes in a recording. Functions keep their rows. */
export type MendedTables = Pick<Recording, 'strings' | 'funcs'> & { readonly mending: MendingSummary };

/** What the doctor says about a compared recording. */
export interface RecordingDiagnosis {
  readonly recording: RecordingId;
  readonly diagnosis: SideDiagnosis;
}

interface Queries {
  readonly tree: Query<
    ViewQuestion &
      Pick<FlameView, 'shape' | 'keepsGhosts'> & {
        /** True to split functions by line. The answer is complete, and has no costs. */
        readonly byLine?: boolean | undefined;
      },
    FlameView
  >;
  /** The costs of the complete tree of these options. */
  readonly treeCosts: Query<{ readonly options: ViewOptions; readonly shape: Shape }, CostShares>;
  /** `func` is a row of `Recording.funcs`; NONE for the function with the most self weight. */
  readonly sandwich: Query<ViewQuestion & { readonly func: number }, SandwichAnswer>;
  /** `hasCosts` requests `Table.selfCosts`. */
  readonly table: Query<
    { readonly options: ViewOptions; readonly by: Grouping; readonly hasCosts?: boolean },
    Table
  >;
  /** Has no lanes if the recording has no times. */
  readonly timeOrder: Query<ViewQuestion, TimeOrder>;
  /** Undefined if the recording has no times. */
  readonly timeline: Query<
    Pick<ViewOptions, 'event' | 'level' | 'foldImports' | 'callers'> &
      Pick<Timeline, 'columns'> &
      Partial<Pick<Timeline, 'bands'>>,
    Timeline | undefined
  >;
  /** The piece of time of a thread, one of whose rows is `thread`, at a time on the recording's clock. */
  readonly pieceAt: Query<
    { readonly event: number; readonly thread: number; readonly time: number },
    PieceOfTime | undefined
  >;
  /** Shares are of the event's samples. */
  readonly ownCode: Query<{ readonly event: number }, OwnCode>;
  readonly nodeDetails: Query<{ readonly options: ViewOptions; readonly path: CallPath }, Details>;
  /** `func` is a row of `Recording.funcs`; NONE for the root. */
  readonly functionDetails: Query<{ readonly options: ViewOptions; readonly func: number }, Details>;
  /** `func` is a row of `Recording.funcs`. Has no lines unless `Recording.hasLines` is true. */
  readonly functionLines: Query<{ readonly options: ViewOptions; readonly func: number }, FunctionLines>;
  /** The hottest lines of all functions; empty unless `Recording.hasLines` is true. */
  readonly hottestLines: Query<{ readonly options: ViewOptions }, readonly LineOfFunction[]>;
  /** Infers the callers of stacks that were cut. From then on, the answers to queries show them, unless their options say otherwise. */
  readonly mending: Query<object, MendedTables>;
  /** What is wrong with the recording; undefined if its format says nothing about how it was made. */
  readonly diagnosis: Query<object, Diagnosis | undefined>;
  /** Only about a comparison. A Problem says why the recordings cannot be compared. */
  readonly comparison: Query<{ readonly options: ViewOptions }, Outcome<ComparisonSummary>>;
  /** `func` is a row of `Recording.funcs`. Only about a comparison. */
  readonly comparedNeighbors: Query<
    { readonly options: ViewOptions; readonly func: number },
    ComparedNeighbors
  >;
  /**
   * The tested source lines of a function, the largest difference first. Empty unless `Recording.hasLines` is true. Only about a
   * comparison.
   */
  readonly comparedLines: Query<
    { readonly options: ViewOptions; readonly func: number },
    readonly ComparedLine[]
  >;
  /** What is misleading about the compared recordings. Only about a comparison. */
  readonly comparedFindings: Query<object, readonly RecordingDiagnosis[]>;
  /** The text of a comparison in one of its formats. Only about a comparison. */
  readonly exportComparison: Query<
    { readonly options: ViewOptions; readonly to: ComparisonExport },
    ExportedFile
  >;
  /** The timelines of a recording of each side; undefined for recordings without times. Only about a comparison. */
  readonly comparedTimelines: Query<
    Pick<ViewOptions, 'event' | 'level' | 'callers'> & {
      readonly a: RecordingId;
      readonly b: RecordingId;
      readonly columns: number;
    },
    Readonly<Record<'a' | 'b', Timeline | undefined>>
  >;
  /**
   * The source with this recorded path; undefined unless it was given. `given` is the number of those added later, to ask
   * again.
   */
  readonly sourceText: Query<{ readonly path: string; readonly given: number }, SourceText | undefined>;
  readonly overview: Query<{ readonly options: ViewOptions }, Overview>;
  readonly search: Query<{ readonly options: ViewOptions; readonly query: string }, SearchResult>;
  /** The rows of a table whose name or path matches `query`, a pattern like those of the search. */
  readonly rowMatches: Query<
    { readonly options: ViewOptions; readonly by: Grouping; readonly query: string },
    RowMatches
  >;
  /** Exports the selected samples for another program. `name` is the recording's name in the file. */
  readonly export: Query<
    { readonly options: ViewOptions; readonly to: ProfileExport; readonly name: string },
    ExportedFile
  >;
  /**
   * The whole recording, or all compared ones, as a self-contained page. `address` is the URL fragment of the view that it opens
   * with. `hasSources` embeds the given sources of the hottest functions.
   */
  readonly oneFile: Query<{ readonly address: string; readonly hasSources: boolean }, Blob>;
  /** The profile in a link. `patterns` are the search patterns of the link's filters and of its search. */
  readonly share: Query<
    { readonly options: ViewOptions; readonly choice: ShareChoice; readonly patterns: readonly string[] },
    SharedProfile
  >;
}

export type QueryName = keyof Queries;
export type Question<Q extends QueryName> = Queries[Q]['question'];

export interface Answer<Q extends QueryName> {
  readonly value: Queries[Q]['value'];
  /** False for an approximate answer; only a question with a `limit` gets one. */
  readonly isComplete: boolean;
}

/**
 * `about` is an open recording, or COMPARISON. Each request has a named slot. A new request replaces the previous one in the same
 * slot about the same recording (async/answers.ts).
 */
export type QueryMethods = {
  readonly [Q in QueryName]: (about: RecordingId, slot: string, question: Question<Q>) => Promise<Answer<Q>>;
};

/** A recording, and its first tree if it was asked for. */
export interface OpenedRecording {
  readonly recording: Recording;
  /** What it takes, in bytes: `memoryOf` in budget.ts. */
  readonly memory: number;
  readonly tree: Answer<'tree'> | undefined;
}

export interface Session extends QueryMethods {
  /** Starts the workers that read text, before a file is chosen. */
  prepare(): void;
  /**
   * Opens the recording in these files. If they are all symbol files, opens them together with `before`, the files of the
   * previous recording. `first` asks for a tree of the default event.
   */
  open(
    id: RecordingId,
    files: readonly InputFile[],
    before: readonly InputFile[],
    listener: OpeningListener,
    first?: Question<'tree'>,
  ): Promise<Outcome<OpenedRecording>>;
  /** If these files are source files, adds them to all open recordings and answers true. Other files beside them are skipped. */
  addSources(files: readonly InputFile[]): Promise<boolean>;
  /** The recordings among these files; members of archives, too. */
  recordingsIn(files: readonly InputFile[]): Promise<readonly FoundRecording[]>;
  /** Prepares queries about a comparison of open recordings. Answers with their common functions and events. */
  compare(a: readonly RecordingId[], b: readonly RecordingId[]): Promise<Outcome<Recording>>;
  /**
   * Opens a store in ClickHouse, whose answers (store/fleet-source.ts) then come on `port`. Returns why the login failed; undefined if
   * it succeeded.
   */
  openStore(address: string, password: string, port: MessagePort): Promise<string | undefined>;
  /** Frees a recording, and the comparison with it. */
  close(id: RecordingId): void;
  cancel(about: RecordingId, slot: string): void;
}

export interface RowMatches {
  readonly by: Grouping;
  /** As in `Table.id`. */
  readonly ids: ReadonlySet<number>;
  readonly mode: Matches['mode'];
}
