// Finds the functions whose names contain the typed text, heaviest first.

import type { FunctionNames } from '../../model/profile.ts';
import { fullName, labelOf } from '../../text/labels.ts';
import { NONE } from '../../model/profile.ts';
import type { Table } from '../../model/session.ts';

export interface FunctionChoice {
  readonly func: number;
  readonly total: number;
}

const MAX_LISTED = 50;

/**
 * Matches names as displayed (`f script.py`), and recorded names with their files. Ignores case. `functions` is a table grouped by
 * function.
 */
export function matchingFunctions(
  names: FunctionNames,
  functions: Pick<Table, 'length' | 'id' | 'total'>,
  typed: string,
): FunctionChoice[] {
  const query = typed.trim().toLowerCase();
  const found: FunctionChoice[] = [];
  for (let row = 0; row < functions.length; row++) {
    const func = functions.id[row];
    if (func === NONE) continue;
    const { name, place } = labelOf(names, func);
    const text = `${name} ${place}\n${fullName(names, func)}`;
    if (query === '' || text.toLowerCase().includes(query)) found.push({ func, total: functions.total[row] });
  }
  return found.sort((a, b) => b.total - a.total || a.func - b.func).slice(0, MAX_LISTED);
}
