// Sorts short lists, for which the built-in sort is slow.

/** Minimum length for which the built-in sort is faster. */
const MIN_FOR_BUILT_IN = 24;

/** Sorts in place. `compare` is that of `Array.prototype.sort`. */
export function sortFew(values: number[], compare: (x: number, y: number) => number): void {
  if (values.length >= MIN_FOR_BUILT_IN) {
    values.sort(compare);
    return;
  }
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    let at = i;
    for (; at > 0 && compare(value, values[at - 1]) < 0; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}
