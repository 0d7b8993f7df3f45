// Actions that select samples (by filters, threads and time range) or fold imports, with undo. Undo reverts the last of these
// changes, but keeps the view and the level; the browser's Back reverts any navigation, and eventually leaves the recording.

import type { ComparedPart, ComparisonOptions, RecordingId } from '../../model/comparison.ts';
import { isMyCode, type Filter, type Target, type TimeRange } from '../../model/filter.ts';
import { DEFAULT_LEVEL, hidesC } from '../../model/levels.ts';
import type { OwnCode } from '../../model/own-code.ts';
import { ALL_SAMPLES } from '../../model/session.ts';
import { hasImports } from './graphs.ts';
import { mapLocations, zoomedOut } from './location.ts';
import { action, openRecording, type State } from '../store.ts';
import {
  restored,
  selectionOf,
  viewStateOf,
  withOptions,
  type UndoableOptions,
  type ViewState,
} from './view-state.ts';

/** Maximum number of undo steps. */
const MAX_STEPS = 200;

/** Changes the selection of samples as one undo step. */
export function withSelection(
  state: State,
  change: Partial<UndoableOptions>,
): Pick<State, 'options' | 'locations' | 'past' | 'future'> {
  return { ...withOptions(state, change), ...undoStep(state, viewStateOf(state)) };
}

/** Lets undo return to the view before. */
export function undoStep({ past }: Pick<State, 'past'>, before: ViewState): Pick<State, 'past' | 'future'> {
  return { past: [...past.slice(1 - MAX_STEPS), before], future: [] };
}

export const addFilter = action((state, filter: Omit<Filter, 'isOn'>) => {
  const { filters } = state.options;
  const added = { ...filter, isOn: true };
  // Ignores a key pressed twice: the same filter again would change nothing.
  if (isEqual(filters.at(-1), added)) return undefined;
  const change = withSelection(state, { filters: [...filters, added] });
  // The graph now consists of the focused nodes, so it is shown unzoomed.
  const isNarrowed = filter.action === 'focus' || filter.action === 'callers';
  return isNarrowed ? { ...change, locations: mapLocations(change.locations, zoomedOut) } : change;
});

/**
 * Keeps only the samples with the target on the stack. The filter applies first, because others may hide the frames that it matches,
 * and at a level that shows them.
 */
export const keepNotable = action((state, target: Target) => {
  const { filters, level } = state.options;
  const added: Filter = { action: 'only', target, isOn: true };
  if (filters.some((each) => isEqual(each, added))) return undefined;
  const change = withSelection(state, { filters: [added, ...filters] });
  return hidesC(level) ? { ...change, ...withOptions(change, { level: DEFAULT_LEVEL }) } : change;
});

export const removeFilter = action((state, index: number) =>
  withSelection(state, { filters: state.options.filters.filter((_, i) => i !== index) }),
);

export const toggleFilter = action((state, index: number) =>
  withSelection(state, {
    filters: state.options.filters.map((each, i) => (i === index ? { ...each, isOn: !each.isOn } : each)),
  }),
);

/** Turns the “My code” filter on or off. A folder that the user chose is remembered: its filter is disabled, not removed. */
export const toggleMyCode = action((state) => {
  const { filters } = state.options;
  const guess = state.ownCode?.folder;
  const current = filters.find(isMyCode);
  if (!current && !state.ownCode) return { awaitsOwnCode: !state.awaitsOwnCode };
  if (!current) return guess === undefined ? undefined : withMyCode(state, guess);
  if (!current.isOn) return withMyCode(state, current.target.path);
  const isGuess = current.target.path === guess;
  return withSelection(state, {
    filters: filters.flatMap((each) =>
      each === current ? (isGuess ? [] : [{ ...each, isOn: false }]) : [each],
    ),
  });
});

/** The state with the user's own code, now that it is known. */
export function withOwnCode(state: State, ownCode: OwnCode): Partial<State> {
  const { awaitsOwnCode } = state;
  const isWanted = awaitsOwnCode && ownCode.folder !== undefined && !state.options.filters.some(isMyCode);
  return { ownCode, awaitsOwnCode: false, ...(isWanted && withMyCode(state, ownCode.folder)) };
}

