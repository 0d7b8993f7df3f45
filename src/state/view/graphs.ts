// The graphs on the page: the tree of each, the nodes at the user's location, and the current graph, to which
// keyboard commands and details refer.

import { isPath, type PathNames, functionIdsOf } from '../../model/call-path.ts';
import type { CostShares } from '../../model/costs.ts';
import { type InferredWeights, depthOf, type CallTree, type Direction } from '../../model/tree.ts';
import { Kind } from '../../model/kinds.ts';
import { canFoldImports } from '../../model/levels.ts';
import { wholeFunction, NONE } from '../../model/profile.ts';
import type { Grouping, Recording, SampleSelection, Shape, ViewOptions } from '../../model/session.ts';
import { functionAt, nodeIn, type GraphName, type Location } from './location.ts';
import { searchedCost } from './matches.ts';
import { openRecording, type Answered, type State, store } from '../store.ts';
import type { Half, ViewName } from '../../model/view-names.ts';
import type { Subject } from './view-state.ts';

export interface GraphState {
  readonly name: GraphName;
  readonly options: ViewOptions;
  /** Determines whether children are callees or callers. */
  readonly shape: Shape;
  readonly tree: CallTree;
  /** Undefined until they are needed. */
  readonly costs: CostShares | undefined;
  /** Undefined if no sample was re-attached. */
  readonly inferred: InferredWeights | undefined;
  readonly isComplete: boolean;
  /** The node in the first row, which spans the whole graph. */
  readonly root: number;
  /** The weight of 100 %. */
  readonly all: number;
  /** Node numbers in `tree`. */
  readonly zoomed: number;
  readonly selected: number;
  readonly location: Location;
}

export function namesOf(recording: Recording): PathNames {
  return {
    // Not needed for roots, and takes several milliseconds for a new recording.
    get ids() {
      return functionIdsOf(recording);
    },
    funcs: recording.funcs,
  };
}

/** True if boxes show the costs of their samples, or are searched by them. A comparison has none. */
export function needsCosts({ colorBy, highlightedCosts, searchResult, comparing }: State): boolean {
  const isShown = colorBy === 'cost' || highlightedCosts.size > 0;
  return (isShown || searchedCost(searchResult) !== undefined) && comparing === undefined;
}

/** True if the call tree shows the lines of functions. A comparison merges them. */
export function isTreeByLine({ viewName, treeByLine, recording, comparing }: State): boolean {
  return viewName === 'tree' && treeByLine && recording?.hasLines === true && comparing === undefined;
}

/** The inverted view shows the caller tree; all others need the call tree. */
export function shapeOf(viewName: ViewName): Shape {
  return viewName === 'inverted' ? 'callers' : 'calls';
}

/** The graph to which keys, details and breadcrumbs refer; undefined until its tree arrives. */
export function currentGraph(state: State): GraphState | undefined {
  if (state.viewName === 'sandwich') return halfGraph(state, state.half);
  return treeGraph(state, shapeOf(state.viewName));
}

/** What the rows of the table represent; comparisons are by function. */
export function groupingOf({ comparing, grouping }: Pick<State, 'comparing' | 'grouping'>): Grouping {
  return comparing ? 'function' : grouping;
}

/** The focused row, or the function of the focused node; undefined for a root or a thread, and without rows. */
export function subjectOf(state: State): Subject | undefined {
  if (state.viewName === 'table') return wholeSubject(state, state.focusedRow);
  const { viewName, locations } = state;
  const recording = openRecording(state);
  const graph = currentGraph(state);
  const func =
    viewName === 'time' && recording
      ? functionIdsOf(recording).rowOf(functionAt(locations.time.selected))
      : graph
        ? graph.tree.func[graph.selected]
        : NONE;
  return func === NONE ? undefined : wholeSubject(state, { by: 'function', id: func });
}

/** The function of a line: menus, filters and details are about it. */
function wholeSubject(state: State, subject: Subject | undefined): Subject | undefined {
  const recording = openRecording(state);
  if (!recording || !subject || (subject.by !== 'line' && subject.by !== 'function')) return subject;
  if (subject.id === NONE) return subject;
  return { by: 'function', id: wholeFunction(recording.funcs, subject.id) };
}

/** The answer that a graph displays, possibly for earlier options. The two graphs of all samples share one. */
export function answerOf(
  { view, sandwich, timeOrder }: State,
  name: GraphName,
): Answered<{ readonly options: ViewOptions }> | undefined {
  if (name === 'time') return timeOrder;
  if (name === 'calls' || name === 'inverted') return view;
  return sandwich && { options: sandwich.functions.options, isComplete: sandwich.isComplete };
}

