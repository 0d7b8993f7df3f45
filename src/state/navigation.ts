// Actions that move between views, levels and nodes of a recording.

import { pathTo, ROOT_PATH, withoutTime, type NodeRef, type TimeNode } from '../model/call-path.ts';
import { functionIdsOf, type FunctionId } from '../model/function-ids.ts';
import type { Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping, ViewOptions } from '../model/session.ts';
import { homeRange, type Direction, type VisibleRange } from '../model/tree.ts';
import { zoomAt } from '../model/viewport.ts';
import { callersOf, withOpen } from './expanded.ts';
import {
  callsGraph,
  currentGraph,
  type GraphState,
  namesOf,
  sandwichedFunc,
  shapeOf,
  subjectOf,
} from './graphs.ts';
import { action, openRecording, type State, store } from './store.ts';
import {
  AT_ROOT,
  functionAt,
  stepFrom,
  zoomedBack,
  zoomedOut,
  zoomedTo,
  type GraphName,
  type Location,
  type Step,
} from './location.ts';
import { storePreference } from './preferences.ts';
import { timeGraph, timeStep } from './time-graph.ts';
import { withOptions, type Half, type Subject, type TableColumn, type ViewName } from './view-state.ts';

export const setLevel = action((state, level: Level) =>
  !openRecording(state) || level === state.options.level ? undefined : withOptions(state, { level }),
);

export const setEvent = action((state, event: number) => withOptions(state, { event }));

export const setView = action((state, viewName: ViewName) => {
  const subject = subjectOf(state);
  const change = { viewName, menu: undefined, row: viewName === 'table' ? subject : undefined };
  const { sandwiched } = state;
  const recording = openRecording(state);
  if (!recording) return change;
  const ids = functionIdsOf(recording).exact;
  const func = subject?.by === 'function' ? ids[subject.id] : undefined;
  return {
    ...change,
    ...(viewName === 'sandwich' && { sandwiched: sandwiched ?? func }),
    locations: carriedOver(state, viewName),
  };
});

/**
 * The locations after a change of view. A call path is meaningless in a tree of the other direction, so only its
 * function is kept; a location at that function stays as it is. The time order begins at the selected node of the
 * call tree.
 */
function carriedOver({ viewName: before, locations }: State, viewName: ViewName): State['locations'] {
  const [from, to] = [treeNameOf(before), treeNameOf(viewName)];
  const carried =
    from && to && from !== to
      ? { ...locations, [to]: onSameFunctions(locations[from], locations[to]) }
      : locations;
  const { calls, time } = carried;
  if (viewName !== 'time' || withoutTime(time.selected) === calls.selected) return carried;
  return { ...carried, time: { ...time, selected: calls.selected } };
}

function onSameFunctions(from: Location, to: Location): Location {
  const like = <T extends NodeRef | TimeNode>(there: NodeRef | TimeNode, here: T) => {
    const func = functionAt(there);
    if (func === functionAt(here)) return here;
    return func === NONE ? ROOT_PATH : [func];
  };
  const zoomed = like(from.zoomed, to.zoomed);
  const selected = like(from.selected, to.selected);
  return zoomed === to.zoomed ? { ...to, selected } : { zoomed, selected };
}

/** The tree that a view shows or is derived from; undefined for the sandwich, which has its own trees. */
function treeNameOf(viewName: ViewName): 'calls' | 'inverted' | undefined {
  if (viewName === 'sandwich') return undefined;
  return shapeOf(viewName) === 'callers' ? 'inverted' : 'calls';
}

export const setInvertedDirection = action((_, invertedDirection: Direction) => {
  storePreference('inverted-direction', invertedDirection);
  return { invertedDirection };
});

/** Sets what the rows of the table are. */
export const setGrouping = action((_, grouping: Grouping) => ({ grouping }));

/**
 * Sorts the table: names from A to Z, numbers in descending order. Sorting by the same column again reverses the
 * order.
 */
