// The functions whose names contain the typed text, heaviest first.

import type { FunctionNames } from '../../model/profile.ts';
import { labelOf } from '../../text/labels.ts';
import { NONE } from '../../model/profile.ts';
import type { Table } from '../../model/session.ts';

export interface Choice {
  readonly func: number;
  readonly total: number;
}

const MAX_LISTED = 50;

/** `functions` is a table by function. Ignores case, and matches names as displayed: `f script.py`. */
export function matchingFunctions(
  names: FunctionNames,
  functions: Pick<Table, 'length' | 'id' | 'total'>,
  typed: string,
): Choice[] {
  const wanted = typed.trim().toLowerCase();
  const found: Choice[] = [];
  for (let row = 0; row < functions.length; row++) {
    const func = functions.id[row];
    if (func === NONE) continue;
    const { name, place } = labelOf(names, func);
    if (wanted === '' || `${name} ${place}`.toLowerCase().includes(wanted))
      found.push({ func, total: functions.total[row] });
  }
  return found.sort((a, b) => b.total - a.total || a.func - b.func).slice(0, MAX_LISTED);
}
