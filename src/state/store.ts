// What the page knows. One flat record; only the functions in actions.ts and refresh.ts change it.

import { createStore } from 'zustand/vanilla';
import { DEFAULT_LEVEL } from '../model/levels.ts';
import type {
  Details,
  FlameView,
  Problem,
  Progress,
  Recording,
  SearchResult,
  ViewOptions,
} from '../model/session.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The views, by the key that names them in ui/views.ts. */
export type ViewName = 'flame' | 'icicle';

export interface State {
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
  readonly recording: Recording | undefined;
  /** What is asked for. */
  readonly options: ViewOptions;
  readonly viewName: ViewName;
  /** What is shown: the newest answer, perhaps still of the options before. */
  readonly view: FlameView | undefined;
  /** The box that fills the width, and those that did before it, nearest last. */
  readonly zoomed: number;
  readonly zoomedBefore: readonly number[];
  /** Counts up each time the zoomed box is to be shown in full again. */
  readonly refits: number;
  /** The focused box, whose details are shown. */
  readonly selected: number;
  readonly details: Details | undefined;
  readonly query: string;
  readonly found: SearchResult | undefined;
  /** Kinds the legend lights up; empty for all. */
  readonly lit: ReadonlySet<number>;
  readonly theme: ThemeChoice;
  readonly singleKeys: boolean;
  readonly helpOpen: boolean;
}

const CLOSED = {
  recording: undefined,
  options: { level: DEFAULT_LEVEL, event: 0 },
  view: undefined,
  zoomed: 0,
  zoomedBefore: [],
  refits: 0,
  selected: 0,
  details: undefined,
  query: '',
  found: undefined,
  lit: new Set<number>(),
} as const;

export const store = createStore<State>()(() => ({
  ...CLOSED,
  opening: undefined,
  problem: undefined,
  viewName: 'flame',
  theme: remembered('theme', ['system', 'light', 'dark'], 'system'),
  singleKeys: remembered('single-keys', ['on', 'off'], 'on') === 'on',
  helpOpen: false,
}));

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
export function remember(key: 'theme' | 'single-keys', value: string): void {
  try {
    localStorage.setItem(`pyrograph:${key}`, value);
  } catch {
    // The choice holds for this visit.
  }
}
