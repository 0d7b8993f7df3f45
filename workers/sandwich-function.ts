// Finds the function that the sandwich shows: the same one at every level of detail and with any filters.

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

/** The function itself if these samples have it, else its heaviest variant (`foo.cold` is `foo`); NONE without one. */
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
