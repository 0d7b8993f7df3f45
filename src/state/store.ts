// The state of the page, in slices: openings, the view of the recording, the worker's answers, preferences, and dialogs.

import { createStore } from 'zustand/vanilla';
import type { RowMatches, Answer, SandwichAnswer } from '../model/queries.ts';
import type {
  Details,
  FlameView,
  FoundRecording,
  InputFile,
  Problem,
  Overview,
  Progress,
  Recording,
  SearchResult,
  Table,
  Timeline,
  TimeOrder,
  ViewOptions,
} from '../model/session.ts';
import type { PieceOfTime } from '../model/wait-states.ts';
import type { FunctionLines } from '../model/lines.ts';
import type { CostId } from '../model/costs.ts';
import type { Diagnosis, FindingId } from '../model/findings.ts';
import type { OwnCode } from '../model/own-code.ts';
import type {
  ComparedNeighbors,
  ComparedPart,
  ComparisonOptions,
  ComparisonSummary,
} from '../model/comparison.ts';
import type { Address } from '../sharing/address.ts';
import { comparisonName } from '../text/labels.ts';
import type { Link } from './opening/linked-recordings.ts';
import type { GivenFiles, KeptRecording, OpenedByNumber, RecordingSlice } from './opening/recordings.ts';
import { storedPreferences, type Preferences } from './preferences.ts';
import type { ViewName } from '../model/view-names.ts';
import {
  DEFAULT_COMPARED_TABLE,
  START_VIEW,
  viewStateOf,
  type Subject,
  type ViewState,
} from './view/view-state.ts';

/** Files with recordings of which the user chooses what to do with them: several, or others than the open one. */
export interface SniffedRecording extends GivenFiles {
  readonly recordings: readonly FoundRecording[];
}

export interface AskedLogin {
  readonly user: string;
  readonly host: string;
  /** Why the store asks. */
  readonly reason: string;
  readonly give: (password: string) => void;
  readonly refuse: (reason: Error) => void;
}

/** The recording that is being opened, and those that may be opened next. */
interface OpeningSlice {
  /** Undefined if nothing is being opened. */
  readonly opening:
    | {
        readonly names: readonly string[];
        /** Start as in performance.now(), and seconds from the start to the last progress report. */
        readonly since: number;
        readonly seconds: number;
        readonly progress: Progress | undefined;
        /** Preview of the beginning of a large recording; its tree is in `view`. */
        readonly beginning: Recording | undefined;
      }
    | undefined;
  readonly problem: Problem | undefined;
  /** Files that the user is asked about. */
  readonly received: SniffedRecording | undefined;
  /** A recording on another host, to be fetched if the user agrees. */
  readonly offered: Link | undefined;
  /** What a link says about the view, while the start screen waits for its recording. */
  readonly awaitedView: Address | undefined;
  /** The number of what stays open while the start screen is shown; 0 for nothing. */
  readonly suspended: number;
  /** The number of what stays open while another recording is being opened, and is shown again if that fails; 0 for nothing. */
  readonly before: number;
  /** Symbol files given before their recording. */
  readonly earlyFiles: readonly InputFile[];
  /** Number of source files that were added to open recordings. */
  readonly sourcesAdded: number;
  /** What is open, or can be opened again. */
  readonly opened: OpenedByNumber;
  /** Number of recordings opened since the page was loaded. */
  readonly openedCount: number;
  /** True if the page also works offline. */
  readonly worksOffline: boolean;
  /** The link to the Store screen as it was last shown, which replaces the start screen; undefined without a store. */
  readonly fleetLink: string | undefined;
  /** The password that a store asks for. */
  readonly askedLogin?: AskedLogin | undefined;
}

