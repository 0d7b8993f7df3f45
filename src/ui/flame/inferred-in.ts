// What a graph says about the inferred weight of a box.

import { inferredAt, type InferredWeights, chainOf, depthOf, type CallTree } from '../../model/tree.ts';
import { inferredText } from '../../text/mending-text.ts';

interface Graph {
  readonly tree: CallTree;
  readonly inferred?: InferredWeights | undefined;
}

/** Empty if nothing of the box is inferred. */
export function inferredIn({ tree, inferred }: Graph, box: number, before = ''): string {
  if (!inferred) return '';
  const chain = chainOf(tree, box);
  const weight = inferredAt(inferred, chain, depthOf(tree, box, chain));
  return weight > 0 ? `${before}${inferredText(weight / tree.total[chain])}` : '';
}
