// Actions about the source lines of functions.

import { targetOf } from '../../model/filter.ts';
import type { FunctionLines } from '../../model/lines.ts';
import type { ViewOptions } from '../../model/session.ts';
import { addFilter } from './selection.ts';
import { engine } from '../engine/session.ts';
import { openRecording, store } from '../store.ts';

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
