// One function between its callers and its callees, over all boxes of it. A sample counts once: calls of the function
// by itself, directly or not, lie among its callees.

import { Chains } from '../model/chains.ts';
import { NONE } from '../model/profile.ts';
import { runOf, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { treeOf } from './tree-of.ts';

/** Both trees weigh the function's total; box 1 of both is the function. */
export interface BothSides {
  readonly callers: CallTree;
  readonly callees: CallTree;
}

/** A function that stands nowhere has two trees of a root that weighs nothing. */
export function sandwichOf(tree: CallTree, func: number): BothSides {
  const boxes = outermostBoxes(tree, func);
  return { callers: callersOf(tree, boxes), callees: calleesOf(tree, boxes) };
}

/** Boxes and their runs. */
interface Boxes {
  readonly length: number;
  readonly box: Int32Array;
  readonly run: Int32Array;
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
  const paths = new Paths(tree, length);
  for (let i = 0; i < length; i++) paths.add(box[i], run[i], tree.total[run[i]], tree.samples[run[i]]);
  return treeOfPaths(tree, paths, Infinity);
}

/** The subtrees of these boxes laid one on the other. */
function calleesOf(tree: CallTree, boxes: Boxes): CallTree {
  const chains = new Chains(boxesAbove(tree, boxes));
  /** Of each run the frame its last box becomes; then NONE for those where no sample ends. */
  const at = new Int32Array(tree.runs).fill(NONE);
  // One subtree is laid on nothing: its stacks need not be looked for.
  const isAlone = boxes.length === 1;
  for (let i = 0; i < boxes.length; i++) {
    const outermost = boxes.run[i];
    for (let run = outermost; run < tree.end[outermost]; run++) {
      const below = run === outermost ? NONE : at[tree.parent[run]];
      const from = run === outermost ? boxes.box[i] : tree.first[run];
      at[run] = isAlone
        ? chains.add(below, tree.func, from, tree.first[run + 1])
        : chains.intern(below, tree.func, from, tree.first[run + 1]);
    }
  }
  for (let run = 0; run < tree.runs; run++) {
    if (tree.selfSamples[run] === 0 && tree.self[run] === 0) at[run] = NONE;
  }
  const stacks = chains.finish(at);
  return treeOf(stacks, { run: at, weight: tree.self, samples: tree.selfSamples }).tree;
}

/** How many boxes these are with all that stands on them, at most. */
function boxesAbove(tree: CallTree, { length, box, run }: Boxes): number {
  let boxes = 0;
  for (let i = 0; i < length; i++) boxes += tree.first[tree.end[run[i]]] - box[i];
  return boxes;
}
