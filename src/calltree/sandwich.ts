// One function between its callers and its callees, over all boxes of it. A sample counts once: calls of the function
// by itself, directly or not, lie among its callees.

import { risingTo, runsOf } from '../model/stack-runs.ts';
import { outermostBoxes, type Boxes, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { funcsIn } from './run-writer.ts';
import { treeOf } from './tree-of.ts';
import { weigh } from './weights.ts';

/** Both trees weigh the function's total; box 1 of both is the function. */
export interface BothSides {
  readonly callers: CallTree;
  readonly callees: CallTree;
}

/** A function that stands nowhere has two trees of a root that weighs nothing. */
export function sandwichOf(tree: CallTree, func: number): BothSides {
  const funcs = Math.max(funcsIn(tree), func + 1);
  const boxes = outermostBoxes(tree, new Uint8Array(funcs).fill(1, func, func + 1));
  const stacks = runsOf({ tree, rank: risingTo(tree.runs) }, funcs);
  const weights = weigh(stacks, { run: undefined, weight: tree.self, samples: tree.selfSamples });
  const callees = treeOf(stacks, weights, undefined, boxes).tree;
  return { callers: callersOf(tree, boxes), callees };
}

function callersOf(tree: CallTree, { length, box, run }: Boxes): CallTree {
  const paths = new Paths(length);
  for (let i = 0; i < length; i++) paths.add(box[i], tree.total[run[i]], tree.samples[run[i]]);
  return treeOfPaths(tree, paths);
}
