// Actions about functions and their source lines, in whatever view is open.

import { pathTo, visitCallsOf } from '../../model/call-path.ts';
import { NONE, type FuncTable } from '../../model/profile.ts';
import { childrenOf, parentOf, type CallTree } from '../../model/tree.ts';
import { currentGraph, namesOf } from './graphs.ts';
import {
  openSandwich,
  select,
  selectInTime,
  setGrouping,
  setRow,
  setRowQuery,
  setView,
} from './navigation.ts';
import { openRecording, store } from '../store.ts';
import { timeGraph } from './time-graph.ts';
import { targetOf } from '../../model/filter.ts';
import type { FunctionLines } from '../../model/lines.ts';
import type { ViewOptions } from '../../model/session.ts';
import { addFilter } from './selection.ts';
import { engine } from '../engine/session.ts';

/**
 * Selects a function, a row of `Recording.funcs`. In a graph, selects a caller or callee of the selected box if one is a call of the
 * function, otherwise the function's heaviest box; in the table, its row. The sandwich shows the function in the middle.
 */
export function selectFunction(func: number): void {
  const state = store.getState();
  const { viewName } = state;
  const recording = openRecording(state);
  if (viewName === 'sandwich') return openSandwich(func);
  if (viewName === 'table')
    // The table may be grouped differently, or its filter may hide the row.
    return store.setState({ grouping: 'function', rowQuery: '', row: { by: 'function', id: func } });
  const graph = currentGraph(state);
  if (!graph || !recording) return;
  const { tree, selected } = graph;
  const names = namesOf(recording);
  const neighbor = neighborOf(tree, selected, func, names.funcs);
  const node = neighbor === NONE ? heaviestNodeOf(tree, func, names.funcs) : neighbor;
  if (node === NONE) return;
  if (viewName !== 'time') return select(node);
  const path = pathTo(tree, node, names);
  store.setState(({ locations: { calls, time, ...others } }) => ({
    locations: { ...others, calls: { ...calls, selected: path }, time: { ...time, selected: path } },
  }));
}

type Canonical = Pick<FuncTable, 'canonical'>;

/** The heaviest callee of the node that is a call of the function, or else its caller if that is one; otherwise NONE. */
function neighborOf(tree: CallTree, node: number, func: number, { canonical }: Canonical): number {
  const isCall = (each: number) => each > 0 && canonical[tree.func[each]] === canonical[func];
  if (node <= 0) return NONE;
  return [...childrenOf(tree, node), parentOf(tree, node)].find(isCall) ?? NONE;
}

/** The heaviest node of the function, and the outermost one in its call path; NONE if the tree does not contain the function. */
export function heaviestNodeOf(tree: CallTree, func: number, { canonical }: Canonical): number {
  let heaviest = NONE;
  let most = -Infinity;
  visitCallsOf(tree, canonical[func], canonical, (node, chain) => {
    const total = tree.total[chain];
    if (total < most || (total === most && node > heaviest)) return;
    heaviest = node;
    most = total;
  });
  return heaviest;
}

/** Focuses its heaviest box, its next one in time order, or its row; the sandwich puts it in the middle. */
export function goToFunction(func: number): void {
  const state = store.getState();
  const { viewName, searchResult } = state;
  if (viewName === 'sandwich') return openSandwich(func);
  if (viewName === 'table') {
    setGrouping('function');
    return setRow({ by: 'function', id: func });
  }
  const time = timeGraph(state);
  if (time && searchResult) {
    const matches = new Uint8Array(searchResult.matches.length);
    matches[func] = 1;
    return selectInTime(time.nextMatch({ ...searchResult, asked: undefined, matches }, 1));
  }
  const graph = currentGraph(state);
  const recording = openRecording(state);
  const node = graph && recording ? heaviestNodeOf(graph.tree, func, namesOf(recording).funcs) : NONE;
  if (node !== NONE) select(node);
}

export function showMatchesInTable(query: string): void {
  if (!openRecording(store.getState())) return;
  setGrouping('function');
  setRowQuery(query);
  setView('table');
}

/** Keeps only the samples in which a call of the function is at the line. */
export function keepLine(func: number, line: number): void {
  const recording = openRecording(store.getState());
  const target = recording && targetOf(recording, func, 'function');
  if (target?.by !== 'function') return;
  const { name, module } = target;
  addFilter({ action: 'only', target: { by: 'line', name, module, line } });
}

/** The lines of a function under the pointer. Undefined if a newer request or another recording replaces it. */
export async function linesUnderPointer(
  options: ViewOptions,
  func: number,
): Promise<FunctionLines | undefined> {
  try {
    return (await engine.ask('lines under the pointer', 'functionLines', { options, func })).value;
  } catch {
    // If lines cannot be found at all, the details say so.
    return undefined;
  }
}
