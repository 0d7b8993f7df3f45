// Actions that select samples: filters, threads and a time range, with undo. Undo reverts the last change of these
// and keeps the view and the level; the browser's Back reverts any navigation, and leaves the recording in the end.

import type { Filter, TimeRange } from '../model/filter.ts';
import { ALL_SAMPLES, type SampleSelection } from '../model/session.ts';
import { mapLocations, zoomedOut } from './location.ts';
import { action, openRecording, type State } from './store.ts';
import { restored, selectionOf, viewStateOf, withOptions, type ViewState } from './view-state.ts';

/** Maximum number of undo steps. */
const MAX_STEPS = 200;

/** Selects other samples as a step that undo reverts. */
function selected(
  state: State,
  change: Partial<SampleSelection>,
): Pick<State, 'options' | 'locations' | 'past' | 'future'> {
  return { ...withOptions(state, change), ...stepFrom(state, viewStateOf(state)) };
}

function stepFrom({ past }: State, before: ViewState): Pick<State, 'past' | 'future'> {
  return { past: [...past.slice(1 - MAX_STEPS), before], future: [] };
}

/** Adds a filter after the others. */
export const addFilter = action((state, filter: Omit<Filter, 'isOn'>) => {
  const { filters } = state.options;
  const added = { ...filter, isOn: true };
  // Ignores a key pressed twice: the same filter again would change nothing.
  if (isEqual(filters.at(-1), added)) return undefined;
  const change = selected(state, { filters: [...filters, added] });
  // The graph now consists of the focused nodes, so it is shown unzoomed.
  const isNarrowed = filter.action === 'focus' || filter.action === 'callers';
  return isNarrowed ? { ...change, locations: mapLocations(change.locations, zoomedOut) } : change;
});

export const removeFilter = action((state, index: number) =>
  selected(state, { filters: state.options.filters.filter((_, i) => i !== index) }),
);

export const toggleFilter = action((state, index: number) =>
  selected(state, {
    filters: state.options.filters.map((each, i) => (i === index ? { ...each, isOn: !each.isOn } : each)),
  }),
);

/** Moves a filter by this many positions; filters are applied in order. */
export const moveFilter = action((state, index: number, by: number) => {
  const filters = [...state.options.filters];
  const [moved] = filters.splice(index, 1);
  const to = index + by;
  if (!moved || by === 0 || to < 0 || to > filters.length) return undefined;
  filters.splice(to, 0, moved);
  return selected(state, { filters });
});

/** Sets the time range; undefined for the whole recording. */
export const setRange = action((state, range: TimeRange | undefined) => {
  const { range: before } = state.options;
  const exact = range && wholeNanoseconds(range, openRecording(state)?.start ?? 0);
  if (exact?.from === before?.from && exact?.to === before?.to) return undefined;
  return selected(state, { range: exact });
});

/** Rounds as a link does. */
function wholeNanoseconds({ from, to }: TimeRange, start: number): TimeRange {
  const since = (time: number) => start + Math.round(time - start);
  return { from: since(from), to: Math.max(since(to), since(from) + 1) };
}

/** Selects threads, rows of `Recording.threadList`; undefined for all threads. */
export const setThreads = action((state, threads: readonly number[] | undefined) => {
  // In the order of links.
  const sorted = threads?.toSorted((a, b) => a - b);
  return String(sorted) === String(state.options.threads) ? undefined : selected(state, { threads: sorted });
});

/** Removes all filters and the time range, and selects all threads. */
export const selectAllSamples = action((state) =>
  isEqual(selectionOf(state), { ...selectionOf(state), ...ALL_SAMPLES })
    ? undefined
    : selected(state, ALL_SAMPLES),
);

export const undo = action((state) => goTo(state, 'past', 'future'));

export const redo = action((state) => goTo(state, 'future', 'past'));

/** Restores the next view of `from`, and adds the current one to `to`. */
function goTo(state: State, from: 'past' | 'future', to: 'past' | 'future'): Partial<State> | undefined {
  const view = state[from].at(-1);
  if (!view) return undefined;
  const now = viewStateOf(state);
  return { ...restored(view, now), [from]: state[from].slice(0, -1), [to]: [...state[to], now] };
}

/** Shows another view of the recording from a link or the browser's history. A change of samples is an undo step. */
export const applyViewState = action((state, to: ViewState) => {
  const before = viewStateOf(state);
  return { ...to, ...(isEqual(selectionOf(to), selectionOf(before)) ? {} : stepFrom(state, before)) };
});

/** Compares plain data. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
