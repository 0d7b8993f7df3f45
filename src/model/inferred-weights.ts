// How much of the weight of each node of a tree is inferred. Within a chain it only changes where the inferred frames of a sample end.

import type { CallTree } from './tree.ts';

/** Steps of each chain, in order of depth. Nodes without a step at or below them have no inferred weight. */
export interface InferredWeights {
  /** Per chain: its first step. One extra entry at the end. */
  readonly first: Int32Array;
  /** Per step: the depth of the last node that it applies to. */
  readonly depth: Int32Array;
  readonly weight: Float64Array;
}

/** The inferred weight of the node of a chain at this depth; 0 for the root of the tree. */
export function inferredAt({ first, depth, weight }: InferredWeights, chain: number, at: number): number {
  if (at === 0) return 0;
  for (let step = first[chain]; step < first[chain + 1]; step++) if (at <= depth[step]) return weight[step];
  return 0;
}

/** True if the box of the node is drawn as inferred: half of its weight is, or more. */
export function isInferred(
  { total }: Pick<CallTree, 'total'>,
  weights: InferredWeights,
  chain: number,
  at: number,
): boolean {
  const inferred = inferredAt(weights, chain, at);
  return inferred > 0 && 2 * inferred >= total[chain];
}
