// Lists of values by key.

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const lists = new Map<K, V[]>();
  for (const value of values) addTo(lists, keyOf(value), value);
  return lists;
}

/** At most `max` of the values, at equal distances. */
export function evenlySpread<T>(values: readonly T[], max: number): readonly T[] {
  if (values.length <= max) return values;
  return Array.from({ length: max }, (_, i) => values[Math.floor(((i + 0.5) * values.length) / max)]);
}

/** The values in parts of at most `size`. */
export function* inParts<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
