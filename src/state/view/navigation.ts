// Actions that move between views, levels and nodes of a recording.

import {
  pathTo,
  ROOT_PATH,
  withoutTime,
  type NodeRef,
  type TimeNode,
  functionIdsOf,
  type FunctionId,
} from '../../model/call-path.ts';
import type { CostId } from '../../model/costs.ts';
import type { Level } from '../../model/levels.ts';
import { NONE } from '../../model/profile.ts';
import type { Grouping, SearchResult } from '../../model/session.ts';
import { extentOf, type Direction, type VisibleRange } from '../../model/tree.ts';
import { FULL_WIDTH, zoomAt } from '../../model/viewport.ts';
import { callersOf, withExpandedNodes } from './expanded.ts';
import {
  answerOf,
  canInferCallers,
  callsGraph,
  currentGraph,
  type GraphState,
  namesOf,
  needsCosts,
  sandwichedFunc,
  shapeOf,
  subjectOf,
} from './graphs.ts';
import { isSameSubject } from './tables.ts';
import { action, openRecording, type State, store } from '../store.ts';
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
import { matchingNodes, searchedCost } from './matches.ts';
import { withoutDetails } from './side-panel.ts';
import { storePreference } from '../preferences.ts';
import { timeGraph, timeStep } from './time-graph.ts';
import type { Half, TableColumn, ViewName } from '../../model/view-names.ts';
import { COMPARISON_VIEWS, optionsWith, withOptions, type Coloring, type Subject } from './view-state.ts';

export const setLevel = action((state, level: Level) =>
  !openRecording(state) || level === state.options.level ? undefined : withOptions(state, { level }),
);

/** Shows the callers of cut stacks as recorded, or those that were inferred. */
export const toggleCallers = action((state) => {
  if (!canInferCallers(state)) return undefined;
  const callers = state.options.callers ? 'inferred' : 'recorded';
  storePreference('callers', callers);
  return { callers, ...withOptions(state, optionsWith(callers)) };
});

export const setEvent = action((state, event: number) => withOptions(state, { event }));

export const setView = action((state, viewName: ViewName) => {
  if (state.comparing && !COMPARISON_VIEWS.includes(viewName)) return { missingView: { name: viewName } };
  const subject = subjectOf(state);
  const change = {
    viewName,
    missingView: undefined,
    menu: undefined,
    row: viewName === 'table' ? subject : undefined,
  };
  const { sandwiched } = state;
  const recording = openRecording(state);
  if (!recording) return change;
  const ids = functionIdsOf(recording).exact;
  // The sandwich keeps its function while the user visits other views, even a function that was chosen by default.
  const shown = state.viewName === 'sandwich' ? sandwichedFunc(state) : NONE;
  const kept = shown === NONE ? sandwiched : ids[shown];
  const func = subject?.by === 'function' ? ids[subject.id] : undefined;
  const next = kept ?? (viewName === 'sandwich' ? func : undefined);
  // Not the function of an earlier visit.
  const isOutdated = viewName === 'sandwich' && next !== ids[state.sandwich?.func ?? NONE];
  return {
    ...change,
    sandwiched: next,
    ...(isOutdated && { sandwich: undefined }),
    locations: carryOver(state, viewName),
  };
});

/**
 * The locations after a change of view. A call path is meaningless in a tree of the other direction, so only its
 * function is kept; a location at that function stays as it is. The time order begins at the selected node of the
 * call tree.
 */
