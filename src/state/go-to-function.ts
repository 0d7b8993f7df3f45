// Goes to a function that the search found, in the current view.

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';
import { chainOf } from '../model/tree.ts';
import { currentGraph } from './graphs.ts';
import {
  openSandwich,
  select,
  selectInTime,
  setGrouping,
  setRow,
  setRowQuery,
  setView,
} from './navigation.ts';
import { openRecording, store } from './store.ts';
import { timeGraph } from './time-graph.ts';

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
  const node = graph ? heaviestNode(graph.tree, func, graph.root) : NONE;
  if (node !== NONE) select(node);
}

/** Lists the functions that match in the table. */
export function showMatchesInTable(query: string): void {
  if (!openRecording(store.getState())) return;
  setGrouping('function');
  setRowQuery(query);
  setView('table');
}

/** The first of the heaviest nodes; NONE if there is none. */
export function heaviestNode(tree: CallTree, func: number, root: number): number {
  let heaviest = NONE;
  let weight = -1;
  for (
    let node = tree.func.indexOf(func, Math.max(1, root));
    node >= 0;
    node = tree.func.indexOf(func, node + 1)
  ) {
    const total = tree.total[chainOf(tree, node)];
    if (total <= weight) continue;
    weight = total;
    heaviest = node;
  }
  return heaviest;
}
