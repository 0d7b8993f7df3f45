// Sums weights by key over the nodes of a tree. A sample counts once per key, however often its stack contains the key. Chains are numbered
// depth first, so a node is inside the subtree that was counted last exactly when its chain is before the end of that subtree.

import type { CallTree } from '../model/tree.ts';

export class OutermostSums {
  /** By key. */
  readonly weight: Float64Array;
  readonly samples: Int32Array;
  /** Per key: the chain after the subtree that was counted last; 0 if the key was never added. */
  readonly countedUntil: Int32Array;

  constructor(keys: number) {
    this.weight = new Float64Array(keys);
    this.samples = new Int32Array(keys);
    this.countedUntil = new Int32Array(keys);
  }

  /** Adds a node of this chain that has the key. Nodes must be added in order. */
  add(key: number, tree: CallTree, chain: number): void {
    if (chain < this.countedUntil[key]) return;
    this.countedUntil[key] = tree.end[chain];
    this.weight[key] += tree.total[chain];
    this.samples[key] += tree.samples[chain];
  }
}
