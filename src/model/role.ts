// The roles of frames in stacks of perf, which python/classify.ts assigns.

/** How levels treat the leaf frame of a stack. */
export const Role = {
  plain: 0,
  /** A frame at the root end whose name and module are unknown. */
  pruned: 1,
  /** Merged with its caller: the evaluator of a Python function, or a repetition of the same function. */
  merged: 2,
  /** An evaluator without a known caller. */
  cut: 3,
  /** An evaluator whose caller is not a traced function. */
  untraced: 4,
} as const;
