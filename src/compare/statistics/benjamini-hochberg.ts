// False discovery rates (Benjamini and Hochberg, 1995): comparing.md, “Verdicts”.

/** Per p-value: the smallest false discovery rate at which it counts as a discovery. */
export function falseDiscoveryRates(ps: readonly number[]): number[] {
  const q = ps.map(() => 1);
  const order = [...ps.keys()].sort((i, j) => ps[i] - ps[j]);
  let smallest = 1;
  for (let rank = ps.length; rank > 0; rank--) {
    const row = order[rank - 1];
    smallest = Math.min(smallest, (ps[row] * ps.length) / rank);
    q[row] = smallest;
  }
  return q;
}
