// Sums weights by key over the nodes of a tree. A sample counts once per key, even if its stack contains the key repeatedly. Chains
// are numbered depth first, so a node is inside the last counted subtree exactly if its chain precedes the end of that subtree.

import type { CallTree } from '../model/tree.ts';

export class OutermostSums {
  /** Per key. */
  readonly weight: Float64Array;
  readonly samples: Int32Array;
  /** Per key: the chain after the last counted subtree; 0 if the key was never added. */
  readonly countedUntil: Int32Array;

  constructor(keys: number) {
    this.weight = new Float64Array(keys);
    this.samples = new Int32Array(keys);
    this.countedUntil = new Int32Array(keys);
  }

  /** Adds a node of this chain under the key, unless it is inside a node with the same key. Nodes must be added in order. */
  add(key: number, tree: CallTree, chain: number): boolean {
    if (chain < this.countedUntil[key]) return false;
    this.countedUntil[key] = tree.end[chain];
    this.weight[key] += tree.total[chain];
    this.samples[key] += tree.samples[chain];
    return true;
  }
}
