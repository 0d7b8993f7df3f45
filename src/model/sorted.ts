// Searches sorted rows: a fast version for typed arrays, which hot loops use, and a general one for rows of any kind.

/** The index of the last of the first `length` sorted values that is at most `value`; -1 if there is none. */
export function lastAtMost(values: Int32Array | Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last of `count` rows sorted by key whose key is at most `key`; -1 if there is none. */
export function lastRowAtMost(count: number, keyOf: (row: number) => number, key: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(middle) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