export const sortBy = action(({ sorting }, column: TableColumn) => {
  const isSame = sorting.column === column;
  return { sorting: { column, isDescending: isSame ? !sorting.isDescending : column !== 'name' } };
});

export const setRowQuery = action((_, rowQuery: string) => ({ rowQuery }));

export const setRow = action((_, row: Subject | undefined) => ({ row }));

/** Sets the focused row of the table: the row that the user chose, or another one while a filter hides that row. */
export const setShownRow = action(({ shownRow }, row: Subject | undefined) =>
  shownRow?.by === row?.by && shownRow?.id === row?.id ? undefined : { shownRow: row },
);

export const setTreeSorting = action((_, treeSorting: 'total' | 'self') => ({ treeSorting }));

export const setQuery = action((_, query: string) => ({ query }));

/** Adds or removes the highlight of a kind of code. */
export const toggleHighlight = action((state, kind: number) => {
  const highlighted = new Set(state.highlighted);
  if (!highlighted.delete(kind)) highlighted.add(kind);
  return { highlighted };
});

/** Opens the sandwich of a function, a row of `Recording.funcs`. */
export const openSandwich = action((state, func: number) => {
  const { viewName, locations, sandwichedBefore } = state;
  const recording = openRecording(state);
  if (!recording) return undefined;
  const ids = functionIdsOf(recording).exact;
  const change = sandwichOf(locations, ids[func]);
  if (viewName !== 'sandwich')
    return {
      ...change,
      viewName: 'sandwich',
      row: undefined,
      menu: undefined,
      sandwichedBefore: [],
      sandwich: undefined,
    };
  const before = sandwichedFunc(state);
  if (func === before) return undefined;
  return { ...change, sandwichedBefore: before === NONE ? [] : [...sandwichedBefore, ids[before]] };
});

/** The change that puts a function in the middle of the sandwich and resets both halves to their roots. */
function sandwichOf(
  locations: State['locations'],
  sandwiched: FunctionId,
): Pick<State, 'sandwiched' | 'locations'> {
  return { sandwiched, locations: { ...locations, callers: AT_ROOT, callees: AT_ROOT } };
}

/** Opens the sandwich of the focused function. */
export function sandwichSubject(): void {
  const subject = subjectOf(store.getState());
  if (subject?.by === 'function') openSandwich(subject.id);
}

/** Moves the focus to a half of the sandwich. */
export const setHalf = action((state, half: Half) => (half === state.half ? undefined : { half }));

/** Sets the callers' share of the height; undefined for an automatic share. */
export const setSandwichSplit = action((_, sandwichSplit: number | undefined) => ({ sandwichSplit }));

/** Records the visible range of a graph after it was panned or zoomed; undefined if it fits the zoomed node. */
export const setVisibleRange = action((state, name: GraphName, visibleRange: VisibleRange | undefined) =>
  // A graph of earlier samples may still move until the next one replaces it.
  optionsOf(state, name) === state.options ? moved(state, name, { visibleRange }) : undefined,
);

/** The options of the displayed graph. */
function optionsOf({ view, sandwich, timeOrder }: State, name: GraphName): ViewOptions | undefined {
  if (name === 'time') return timeOrder?.options;
  return name === 'calls' || name === 'inverted' ? view?.options : sandwich?.functions.options;
}

function moved({ locations }: State, name: GraphName, change: Partial<Location>): Pick<State, 'locations'> {
  return { locations: { ...locations, [name]: { ...locations[name], ...change } } };
}

/** Zooms to a node, which then fills the width. */
export const zoomTo = action((state, node: number) => {
  const graph = currentGraph(state);
  return (
    graph &&
    moved(state, graph.name, zoomedTo(graph.location, refIn(state, graph, node), node === graph.zoomed))
  );
});

