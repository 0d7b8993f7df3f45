// The graphs on the page: which tree each shows and where a person is in it, and which one the keys are about.

import { NONE } from '../model/profile.ts';
import type { Shape, ViewOptions } from '../model/session.ts';
import type { CallTree, Direction } from '../model/tree.ts';
import type { Place } from './place.ts';
import type { Half, State, Subject, ViewName } from './store.ts';

/** The graph of all samples, or one of the sandwich. */
export type GraphName = 'view' | Half;

export interface GraphState extends Place {
  readonly name: GraphName;
  readonly options: ViewOptions;
  /** What stands on a box: what it calls, or who calls it. */
  readonly shape: Shape;
  readonly tree: CallTree;
  /** What was shown of the tree before all of it was there: its boxes lie where they lie in the tree. */
  readonly grownFrom: CallTree | undefined;
  /** The box that is all of the picture, and its first row. */
  readonly root: number;
  /** What shares are shares of. */
  readonly all: number;
}

/** Inverted views are drawn from the tree of callers, and all others stand on the tree of calls. */
export function shapeOf(viewName: ViewName): Shape {
  return viewName === 'inverted' ? 'callers' : 'calls';
}

/** The graph that the keys, the details and the way back are about; undefined while it is being made. */
export function currentGraph(state: State): GraphState | undefined {
  if (state.viewName === 'sandwich') return halfGraph(state, state.half);
  return shapeOf(state.viewName) === 'calls' ? callsGraph(state) : callersGraph(state);
}

/** What the keyboard is on: a row, or the function of the focused box; undefined on the root, on a lane, and without rows. */
export function subjectOf(state: State): Subject | undefined {
  const { subject, viewName } = state;
  // Rows and boxes in the order of time are told as they get the keyboard: boxes of the graph have it elsewhere.
  if (viewName === 'table' || viewName === 'time') return subject;
  const graph = currentGraph(state);
  const func = graph && graph.selected < graph.tree.length ? graph.tree.func[graph.selected] : NONE;
  return func === NONE ? undefined : { by: 'function', id: func };
}

/** The row that the details are about, in the table; in the order of time the same stack is selected in the graph. */
export function subjectBeside({ viewName, subject }: State): Subject | undefined {
  return viewName === 'table' ? subject : undefined;
}

/** All samples, from callers to callees; undefined while the page has the other tree. */
export function callsGraph(state: State): GraphState | undefined {
  return wholeGraph(state, 'calls');
}

/** All samples, from what was sampled to its callers; undefined while the page has the other tree. */
export function callersGraph(state: State): GraphState | undefined {
  return wholeGraph(state, 'callers');
}

/** One function's callers or callees; undefined while they are being made, and of a function that is not there. */
export function halfGraph(
  { sandwich, sandwichPart, functions, halves }: State,
  half: Half,
): GraphState | undefined {
  if (!sandwich || !functions) return undefined;
  return {
    name: half,
    options: sandwich.options,
    shape: half === 'callers' ? 'callers' : 'calls',
    tree: sandwich[half],
    grownFrom: sandwichPart?.[half],
    root: 1,
    all: functions.weight,
    ...halves[half],
  };
}

/** Whether all of what is looked at is there: boxes of a part are not numbered as in the whole. */
export function isAllThere({ view, viewName, sandwich }: State): boolean {
  return view?.isWhole === true && (viewName !== 'sandwich' || sandwich?.isWhole !== false);
}

/** What changes of the state when a person moves in a graph. */
export function moved(state: State, name: GraphName, change: Partial<Place>): Partial<State> {
  if (name === 'view') return change;
  const { halves } = state;
  return { halves: { ...halves, [name]: { ...halves[name], ...change } } };
}

function wholeGraph(state: State, shape: Shape): GraphState | undefined {
  const { view, grownFrom, zoomed, zoomedBefore, refits, selected, seen } = state;
  if (view?.shape !== shape) return undefined;
  const { options, tree } = view;
  const place = { zoomed, zoomedBefore, refits, selected, seen };
  return { name: 'view', options, shape, tree, grownFrom, root: 0, all: tree.total[0], ...place };
}

/** Which way the current graph grows. */
export function directionOf({ viewName, invertedDirection, half }: State): Direction {
  if (viewName === 'sandwich') return half === 'callers' ? 'flame' : 'icicle';
  if (viewName === 'inverted') return invertedDirection;
  return viewName === 'flame' ? 'flame' : 'icicle';
}