function carryOver({ viewName: before, locations }: State, viewName: ViewName): State['locations'] {
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

/** Sets what the rows of the table represent. */
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

export const setRow = action((_, row: Subject | undefined) => ({ row, openFindings: undefined }));

/** Sets the focused row of the table: the row that the user chose, or another one while a filter hides that row. */
export const setFocusedRow = action(({ focusedRow }, row: Subject | undefined) =>
  isSameSubject(focusedRow, row) ? undefined : { focusedRow: row },
);

export const setTreeSorting = action((_, treeSorting: 'total' | 'self') => ({ treeSorting }));

/** Splits the functions of the call tree by line, or merges their lines. */
export const toggleTreeByLine = action(({ treeByLine }) => ({ treeByLine: !treeByLine }));

export const setQuery = action((_, query: string) => ({ query, awaitsMatch: undefined }));

/** Highlights kinds of code, or removes the highlight if all of them are highlighted. */
export const toggleHighlight = action(({ highlighted }, ...kinds: readonly number[]) => {
  const isOn = kinds.every((kind) => highlighted.has(kind));
  const others = [...highlighted].filter((kind) => !kinds.includes(kind));
  return { highlighted: new Set(isOn ? others : [...others, ...kinds]), ...NO_COSTS };
});

const NO_COSTS = { highlightedCosts: new Set<CostId>() } as const;

/** Highlights the samples of a cost, or removes the highlight. */
export const toggleCostHighlight = action(({ highlightedCosts }, cost: CostId) => {
  const others = [...highlightedCosts].filter((each) => each !== cost);
  const isOn = highlightedCosts.has(cost);
  return { highlightedCosts: new Set(isOn ? others : [...others, cost]), highlighted: new Set<number>() };
});

/** Sets what the colors of the graphs and of the timeline show. */
export const setColorBy = action((_, colorBy: Coloring) => ({ colorBy }));

export const toggleColorBy = action(({ colorBy }) => ({ colorBy: colorBy === 'kind' ? 'cost' : 'kind' }));

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

export function sandwichSubject(): void {
  const subject = subjectOf(store.getState());
  if (subject?.by === 'function') openSandwich(subject.id);
}

/** Moves the focus to a half of the sandwich. */
export const setHalf = action((state, half: Half) => (half === state.half ? undefined : { half }));

/** Sets the callers' share of the height. */
export const setSandwichSplit = action((_, sandwichSplit: number) => ({ sandwichSplit }));

/** Records the visible range of a graph after it was panned or zoomed; undefined if it fits the zoomed node. */
export const setVisibleRange = action((state, name: GraphName, visibleRange: VisibleRange | undefined) =>
  // A graph of earlier samples may still report movements until the next one replaces it.
  answerOf(state, name)?.options === state.options ? withLocation(state, name, { visibleRange }) : undefined,
);

function withLocation(
  { locations }: State,
  name: GraphName,
  change: Partial<Location>,
): Pick<State, 'locations'> {
  return { locations: { ...locations, [name]: { ...locations[name], ...change } } };
}

/** Zooms to a node, which then fills the width. */
export const zoomTo = action((state, node: number) => {
  const graph = currentGraph(state);
  return (
    graph &&
    withLocation(
      state,
      graph.name,
      zoomedTo(graph.location, refIn(state, graph, node), node === graph.zoomed),
    )
  );
});

export const zoomToSelected = action((state) => {
  const time = timeGraph(state);
  if (time) return withLocation(state, 'time', { visibleRange: time.selectedRange });
  const graph = currentGraph(state);
  if (!graph) return undefined;
  const { zoomed, selected, location } = graph;
  return withLocation(
    state,
    graph.name,
    zoomedTo(location, withoutTime(location.selected), zoomed === selected),
  );
});

/** Zooms around the center. Factors below 1 zoom in. */
export const zoomBy = action((state, factor: number) => {
  const graph = timeGraph(state) ?? currentGraph(state);
  if (!graph) return undefined;
  const { visibleRange } = graph.location;
  const range = visibleRange ?? (graph.name === 'time' ? FULL_WIDTH : extentOf(graph.tree, graph.zoomed));
  const rowsBefore = visibleRange?.rowsBefore;
  return withLocation(state, graph.name, { visibleRange: { ...zoomAt(range, 0.5, factor), rowsBefore } });
});

/**
 * Zooms back to the previously zoomed node; in an unzoomed sandwich, goes back to the previous function. If there is neither,
 * clears the search; if there is no search, shows the overview.
 */
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
  if (hasNoZoom && !graph?.location.visibleRange)
    return state.query === '' ? { ...withoutDetails(state), openFindings: undefined } : { query: '' };
  return graph && withLocation(state, graph.name, zoomedBack(graph.location));
});

