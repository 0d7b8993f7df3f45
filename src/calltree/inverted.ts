// The tree from what was sampled to its callers.

import type { CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';

/**
 * On the root stand the functions that were sampled, on each its callers. Rows beyond `rows` are left out: the last box
 * shown keeps their weight as its own. Left out are also boxes that cover none of `places`, but for those on the root.
 * Every box lies where it lies in the whole tree.
 */
export function invertedTree(tree: CallTree, rows = Infinity, places = Infinity): CallTree {
  const { runs, first, self, selfSamples } = tree;
  let count = 0;
  for (let run = 0; run < runs; run++) if (self[run] > 0 || selfSamples[run] > 0) count++;
  const paths = new Paths(count);
  for (let run = 0; run < runs; run++) {
    if (self[run] > 0 || selfSamples[run] > 0) paths.add(first[run + 1] - 1, self[run], selfSamples[run]);
  }
  return treeOfPaths(tree, paths, { rows, places });
}
