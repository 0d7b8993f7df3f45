// Binary search in rows of any kind; `lastAtMost` in model/tree.ts searches typed arrays.

import { NONE } from '../model/profile.ts';

/** Among `count` rows sorted by key, the last one whose key is at most `key`; NONE if there is none. */
export function lastUpTo(count: number, keyOf: (row: number) => number, key: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(middle) <= key) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? NONE : low - 1;
}