/** The call tree of all samples; undefined while the page has the caller tree. */
export function callsGraph(state: State): GraphState | undefined {
  return treeGraph(state, 'calls');
}

/** The caller tree of all samples; undefined while the page has the call tree. */
export function callersGraph(state: State): GraphState | undefined {
  return treeGraph(state, 'callers');
}

function treeGraph(state: State, shape: Shape): GraphState | undefined {
  const { opening, view, locations } = state;
  const shown = openRecording(state) ?? opening?.beginning;
  if (!shown || view?.shape !== shape) return undefined;
  const { options, tree, costs, inferred, isComplete } = view;
  const name = shape === 'calls' ? 'calls' : 'inverted';
  const nodes = nodesAt(tree, locations[name], namesOf(shown), 0);
  const { zoomed } = nodes;
  // A function without self samples is not a child of the root; the whole caller tree is shown instead.
  const isBesideRoot =
    shape === 'callers' && pathLength(locations[name]) === 1 && zoomed > 0 && depthOf(tree, zoomed) !== 1;
  return {
    name,
    options,
    shape,
    tree,
    costs,
    inferred,
    isComplete,
    root: 0,
    all: tree.total[0],
    location: locations[name],
    selected: nodes.selected,
    zoomed: isBesideRoot ? 0 : zoomed,
  };
}

function pathLength({ zoomed }: Location): number {
  return isPath(zoomed) ? zoomed.length : 0;
}

/** The callers or the callees of one function; undefined until they arrive, and for a function without samples. */
export function halfGraph(state: State, half: Half): GraphState | undefined {
  const { locations } = state;
  const recording = openRecording(state);
  const { sandwich, functions, isComplete = false } = state.sandwich ?? {};
  if (!recording || !sandwich || !functions) return undefined;
  const tree = sandwich[half];
  return {
    name: half,
    options: sandwich.options,
    shape: half === 'callers' ? 'callers' : 'calls',
    tree,
    costs: sandwich.costs?.[half],
    inferred: sandwich.inferred?.[half],
    isComplete,
    root: 1,
    all: functions.weight,
    location: locations[half],
    ...nodesAt(tree, locations[half], namesOf(recording), 1),
  };
}

function nodesAt(
  tree: CallTree,
  { zoomed, selected }: Location,
  names: PathNames,
  root: number,
): Pick<GraphState, 'zoomed' | 'selected'> {
  const last = Math.max(0, tree.length - 1);
  const node = (ref: Location['selected']) => Math.min(last, Math.max(root, nodeIn(tree, ref, names)));
  return { zoomed: node(zoomed), selected: node(selected) };
}

/** The direction in which the current graph grows. */
export function directionOf({ viewName, invertedDirection, half }: State): Direction {
  if (viewName === 'sandwich') return half === 'callers' ? 'flame' : 'icicle';
  if (viewName === 'inverted') return invertedDirection;
  return viewName === 'flame' ? 'flame' : 'icicle';
}

/** The function in the middle of the sandwich, a row of `Recording.funcs`; NONE before it is known. */
export function sandwichedFunc(state: State): number {
  const { sandwiched, sandwich } = state;
  const recording = openRecording(state);
  const chosen = recording && sandwiched !== undefined ? functionIdsOf(recording).rowOf(sandwiched) : NONE;
  return chosen === NONE ? (sandwich?.func ?? NONE) : chosen;
}

/** True if filters, threads or the time range leave no samples. A comparison needs more than that. */
export function isNothingSelected({ view, comparing }: State): boolean {
  return view?.tree.samples[0] === 0 && isSubset(view.options) && comparing === undefined;
}

/** True if there are filters, even disabled ones, or if threads or a time range are selected. */
export function isSubset({ filters, range, threads }: SampleSelection): boolean {
  return filters.length > 0 || range !== undefined || threads !== undefined;
}

/** True if folding imports has an effect: the recording has import machinery, and the level hides call glue. Comparisons do not fold. */
export function hasImports(state: Pick<State, 'recording' | 'comparing' | 'options'>): boolean {
  const { kind } = openRecording(state)?.funcs ?? {};
  if (state.comparing) return false;
  return canFoldImports(state.options.level) && kind?.includes(Kind.importlib) === true;
}

/** True if stacks of the recording that were cut can be re-attached. */
export function hasInferredCallers(state: Pick<State, 'recording' | 'comparing' | 'options'>): boolean {
  return (openRecording(state)?.mending?.mended ?? 0) > 0;
}

/** True if the callers that are shown can be chosen: “As recorded” shows no others. */
export function canInferCallers(state: Pick<State, 'recording' | 'comparing' | 'options'>): boolean {
  return state.options.level !== 'raw' && hasInferredCallers(state);
}

export function currentSubject(): Subject | undefined {
  return subjectOf(store.getState());
}
