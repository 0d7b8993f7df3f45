// Sorts short lists, for which the built-in sort is slow.

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
