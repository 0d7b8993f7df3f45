// One function between its callers and its callees, over all boxes of it. A sample counts once: calls of the function
// by itself, directly or not, lie among its callees.

import { atOnce } from '../model/stints.ts';
import { allOf, type Shown, type StackRuns } from '../model/stack-runs.ts';
import { funcsIn, outermostBoxes, type Boxes, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { stepsOf } from './steps.ts';
import { treeOf } from './tree-of.ts';

/** Both trees weigh the function's total; box 1 of both is the function. */
export interface BothSides {
  readonly callers: CallTree;
  readonly callees: CallTree;
}

/**
 * A function that stands nowhere has two trees of a root that weighs nothing. `funcs` is above every function. Boxes that
 * cover none of so many places, evenly over each side, are left out.
 */
export function sandwichOf(
  tree: CallTree,
  func: number,
  funcs = Math.max(funcsIn(tree), func + 1),
  places = Infinity,
): BothSides {
  const begins = outermostBoxes(tree, new Uint8Array(funcs).fill(1, func, func + 1));
  const all = allOf(tree, funcs);
  return { callers: callersOf(tree, all, begins, places), callees: treeOf({ ...all, begins }, places).tree };
}

function callersOf(tree: CallTree, all: Shown, { length, box, run }: Boxes, places: number): CallTree {
  const paths = new Paths(length);
  for (let i = 0; i < length; i++) paths.add(box[i], tree.total[run[i]], tree.samples[run[i]]);
  const { steps } = stepsOf(all, withAncestors(run.subarray(0, length), all.runs));
  return atOnce(treeOfPaths(steps, all.runs.funcs, paths, { rows: Infinity, places })).tree;
}

/** 1 for each of these runs, and for all that they stand on. */
function withAncestors(wanted: Int32Array, { length, parent }: StackRuns): Uint8Array {
  const marks = new Uint8Array(length);
  for (const run of wanted) for (let at = run; at >= 0 && marks[at] === 0; at = parent[at]) marks[at] = 1;
  return marks;
}