/** The latest answers, possibly for earlier options. */
interface Answers {
  readonly view: Answered<FlameView> | undefined;
  readonly sandwich: Answered<SandwichAnswer> | undefined;
  readonly timeOrder: Answered<TimeOrder> | undefined;
  readonly timeline: Timeline | undefined;
  /** Where the pointer is in a lane of the timeline: a row of its thread, and the time; undefined if it is not in one. */
  readonly pointedTime: { readonly thread: number; readonly time: number } | undefined;
  /** What the thread did then. */
  readonly pieceOfTime: PieceOfTime | undefined;
  readonly ownCode: OwnCode | undefined;
  /** True if “My code” was turned on before the user's own code was known. */
  readonly awaitsOwnCode: boolean;
  readonly table: Table | undefined;
  readonly details: Details | undefined;
  /** Of the function whose details are shown. */
  readonly functionLines: FunctionLines | undefined;
  /** The source of that function, if it was given; undefined until the answer arrives. */
  readonly sourceText: { readonly found: Answer<'sourceText'>['value'] } | undefined;
  readonly overview: Overview | undefined;
  readonly diagnosis: Diagnosis | undefined;
  /** The comparison, with the options that it answers. */
  readonly comparedTimelines: Answer<'comparedTimelines'>['value'] | undefined;
  readonly comparison: (ComparisonSummary & { readonly options: ViewOptions }) | undefined;
  /** The view that the user asked for, and that a comparison does not have; a new object each time. */
  readonly missingView?: { readonly name: ViewName } | undefined;
  /** Why the sides cannot be compared, and with which options; undefined if they can. */
  readonly notComparable: { readonly text: string; readonly options: ViewOptions } | undefined;
  readonly comparedFindings: Answer<'comparedFindings'>['value'] | undefined;
  readonly comparedNeighbors: ComparedNeighbors | undefined;
  readonly comparedLines: Answer<'comparedLines'>['value'] | undefined;
  /** The latest search result, and the query that it answers. */
  readonly searchResult: (SearchResult & { readonly query: string }) | undefined;
  /** The direction in which the user went to a match before the search result arrived. */
  readonly awaitsMatch: 1 | -1 | undefined;
  /** The rows that the table shows; undefined for all. */
  readonly rowMatches: RowMatches | undefined;
}

export type Answered<T> = T & { readonly isComplete: boolean };

/** A part of the panel of findings: a finding, or the list of files that would name code. */
export type PanelPart = FindingId | 'files';

/** What has a help page: comparing, inferred callers, a finding or a cost, each with its own ID. */
export type HelpTopic = typeof COMPARING_HELP | typeof CALLERS_HELP | FindingId | CostId;
export const COMPARING_HELP = 'comparing';
export const CALLERS_HELP = 'inferred-callers';

/** Menus, dialogs and layout. */
interface PageSlice {
  readonly focusedRow: Subject | undefined;
  /** The user's position when the details were closed in the table or the sandwich (side-panel.ts). */
  readonly detailsClosedAt: readonly unknown[] | undefined;
  /** The open menu, and its position in the window in CSS pixels. */
  readonly menu: { readonly subject: Subject; readonly x: number; readonly y: number } | undefined;
  readonly isHelpOpen: boolean;
  readonly isEditorDialogOpen: boolean;
  /** True if the source of the selected function is shown below the view. */
  readonly isSourceOpen: boolean;
  /** The open panel of findings, and the part of it that the user asked for. */
  readonly openFindings: { readonly part: PanelPart | undefined } | undefined;
  /** Recordings whose banner the user has dismissed, by `recordingNumber`. */
  readonly dismissedBanners: ReadonlySet<number>;
  /** What the open help explains. */
  readonly explained: HelpTopic | undefined;
  /** The callers' share of the sandwich's height, 0 to 1. Answers do not change it, so that nothing moves when they arrive. */
  readonly sandwichSplit: number;
}

export interface State extends ViewState, RecordingSlice, OpeningSlice, Answers, PageSlice, Preferences {}

/** The state without a recording. */
const CLOSED = {
  ...START_VIEW,
  source: '',
  recordingNumber: 0,
  recording: undefined,
  comparing: undefined,
  comparison: undefined,
  notComparable: undefined,
  comparedTimelines: undefined,
  comparedFindings: undefined,
  comparedNeighbors: undefined,
  comparedLines: undefined,
  past: [],
  future: [],
  view: undefined,
  sandwich: undefined,
  timeOrder: undefined,
  timeline: undefined,
  pointedTime: undefined,
  pieceOfTime: undefined,
  ownCode: undefined,
  awaitsOwnCode: false,
  table: undefined,
  details: undefined,
  functionLines: undefined,
  sourceText: undefined,
  overview: undefined,
  diagnosis: undefined,
  openFindings: undefined,
  searchResult: undefined,
  awaitsMatch: undefined,
  rowMatches: undefined,
  menu: undefined,
  focusedRow: undefined,
  detailsClosedAt: undefined,
} as const;

