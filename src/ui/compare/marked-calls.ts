// Whether a comparison has inserted or removed calls that are heavy enough to be seen.

import type { ComparedNodes } from '../../model/comparison.ts';

/** The least share of all code: in the unzoomed graph, brackets of lighter calls are too narrow to be drawn. */
const MIN_SHARE = 0.004;

/** `kind` is a value of NodeMark. */
export function hasMarkedCalls({ mark, a, b }: ComparedNodes, kind: number): boolean {
  const minWeight = MIN_SHARE * Math.max(a[0], b[0]);
  // Few chains have a mark, and `indexOf` is much faster than calling a function for each.
  for (let chain = mark.indexOf(kind); chain >= 0; chain = mark.indexOf(kind, chain + 1))
    if (Math.max(a[chain], b[chain]) >= minWeight) return true;
  return false;
}
