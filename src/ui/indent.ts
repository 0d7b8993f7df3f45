// How far a box of the call tree is indented: by a step a level at first, then less and less, so that a recursion of
// hundreds of levels still leaves room for names. Where levels are no longer told apart by eye, their number is shown.

/** Levels that are indented in full. */
export const PLAIN_LEVELS = 16;

/** In steps; never more than MOST_STEPS. */
export function indentOf(depth: number): number {
  if (depth <= PLAIN_LEVELS) return depth;
  return Math.min(MOST_STEPS, PLAIN_LEVELS + 2 * Math.log2(1 + (depth - PLAIN_LEVELS) / PLAIN_LEVELS));
}

export const MOST_STEPS = 24;