/** What concerns only what is shown now. */
const NOT_KEPT = { menu: undefined, missingView: undefined, awaitsMatch: undefined } as const;

/** The initial state of an opening. */
export function openingOf(
  names: readonly string[],
  since = performance.now(),
): NonNullable<State['opening']> {
  return { names, since, seconds: 0, progress: undefined, beginning: undefined };
}

export const store = createStore<State>()(() => ({
  ...CLOSED,
  opening: undefined,
  problem: undefined,
  received: undefined,
  offered: undefined,
  awaitedView: undefined,
  suspended: 0,
  before: 0,
  earlyFiles: [],
  sourcesAdded: 0,
  opened: new Map(),
  openedCount: 0,
  worksOffline: false,
  fleetLink: undefined,
  viewName: 'flame',
  grouping: 'function',
  sorting: { column: 'self', isDescending: true },
  costColumns: [],
  comparedTable: DEFAULT_COMPARED_TABLE,
  treeSorting: 'total',
  treeByLine: false,
  colorBy: 'kind',
  sandwichSplit: 0.5,
  isHelpOpen: false,
  isEditorDialogOpen: false,
  isSourceOpen: false,
  dismissedBanners: new Set(),
  explained: undefined,
  ...storedPreferences(),
}));

/** What the page shows of the open recording, so that it can be shown again at once; undefined if none is open. */
export function keptRecording(state: State): KeptRecording | undefined {
  const { recording } = state;
  if (!recording) return undefined;
  const answers = Object.fromEntries(Object.keys(CLOSED).map((key) => [key, Reflect.get(state, key)]));
  const { comparing, source, recordingNumber, past, future } = state;
  const shown = { recording, comparing, source, recordingNumber, past, future };
  return { ...answers, ...viewStateOf(state), ...shown, ...NOT_KEPT };
}

/** True while the page shows a comparison. */
export function isComparing({ comparing }: Pick<State, 'comparing'>): boolean {
  return comparing !== undefined;
}

/**
 * The recording whose functions and events the page shows: the open one, or the comparison, named by its current sides. Undefined
 * while none is open.
 */
export function openRecording({
  recording,
  comparing,
  options,
}: Pick<State, 'recording' | 'comparing' | 'options'>): Recording | undefined {
  return comparing ? namedBySides(comparing, options.comparison) : recording;
}

type Comparing = NonNullable<RecordingSlice['comparing']>;

/** The latest name of each comparison. The same sides have the same object, so that nothing is requested again. */
const named = new WeakMap<Comparing, { readonly sides: ComparisonOptions; readonly recording: Recording }>();

function namedBySides(comparing: Comparing, sides: ComparisonOptions | undefined): Recording {
  const last = named.get(comparing);
  if (!sides) return last?.recording ?? comparing.recording;
  if (last?.sides === sides) return last.recording;
  const namesOf = (parts: readonly ComparedPart[]) =>
    parts.map(({ recording }) => comparing.recordings[recording].name);
  const name = comparisonName(namesOf(sides.a), namesOf(sides.b));
  const recording = last?.recording.name === name ? last.recording : { ...comparing.recording, name };
  named.set(comparing, { sides, recording });
  return recording;
}

/** Clears the recording and everything computed from it, and shows what `next` has instead. */
export function closeRecording(next: Partial<State> = {}): void {
  store.setState({ ...CLOSED, ...next });
}

/** Creates an action from a pure reducer, which returns the changes of the state. */
export function action<A extends readonly unknown[]>(
  reduce: (state: State, ...args: A) => Partial<State> | undefined,
): (...args: A) => void {
  return (...args) => {
    const change = reduce(store.getState(), ...args);
    if (change) store.setState(change);
  };
}
