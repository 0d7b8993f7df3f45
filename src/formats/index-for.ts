/** Returns the index of `key`. New keys get the next index, starting at 0. */
export function indexFor<K>(indexes: Map<K, number>, key: K): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