export const zoomToSelected = action((state) => {
  const time = timeGraph(state);
  if (time) return moved(state, 'time', { visibleRange: time.selectedRange });
  const graph = currentGraph(state);
  if (!graph) return undefined;
  const { zoomed, selected, location } = graph;
  return moved(state, graph.name, zoomedTo(location, withoutTime(location.selected), zoomed === selected));
});

/** Zooms around the center. Factors below 1 zoom in. */
export const zoomBy = action((state, factor: number) => {
  const graph = timeGraph(state) ?? currentGraph(state);
  if (!graph) return undefined;
  const range = graph.location.visibleRange ?? (graph.name === 'time' ? WHOLE_TIME : homeRange(graph));
  const { rowsBefore } = range;
  return moved(state, graph.name, { visibleRange: { ...zoomAt(range, 0.5, factor), rowsBefore } });
});

const WHOLE_TIME: VisibleRange = { from: 0, to: 1, rowsBefore: 0 };

/** Zooms back to the previously zoomed node; in an unzoomed sandwich, goes back to the previous function. */
export const zoomBack = action((state) => {
  const graph = timeGraph(state) ?? currentGraph(state);
  const { viewName, sandwichedBefore } = state;
  const before = sandwichedBefore.at(-1);
  const hasNoZoom = !graph || isUnzoomed(graph.location);
  if (viewName === 'sandwich' && hasNoZoom && before !== undefined)
    return {
      ...sandwichOf(state.locations, before),
      sandwichedBefore: sandwichedBefore.slice(0, -1),
    };
  return graph && moved(state, graph.name, zoomedBack(graph.location));
});

function isUnzoomed({ zoomed, zoomedBefore = [] }: Location): boolean {
  return zoomedBefore.length === 0 && functionAt(zoomed) === NONE;
}

export const resetZoom = action((state) => {
  const graph = timeGraph(state) ?? currentGraph(state);
  return graph && moved(state, graph.name, zoomedOut(graph.location));
});

export const select = action((state, node: number) => {
  const graph = currentGraph(state);
  if (!graph || node === graph.selected) return undefined;
  const selected = refIn(state, graph, node);
  // Rows that are expanded because they contain the selection stay expanded.
  const expanded =
    state.viewName === 'tree' ? withOpen(state, graph, callersOf(graph.tree, node)) : undefined;
  return moved(state, graph.name, { selected, ...(expanded && { expanded }) });
});

/** Moves the focus one step, if there is a node in that direction. */
export function walk(step: Step): void {
  const state = store.getState();
  const time = timeGraph(state);
  if (time) return selectInTime(timeStep(time, step));
  const graph = currentGraph(state);
  if (graph) select(stepFrom(graph.tree, graph.selected, step, graph.root));
}

/** Selects a node in the time order, and the same call path in the call tree, whose details are shown. */
export const selectInTime = action((state, selected: TimeNode | undefined) => {
  if (!selected) return undefined;
  const { locations } = moved(state, 'time', { selected });
  const calls = { ...locations.calls, selected: selected.path };
  return { locations: callsGraph(state) ? { ...locations, calls } : locations };
});

/** Moves the focus to the next search match in drawing order, wrapping around at the end. */
export function walkMatches(direction: 1 | -1): void {
  const state = store.getState();
  const { matches } = state.searchResult ?? {};
  const time = timeGraph(state);
  if (time && matches) return selectInTime(time.nextMatch(matches, direction));
  const graph = currentGraph(state);
  if (!graph || !matches) return;
  const { selected, root } = graph;
  const { length, func } = graph.tree;
  for (let step = 1; step <= length; step++) {
    const node = (((selected + direction * step) % length) + length) % length;
    if (node > 0 && node >= root && matches[func[node]] === 1) return select(node);
  }
}

function refIn(state: State, { tree, root }: GraphState, node: number): NodeRef {
  const recording = openRecording(state);
  return recording && node > root ? pathTo(tree, node, namesOf(recording)) : ROOT_PATH;
}