function isUnzoomed({ zoomed, zoomedBefore = [] }: Location): boolean {
  return zoomedBefore.length === 0 && functionAt(zoomed) === NONE;
}

export const resetZoom = action((state) => {
  const graph = timeGraph(state) ?? currentGraph(state);
  return graph && withLocation(state, graph.name, zoomedOut(graph.location));
});

export const select = action(selectedNode);

function selectedNode(state: State, node: number): Partial<State> | undefined {
  const graph = currentGraph(state);
  if (!graph || node === graph.selected) return undefined;
  const selected = refIn(state, graph, node);
  // Rows that were expanded only to show the selected node stay expanded.
  const expanded =
    state.viewName === 'tree' ? withExpandedNodes(state, graph, callersOf(graph.tree, node)) : undefined;
  return {
    ...withLocation(state, graph.name, { selected, ...(expanded && { expanded }) }),
    // The side panel shows either findings or details.
    openFindings: undefined,
  };
}

/** Moves the focus one step, if there is a node in that direction. */
export function walk(step: Step): void {
  const state = store.getState();
  const time = timeGraph(state);
  if (time) return selectInTime(timeStep(time, step));
  const graph = currentGraph(state);
  if (graph) select(stepFrom(graph.tree, graph.selected, step, graph.root));
}

/** Selects a node in the time order and its call path in the call tree, which provides the details. */
export const selectInTime = action(selectedInTime);

function selectedInTime(state: State, selected: TimeNode | undefined): Partial<State> | undefined {
  if (!selected) return undefined;
  const { locations } = withLocation(state, 'time', { selected });
  const calls = { ...locations.calls, selected: selected.path };
  return { locations: callsGraph(state) ? { ...locations, calls } : locations, openFindings: undefined };
}

/**
 * Moves the focus to the next search match in drawing order, wrapping around at the end. Until the search has been answered, this
 * waits for the answer.
 */
export const walkMatches = action((state, direction: 1 | -1) => {
  const { query, searchResult } = state;
  if (query === '') return undefined;
  return searchResult?.query === query
    ? selectedMatch(state, searchResult, direction)
    : { awaitsMatch: direction };
});

/** The state with a search result, at the match that the user is waiting for. */
export function withSearchResult(
  state: State,
  searchResult: NonNullable<State['searchResult']>,
): Partial<State> {
  return withAwaitedMatch(state, { searchResult });
}

/** The state with an answer; if the user is waiting for it to go to a match, at that match. */
export function withAwaitedMatch(before: State, answer: Partial<State>): Partial<State> {
  const state = { ...before, ...answer, awaitsMatch: undefined };
  const { awaitsMatch, query } = before;
  const { searchResult } = state;
  if (!awaitsMatch || searchResult?.query !== query) return answer;
  return { ...answer, awaitsMatch: undefined, ...selectedMatch(state, searchResult, awaitsMatch) };
}

function selectedMatch(state: State, found: SearchResult, direction: 1 | -1): Partial<State> | undefined {
  const time = timeGraph(state);
  if (time) return selectedInTime(state, time.nextMatch(found, direction));
  const graph = currentGraph(state);
  if (!graph) return undefined;
  const { selected, root, costs } = graph;
  if (!costs && awaitsCosts(state, found, graph)) return { awaitsMatch: direction };
  const isMatch = matchingNodes(found, graph.tree, costs);
  const { length } = graph.tree;
  for (let step = 1; step <= length; step++) {
    const node = (((selected + direction * step) % length) + length) % length;
    if (node > 0 && node >= root && isMatch(node)) return selectedNode(state, node);
  }
  return undefined;
}

/** True if a search for a cost needs the costs of a tree that are on their way. */
function awaitsCosts(state: State, found: SearchResult, { name, isComplete }: GraphState): boolean {
  const isRequested = (name === 'calls' || name === 'inverted') && isComplete && needsCosts(state);
  return isRequested && searchedCost(found) !== undefined;
}

function refIn(state: State, { tree, root }: GraphState, node: number): NodeRef {
  const recording = openRecording(state);
  return recording && node > root ? pathTo(tree, node, namesOf(recording)) : ROOT_PATH;
}
