// Which boxes of a differential graph are dashed, because one side does not have them.

import type { BoxWidth } from '../../model/comparison.ts';

/** True for code that the side of the width does not have: an outline without a fill. `a` and `b` are the weights on both sides. */
export function isGhost(a: number, b: number, width: BoxWidth): boolean {
  return (width === 'b' && b === 0) || (width === 'a' && a === 0);
}

/** True for ghosts, and for code that only A has if the width is that of both sides. */
export function isDashed(a: number, b: number, width: BoxWidth): boolean {
  return isGhost(a, b, width) || (width !== 'a' && b === 0);
}
