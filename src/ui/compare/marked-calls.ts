// Whether a comparison has inserted or removed calls that are heavy enough to be seen.

import type { ComparedNodes } from '../../model/comparison.ts';

/** The least share of all code: in the unzoomed graph, brackets of lighter calls are too narrow to be drawn. */
const MIN_SHARE = 0.004;

/** `wanted` is a value of NodeMark. There may be millions of nodes, so callers keep the result. */
export function hasMarkedCalls({ mark, a, b }: ComparedNodes, wanted: number): boolean {
  const least = MIN_SHARE * Math.max(a[0], b[0]);
  return mark.some((each, node) => each === wanted && Math.max(a[node], b[node]) >= least);
}
