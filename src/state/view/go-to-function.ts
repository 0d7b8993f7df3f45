// Goes to a function that the search found, in the current view.

import { NONE } from '../../model/profile.ts';
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
import { heaviestNodeOf } from './select-function.ts';
import { openRecording, store } from '../store.ts';
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
  const recording = openRecording(state);
  const node = graph && recording ? heaviestNodeOf(graph.tree, func, namesOf(recording).funcs) : NONE;
  if (node !== NONE) select(node);
}

/** Lists the functions that match in the table. */
export function showMatchesInTable(query: string): void {
  if (!openRecording(store.getState())) return;
  setGrouping('function');
  setRowQuery(query);
  setView('table');
}
