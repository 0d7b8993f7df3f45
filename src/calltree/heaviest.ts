// Sorts the children of a box. Most boxes have few, in order already, and are sorted without asking the platform.

/** From this many on sorting is left to the platform. */
const MANY = 24;

/** Sorts `ids[from]` up to `ids[to]`: the heaviest first, on a tie the one with the lower function. Functions differ. */
export function sortHeaviest(
  ids: Int32Array,
  from: number,
  to: number,
  weight: Float64Array,
  func: Int32Array,
): void {
  const isBefore = (a: number, b: number) =>
    weight[a] > weight[b] || (weight[a] === weight[b] && func[a] < func[b]);
  let sorted = from + 1;
  while (sorted < to && !isBefore(ids[sorted], ids[sorted - 1])) sorted++;
  if (sorted >= to) return;
  if (to - from >= MANY) {
    ids.subarray(from, to).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return;
  }
  for (let i = sorted; i < to; i++) {
    const id = ids[i];
    let at = i;
    for (; at > from && isBefore(id, ids[at - 1]); at--) ids[at] = ids[at - 1];
    ids[at] = id;
  }
}
