// Which samples are looked at: filters, threads and a range of time, and the way back. Every change is one step.

import type { Filter, TimeRange } from '../model/filter.ts';
import type { Linked } from './link.ts';
import { refreshAll, refreshTimeline } from './refresh.ts';
import { ALL, type Looked } from '../model/session.ts';
import { store, type Sight, type State, type Visit } from './store.ts';
import { AT_ROOT, trailOf, type Trails } from './trail.ts';

const { getState, setState } = store;

/** A step farther back than this is forgotten. */
const MOST_STEPS = 200;

/** Another choice of samples; what was taken back before is forgotten. `arrival` is where to be in its picture. */
function look(change: Partial<Looked>, arrival = trails()): void {
  const { options, past } = getState();
  setState({
    options: { ...options, ...change },
    past: [...past.slice(1 - MOST_STEPS), visit()],
    future: [],
    arrival,
  });
  refreshAll();
}

/** Whether filters, time and threads leave no sample of what is shown. */
export function isNothingLeft({ view }: State): boolean {
  if (view?.tree.samples[0] !== 0) return false;
  const { filters, range, threads } = view.options;
  return filters.length > 0 || range !== undefined || threads !== undefined;
}

function lookedAt(): Looked {
  const { threads, range, filters } = getState().options;
  return { threads, range, filters };
}

function visit(): Visit {
  return { ...lookedAt(), trails: trails(), sight: sight() };
}

function sight(): Sight {
  const { options, viewName, view, seen, halves, unfolded } = getState();
  const { level, event } = options;
  const { callers, callees } = halves;
  return {
    viewName,
    level,
    event,
    seen: viewName === 'sandwich' ? { callers: callers.seen, callees: callees.seen } : { view: seen },
    ends: view && unfolded?.tree === view.tree ? unfolded.ends : undefined,
  };
}

/** Where a person is, or will be when the picture that was asked for comes, as far as that is known. */
function trails(): Trails {
  const { view, zoomed, selected, arrival } = getState();
  if (arrival && 'zoomed' in arrival) return arrival;
  if (!view) return AT_ROOT;
  const { shape, tree } = view;
  return { shape, zoomed: trailOf(tree, zoomed), selected: trailOf(tree, selected) };
}

/** What a link, or the way back of the browser, leads to; another choice of samples is one step, as any. */
export function lookAsLinked(linked: Linked): void {
  const { options, past } = getState();
  const isOther = LOOKED.some((key) => JSON.stringify(linked.options[key]) !== JSON.stringify(options[key]));
  setState({
    ...linked,
    ...(isOther && { past: [...past.slice(1 - MOST_STEPS), visit()], future: [] }),
  });
  refreshAll();
  if (linked.options.event !== options.event) refreshTimeline();
}

const LOOKED = ['threads', 'range', 'filters'] as const;

/** Adds a filter behind the others. */
export function addFilter(filter: Omit<Filter, 'isOn'>): void {
  const { filters } = getState().options;
  const added = { ...filter, isOn: true };
  // A key pressed twice: applied again right away, no filter changes anything.
  if (isSame(filters.at(-1), added)) return;
  // What is focused on is now all there is: it is shown whole.
  const isElsewhere = filter.action === 'focus' || filter.action === 'callers';
  look({ filters: [...filters, added] }, isElsewhere ? { ...trails(), zoomed: [] } : trails());
}

function isSame(a: Filter | undefined, b: Filter): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

export function removeFilter(index: number): void {
  look({ filters: getState().options.filters.filter((_, i) => i !== index) });
}

export function toggleFilter(index: number): void {
  const { filters } = getState().options;
  look({ filters: filters.map((each, i) => (i === index ? { ...each, isOn: !each.isOn } : each)) });
}

/** Moves a filter by so many places: filters are applied one after the other. */
export function moveFilter(index: number, by: number): void {
  const filters = [...getState().options.filters];
  const [moved] = filters.splice(index, 1);
  const to = index + by;
  if (!moved || by === 0 || to < 0 || to > filters.length) return;
  filters.splice(to, 0, moved);
  look({ filters });
}

/** Undefined for the whole recording. */
export function setRange(range: TimeRange | undefined): void {
  const { range: before } = getState().options;
  const exact = range && wholeNanoseconds(range);
  if (exact?.from === before?.from && exact?.to === before?.to) return;
  look({ range: exact });
}

/** As a link says it. */
function wholeNanoseconds({ from, to }: TimeRange): TimeRange {
  const { start = 0 } = getState().recording ?? {};
  const since = (time: number) => start + Math.round(time - start);
  return { from: since(from), to: Math.max(since(to), since(from) + 1) };
}

/** Undefined for all threads. */
export function setThreads(threads: readonly number[] | undefined): void {
  const before = getState().options.threads;
  // In the order in which a link says them.
  const sorted = threads?.toSorted((a, b) => a - b);
  if (String(sorted) === String(before)) return;
  look({ threads: sorted });
}

/** Everything again: no filter, no range, all threads. */
export function lookAtAll(): void {
  const { threads, range, filters } = lookedAt();
  if (threads || range || filters.length > 0) look(ALL);
}

export function undo(): void {
  step('past', 'future');
}

export function redo(): void {
  step('future', 'past');
}

function step(from: 'past' | 'future', to: 'past' | 'future'): void {
  const state = getState();
  const back = state[from].at(-1);
  if (!back) return;
  const { trails: arrival, sight: before, ...looked } = back;
  const options = { ...state.options, ...looked };
  const isSame = options.level === before.level && options.event === before.event;
  setState({
    options,
    back: isSame ? { ...before, options } : undefined,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], visit()],
    arrival,
  });
  refreshAll();
}
