// Indentation of rows in the call tree: one step per level at first, then ever smaller steps, so that deep recursion leaves
// room for names. Deep rows also show their level as a number.

/** Levels indented by a full step. */
export const FULL_STEP_LEVELS = 16;

/** Indentation in steps. */
export function indentOf(depth: number): number {
  if (depth <= FULL_STEP_LEVELS) return depth;
  return Math.min(
    MAX_STEPS,
    FULL_STEP_LEVELS + 2 * Math.log2(1 + (depth - FULL_STEP_LEVELS) / FULL_STEP_LEVELS),
  );
}

export const MAX_STEPS = 24;
