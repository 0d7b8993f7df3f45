// Sorts the children of a box. Most boxes have few, and are sorted without asking the platform.

/** From this many on sorting is left to the platform. */
const MANY = 24;

/** Sorts `ids[from]` up to `ids[to]`, which rise: the heaviest first; the lower on a tie. */
export function sortHeaviest(ids: Int32Array, from: number, to: number, weight: Float64Array): void {
  if (to - from >= MANY) {
    ids.subarray(from, to).sort((a, b) => weight[b] - weight[a] || a - b);
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const id = ids[i];
    const heavy = weight[id];
    let at = i;
    for (; at > from && weight[ids[at - 1]] < heavy; at--) ids[at] = ids[at - 1];
    ids[at] = id;
  }
}
