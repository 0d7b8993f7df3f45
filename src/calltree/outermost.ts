// Sums weights by key over the nodes of a tree. A sample counts once per key, even if its stack contains the key repeatedly.

import type { CallTree } from '../model/tree.ts';
import { Outermost } from '../model/trie.ts';
import type { WeightById } from '../model/profile.ts';

export class OutermostSums extends Outermost {
  /** Per key. */
  readonly weight: Float64Array;
  readonly samples: Int32Array;

  constructor(keys: number) {
    super(keys);
    this.weight = new Float64Array(keys);
    this.samples = new Int32Array(keys);
  }

  /** Adds a node of this chain under the key, unless it is inside a node with the same key. Nodes must be added in order. */
  add(key: number, tree: CallTree, chain: number): boolean {
    if (!this.visit(key, chain, tree.end[chain])) return false;
    this.weight[key] += tree.total[chain];
    this.samples[key] += tree.samples[chain];
    return true;
  }
}

/** Heaviest first, then lowest ID first. */
export function heaviest(
  weights: Iterable<readonly [id: number, weight: number]>,
  most: number,
): WeightById[] {
  const listed = Array.from(weights, ([id, weight]) => ({ id, weight }));
  return listed.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}
