// One function between its callers and its callees, over all boxes of it. A sample counts once: calls of the function
// by itself, directly or not, lie among its callees.

import { allOf, type Shown } from '../model/stack-runs.ts';
import { funcsIn, outermostBoxes, type Boxes, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { stepsOf } from './steps.ts';
import { treeOf } from './tree-of.ts';

/** Both trees weigh the function's total; box 1 of both is the function. */
export interface BothSides {
  readonly callers: CallTree;
  readonly callees: CallTree;
}

/** A function that stands nowhere has two trees of a root that weighs nothing. `funcs` is above every function. */
export function sandwichOf(
  tree: CallTree,
  func: number,
  funcs = Math.max(funcsIn(tree), func + 1),
): BothSides {
  const begins = outermostBoxes(tree, new Uint8Array(funcs).fill(1, func, func + 1));
  const all = allOf(tree, funcs);
  return { callers: callersOf(tree, all, begins), callees: treeOf({ ...all, begins }).tree };
}

function callersOf(tree: CallTree, all: Shown, { length, box, run }: Boxes): CallTree {
  const paths = new Paths(length);
  for (let i = 0; i < length; i++) paths.add(box[i], tree.total[run[i]], tree.samples[run[i]]);
  return treeOfPaths(stepsOf(all).steps, all.runs.funcs, paths).tree;
}
