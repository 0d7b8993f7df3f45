// Binary search in sorted columns, and sorting of short lists, for which the built-in sort is slow.

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

/** Minimum length for which the built-in sort is faster. */
const MIN_FOR_BUILT_IN = 24;

/** Sorts the first values in place. `compare` is that of `Array.prototype.sort`. */
export function sortFew(
  values: number[],
  compare: (x: number, y: number) => number,
  length = values.length,
): void {
  if (length >= MIN_FOR_BUILT_IN) {
    const sorted = values.slice(0, length).sort(compare);
    for (let i = 0; i < length; i++) values[i] = sorted[i];
    return;
  }
  for (let i = 1; i < length; i++) {
    const value = values[i];
    let at = i;
    for (; at > 0 && compare(value, values[at - 1]) < 0; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}
