// What the page knows. One flat record; only the functions in actions.ts and refresh.ts change it.

import { createStore } from 'zustand/vanilla';
import { DEFAULT_LEVEL, type Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import {
  ALL,
  type Details,
  type FlameView,
  type Grouping,
  type Looked,
  type Problem,
  type Progress,
  type Recording,
  type Sandwich,
  type SearchResult,
  type Table,
  type TimeOrder,
  type Timeline,
  type ViewOptions,
} from '../model/session.ts';
import type { CallTree, Direction, Seen } from '../model/tree.ts';
import { placeAt, type Landing, type Place } from './place.ts';
import type { Trails } from './trail.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The views, by the key that names them in ui/views.ts. */
export const VIEW_NAMES = ['flame', 'icicle', 'time', 'sandwich', 'inverted', 'table', 'tree'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The sandwich shows one function twice. */
export const HALVES = ['callers', 'callees'] as const;
export type Half = (typeof HALVES)[number];

/** What was looked at, and from where: undo leads back to the same picture. */
export interface Visit extends Looked {
  readonly trails: Trails;
  readonly sight: Sight;
}

/** What a person sees of the graphs of a view, which is the same for the same samples at the same level. */
export interface Sight {
  readonly viewName: ViewName;
  readonly level: Level;
  readonly event: number;
  readonly seen: Readonly<Partial<Record<'view' | Half, Seen | undefined>>>;
  /** As in `State.unfolded`. */
  readonly ends: readonly number[] | undefined;
}

/** A recording that a link names. */
export interface Offer {
  readonly url: URL;
  /** The index of recordings that names the files beside it; on the same host. */
  readonly index: URL | undefined;
  readonly title: string;
  /** What of the link says where it is, and all of it behind `#`. */
  readonly source: string;
  readonly hash: string;
}

/** Code that a person points at: a box, or a row of a table. */
export interface Subject {
  readonly by: Grouping;
  /** As in `Table.id`. */
  readonly id: number;
}

/** Weights and shares of a row rise and fall together, and still each is a column. */
export const TABLE_COLUMNS = [
  'name',
  'self',
  'selfSamples',
  'selfShare',
  'total',
  'totalSamples',
  'totalShare',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** What the rows of the table are sorted by. */
export interface Sorting {
  readonly column: TableColumn;
  readonly isDescending: boolean;
}

/**
 * Where a person means to be in the callers and callees of a function. Boxes that filters took away are still meant until
 * he goes elsewhere: who takes the filter back is there again.
 */
export interface Meant {
  readonly func: number;
  readonly trails: Readonly<Record<Half, Pick<Trails, 'zoomed' | 'selected'>>>;
  /** Where he was put, for want of that. */
  readonly put: State['halves'];
}

/** The place in it is that in the tree of `view`. */
export interface State extends Place {
  /** What is being opened, and how far it is; undefined when nothing is. */
  readonly opening:
    | {
        readonly names: readonly string[];
        /** When it began, on the clock of performance.now(), and how many seconds later the progress was told. */
        readonly since: number;
        readonly seconds: number;
        readonly progress: Progress | undefined;
        /** The beginning of a large recording, whose picture is in `view`. */
        readonly beginning: Recording | undefined;
      }
    | undefined;
  readonly problem: Problem | undefined;
  /** What a link would have fetched from another host, before a person has said yes. */
  readonly offered: Offer | undefined;
  /** The link to a view of a recording that is not open, as it stands behind `#`, while the start screen is shown; or ''. */
  readonly awaited: string;
  /** The name of the recording that is open behind the start screen. */
  readonly aside: string | undefined;
  /** The page opens without a network too. */
  readonly worksOffline: boolean;
  /** What of the link says of where the recording is; '' where it was given as a file. */
  readonly source: string;
  /** Which recording it is of those opened since the page was loaded, counted from 1; 0 while none is open. */
  readonly opened: number;
  readonly recording: Recording | undefined;
  /** What is asked for. */
  readonly options: ViewOptions;
  /** What was looked at before, nearest last, and what was taken back, nearest last. */
  readonly past: readonly Visit[];
  readonly future: readonly Visit[];
  /** Where to be in the picture that was asked for; undefined for the place most like the one before. */
  readonly arrival: Trails | Landing | undefined;
  /** What was seen of it, where undo or redo asked for it with these options, and it was not shown yet. */
  readonly back: (Sight & { readonly options: ViewOptions }) | undefined;
  readonly viewName: ViewName;
  /** What is shown: the newest answer, perhaps still of the options before. The inverted views have the tree of callers. */
  readonly view: FlameView | undefined;
  /** The first rows of the tree in `view`, when those were shown before the rest came. */
  readonly grownFrom: CallTree | undefined;
  /** Which way the inverted graph is drawn. */
  readonly invertedDirection: Direction;
  /** The strip over all views; undefined before it was made, and for a recording without times. */
  readonly timeline: Timeline | undefined;
  /** Of the views of the same name, as far as they were asked for; perhaps still of the options before. */
  readonly timeOrder: TimeOrder | undefined;
  /** What a person sees of it; undefined for all of it. */
  readonly timeSeen: Seen | undefined;
  readonly sandwich: Sandwich | undefined;
  /** What was shown of `sandwich` before all of it was there. */
  readonly sandwichPart: Sandwich | undefined;
  readonly table: Table | undefined;
  /** What the rows of the table are. */
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  /** Words that the rows of the table have to have. */
  readonly rowQuery: string;
  /** What the callees in the call tree are sorted by. */
  readonly treeSorting: 'total' | 'self';
  /** Of the call tree: where the open rows end, boxes under which none is open; undefined while it is as at first. */
  readonly unfolded: { readonly tree: CallTree; readonly ends: readonly number[] | undefined } | undefined;
  /** The function between its callers and callees, a row of `Recording.funcs`; NONE before one was chosen. */
  readonly sandwiched: number;
  /** Those that were chosen before it, nearest last. */
  readonly sandwichedBefore: readonly number[];
  /** The functions that stand in the samples of `sandwich`, with their weights. */
  readonly functions: Table | undefined;
  /** The chosen function when it stands in none of these samples; and at which level it does, if at any. */
  readonly unseen: { readonly func: number; readonly level: Level | undefined } | undefined;
  /** Where a person is in the callers and in the callees, and in which of them the keyboard is. */
  readonly halves: Readonly<Record<Half, Place>>;
  readonly half: Half;
  /** Where he would be, were all boxes there; undefined where he was not yet put anywhere else. */
  readonly meant: Meant | undefined;
  /** How much of the height the callers have, 0 to 1; undefined for as much as suits them. */
  readonly sandwichSplit: number | undefined;
  /** What the keyboard is on in a view that does not show the boxes of `view`; undefined in the others. */
  readonly subject: Subject | undefined;
  /** What the open menu is about, and where it opens in CSS pixels of the window; undefined when none is. */
  readonly menu: { readonly subject: Subject; readonly x: number; readonly y: number } | undefined;
  readonly details: Details | undefined;
  readonly query: string;
  readonly found: SearchResult | undefined;
  /** Kinds the legend lights up; empty for all. */
  readonly lit: ReadonlySet<number>;
  readonly theme: ThemeChoice;
  readonly singleKeys: boolean;
  /** Is what is opened remembered in this browser? Only a person turns that on. */
  readonly remembersOpened: boolean;
  readonly helpOpen: boolean;
}

const CLOSED = {
  source: '',
  opened: 0,
  recording: undefined,
  options: { level: DEFAULT_LEVEL, event: 0, ...ALL },
  past: [],
  future: [],
  arrival: undefined,
  back: undefined,
  view: undefined,
  grownFrom: undefined,
  timeline: undefined,
  timeOrder: undefined,
  timeSeen: undefined,
  sandwich: undefined,
  sandwichPart: undefined,
  table: undefined,
  rowQuery: '',
  unfolded: undefined,
  sandwiched: NONE,
  sandwichedBefore: [],
  functions: undefined,
  unseen: undefined,
  halves: { callers: placeAt(1), callees: placeAt(1) },
  half: 'callers',
  meant: undefined,
  subject: undefined,
  menu: undefined,
  ...placeAt(0),
  details: undefined,
  query: '',
  found: undefined,
  lit: new Set<number>(),
} as const;

/** An opening of which nothing is known yet but what. */
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
  offered: undefined,
  awaited: '',
  aside: undefined,
  worksOffline: false,
  viewName: 'flame',
  grouping: 'function',
  sandwichSplit: undefined,
  invertedDirection: remembered('inverted-direction', ['flame', 'icicle'], 'icicle'),
  sorting: { column: 'self', isDescending: true },
  treeSorting: 'total',
  theme: remembered('theme', ['system', 'light', 'dark'], 'system'),
  remembersOpened: remembered('remembers-opened', ['on', 'off'], 'off') === 'on',
  singleKeys: remembered('single-keys', ['on', 'off'], 'on') === 'on',
  helpOpen: false,
}));

/** What undo or redo leads back to, where nothing else was asked for since. */
export function backIn({ back, options, viewName }: State): Sight | undefined {
  return back?.options === options && back.viewName === viewName ? back : undefined;
}

/** The recording, all that was made of it, and what a person looks at: set again, it is shown as it was. */
export function pageOfRecording(): Partial<State> {
  const { viewName, ...state } = store.getState();
  return { viewName, ...Object.fromEntries(Object.entries(state).filter(([key]) => key in CLOSED)) };
}

/** Forgets the recording and all that was made of it. */
export function closeRecording(): void {
  store.setState(CLOSED);
}

/** A choice kept from an earlier visit. Storage may be denied; then nothing was kept. */
function remembered<T extends string>(key: string, choices: readonly T[], otherwise: T): T {
  try {
    const kept = localStorage.getItem(`pyrograph:${key}`);
    return choices.find((choice) => choice === kept) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a choice for the next visit, where storage is allowed. */
export function remember(
  key: 'theme' | 'single-keys' | 'inverted-direction' | 'remembers-opened',
  value: string,
): void {
  try {
    localStorage.setItem(`pyrograph:${key}`, value);
  } catch {
    // The choice holds for this visit.
  }
}
