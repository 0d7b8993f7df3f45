// Finds the chain of a frame on the path of a sample, given its depth.

import { groupRows } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';

/** Chains in depth-first order. */
interface ChainDepths {
  readonly parent: Int32Array;
  /** Per chain: the depth of its first frame; 0 for the root. */
  readonly depth: Int32Array;
}

/**
 * Per sample: the chain that contains the frame at depth `at` on the path to the end of chain `ends`, or `ends` itself if the path is
 * shorter. NONE if `ends` is negative or `at` is not positive.
 */
export function chainsOfFrames({ parent, depth }: ChainDepths, ends: Int32Array, at: Int32Array): Int32Array {
  const chains = new Int32Array(ends.length).fill(NONE);
  const { first, rows } = groupRows(ends, parent.length);
  const level = new Int32Array(parent.length);
  /** The chains on the path to the current one, by level. */
  const path = new Int32Array(parent.length);
  for (let chain = 0; chain < parent.length; chain++) {
    level[chain] = parent[chain] < 0 ? 0 : level[parent[chain]] + 1;
    path[level[chain]] = chain;
    for (let i = first[chain]; i < first[chain + 1]; i++) {
      const row = rows[i];
      if (at[row] <= 0) continue;
      let [low, high] = [0, level[chain]];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (depth[path[middle]] <= at[row]) low = middle;
        else high = middle - 1;
      }
      chains[row] = path[low];
    }
  }
  return chains;
}
