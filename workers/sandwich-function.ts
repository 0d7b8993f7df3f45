// Finds the function that the sandwich shows, so that it stays the same across levels and filters.

import { NONE, type FuncTable } from '../src/model/profile.ts';
import type { Table } from '../src/model/session.ts';

/** The function with the most self weight; NONE for an empty table. */
export function mostSampled({ length, id, self }: Table): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] !== NONE && (best === NONE || self[row] > self[best])) best = row;
  }
  return best === NONE ? NONE : id[best];
}

/**
 * Returns the function itself if the table contains it, otherwise its heaviest variant (such as `foo.cold` for `foo`);
 * NONE if there is none.
 */
export function variantIn(
  { length, id, total }: Pick<Table, 'length' | 'id' | 'total'>,
  func: number,
  { canonical }: FuncTable,
): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] === func) return func;
    if (id[row] === NONE || canonical[id[row]] !== canonical[func]) continue;
    if (best === NONE || total[row] > total[best]) best = row;
  }
  return best === NONE ? NONE : id[best];
}
