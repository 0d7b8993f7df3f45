// The functions whose names have a text in them, the heaviest first.

import { labelOf, type Names } from '../model/labels.ts';
import { NONE } from '../model/profile.ts';
import type { Table } from '../model/session.ts';

export interface Choice {
  readonly func: number;
  readonly total: number;
}

/** A list is no place to look for more. */
const MOST_LISTED = 50;

/** `functions` is a table by function. Names are compared without regard to case, as they are shown: `f script.py`. */
export function functionsLike(
  names: Names,
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
  return found.sort((a, b) => b.total - a.total || a.func - b.func).slice(0, MOST_LISTED);
}
