// Actions about the source lines of functions.

import { targetOf } from '../model/filter.ts';
import { addFilter } from './selection.ts';
import { openRecording, store } from './store.ts';

/** Keeps only the samples in which a call of the function is at the line. */
export function keepLine(func: number, line: number): void {
  const recording = openRecording(store.getState());
  const target = recording && targetOf(recording, func, 'function');
  if (target?.by !== 'function') return;
  const { name, module } = target;
  addFilter({ action: 'only', target: { by: 'line', name, module, line } });
}
