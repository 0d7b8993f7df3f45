// Sorts the children of a node. Most nodes have few children, already in order, and the built-in sort is slow for those.

/** Minimum number of children for which the built-in sort is faster. */
const MIN_FOR_BUILT_IN = 24;

/** Sorts the first `length` children by weight, heaviest first, then by function, lowest first. Functions must be distinct. */
export function sortHeaviest(
  children: Int32Array,
  length: number,
  weight: Float64Array,
  func: Int32Array,
): void {
  const isBefore = (a: number, b: number) =>
    weight[a] > weight[b] || (weight[a] === weight[b] && func[a] < func[b]);
  let sorted = 1;
  while (sorted < length && !isBefore(children[sorted], children[sorted - 1])) sorted++;
  if (sorted >= length) return;
  if (length >= MIN_FOR_BUILT_IN) {
    children.subarray(0, length).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return;
  }
  for (let i = sorted; i < length; i++) {
    const child = children[i];
    let at = i;
    for (; at > 0 && isBefore(child, children[at - 1]); at--) children[at] = children[at - 1];
    children[at] = child;
  }
}
