// Sums by key over the boxes of a tree, each sample once however often the key stands in its stack. Runs are numbered
// depth first, so a box lies in the subtree that was counted last exactly when its run comes before the end of that.

import type { CallTree } from '../model/tree.ts';

export class Outermost {
  /** By key. */
  readonly weight: Float64Array;
  readonly samples: Int32Array;
  /** Of each key the run behind the subtree that was counted last; 0 for a key that was never met. */
  readonly behind: Int32Array;

  /** Keys are 0 up to `keys`. */
  constructor(keys: number) {
    this.weight = new Float64Array(keys);
    this.samples = new Int32Array(keys);
    this.behind = new Int32Array(keys);
  }

  /** A box of the run `run` has the key. To be told of boxes in their order. */
  add(key: number, tree: CallTree, run: number): void {
    if (run < this.behind[key]) return;
    this.behind[key] = tree.end[run];
    this.weight[key] += tree.total[run];
    this.samples[key] += tree.samples[run];
  }
}