/** Sets the folder of “My code” and turns its filter on. */
export const setMyCode = action((state, folder: string) => {
  const current = state.options.filters.find(isMyCode);
  return current?.isOn && current.target.path === folder ? undefined : withMyCode(state, folder);
});

/** The filter applies first, unless the user has moved it. */
function withMyCode(state: State, path: string) {
  const { filters } = state.options;
  const index = filters.findIndex(isMyCode);
  const filter: Filter = { action: 'keep', target: { by: 'folder', path }, isOn: true };
  return withSelection(state, { filters: index < 0 ? [filter, ...filters] : filters.with(index, filter) });
}

/** Moves a filter by this many positions; filters are applied in order. */
export const moveFilter = action((state, index: number, by: number) => {
  const filters = [...state.options.filters];
  const [moved] = filters.splice(index, 1);
  const to = index + by;
  if (!moved || by === 0 || to < 0 || to > filters.length) return undefined;
  filters.splice(to, 0, moved);
  return withSelection(state, { filters });
});

/** Sets the time range; undefined for the whole recording. */
export const setRange = action((state, range: TimeRange | undefined) => {
  const { range: before } = state.options;
  const exact = range && wholeNanoseconds(range, openRecording(state)?.start ?? 0);
  if (exact?.from === before?.from && exact?.to === before?.to) return undefined;
  return withSelection(state, { range: exact });
});

/** Rounds to the precision of a link. */
function wholeNanoseconds({ from, to }: TimeRange, start: number): TimeRange {
  const since = (time: number) => start + Math.round(time - start);
  return { from: since(from), to: Math.max(since(to), since(from) + 1) };
}

/** Selects threads, rows of `Recording.threadList`; undefined for all threads. */
export const setThreads = action((state, threads: readonly number[] | undefined) => {
  // In the same order as in a link.
  const sorted = threads?.toSorted((a, b) => a - b);
  return String(sorted) === String(state.options.threads)
    ? undefined
    : withSelection(state, { threads: sorted });
});

export const toggleImports = action((state) =>
  hasImports(state) ? withSelection(state, { foldImports: !state.options.foldImports }) : undefined,
);

/** Removes all filters and the time range, and selects all threads; in a comparison, those of both sides. */
export const selectAllSamples = action((state) => {
  const { comparison } = state.options;
  const all = { ...ALL_SAMPLES, ...(comparison && { comparison: withWholeRecordings(comparison) }) };
  return isEqual(selectionOf(state), { ...selectionOf(state), ...all })
    ? undefined
    : withSelection(state, all);
});

/** A recording with parts on both sides keeps them, because they are what is compared. */
function withWholeRecordings(comparison: ComparisonOptions): ComparisonOptions {
  const { a, b } = comparison;
  const isOn = (parts: readonly ComparedPart[], id: RecordingId) =>
    parts.some(({ recording }) => recording === id);
  const whole = (part: ComparedPart): ComparedPart =>
    isOn(a, part.recording) && isOn(b, part.recording)
      ? part
      : { recording: part.recording, range: undefined, threads: undefined };
  return { ...comparison, a: a.map(whole), b: b.map(whole) };
}

export const undo = action((state) => goTo(state, 'past', 'future'));

export const redo = action((state) => goTo(state, 'future', 'past'));

/** Restores the next view of `from`, and adds the current one to `to`. */
function goTo(state: State, from: 'past' | 'future', to: 'past' | 'future'): Partial<State> | undefined {
  const view = state[from].at(-1);
  if (!view) return undefined;
  const now = viewStateOf(state);
  return { ...restored(view, now), [from]: state[from].slice(0, -1), [to]: [...state[to], now] };
}

/** Shows another view of the recording from a link or the browser's history. If it selects other samples, that is one undo step. */
export const applyViewState = action((state, to: ViewState) => {
  const before = viewStateOf(state);
  return { ...to, ...(isEqual(selectionOf(to), selectionOf(before)) ? {} : undoStep(state, before)) };
});

/** Compares plain data. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
