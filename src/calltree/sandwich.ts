// One function between its callers and its callees, over all boxes of it. A sample counts once: calls of the function
// by itself, directly or not, lie among its callees.

import { runOf, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { treeOfSubtrees, type Boxes } from './subtrees.ts';

/** Both trees weigh the function's total; box 1 of both is the function. */
export interface BothSides {
  readonly callers: CallTree;
  readonly callees: CallTree;
}

/** A function that stands nowhere has two trees of a root that weighs nothing. */
export function sandwichOf(tree: CallTree, func: number): BothSides {
  const boxes = outermostBoxes(tree, func);
  return { callers: callersOf(tree, boxes), callees: treeOfSubtrees(tree, boxes) };
}

/** The boxes of the function that stand on no other of it. */
function outermostBoxes(tree: CallTree, func: number): Boxes {
  const box = new Int32Array(tree.runs);
  const run = new Int32Array(tree.runs);
  let length = 0;
  for (let at = tree.func.indexOf(func); at >= 0;) {
    box[length] = at;
    run[length] = runOf(tree, at);
    at = tree.func.indexOf(func, tree.first[tree.end[run[length++]]]);
  }
  return { length, box, run };
}

function callersOf(tree: CallTree, { length, box, run }: Boxes): CallTree {
  const paths = new Paths(length);
  for (let i = 0; i < length; i++) paths.add(box[i], tree.total[run[i]], tree.samples[run[i]]);
  return treeOfPaths(tree, paths);
}
