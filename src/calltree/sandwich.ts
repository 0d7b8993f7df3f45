// Builds the callers and callees of one function, over all of its calls. Each sample counts once: recursive calls are among the
// callees.

import { runNow } from '../async/time-slices.ts';
import { allOf, type FilteredStacks, type Chains } from '../model/stack-chains.ts';
import { funcsIn, outermostNodes, type Nodes, type CallTree } from '../model/tree.ts';
import { bottomUpTree } from './bottom-up.ts';
import { linkCallers } from './caller-links.ts';
import type { Sandwich } from '../model/session.ts';
import type { TreeScratch } from './scratch.ts';
import { topDownTree } from './top-down.ts';

/**
 * The total of both trees is the function's total; node 1 of both is the function. A function that is not in the tree has two
 * empty trees. `funcs` is greater than every function. Nodes that cover none of the sample points, which are spaced evenly over
 * each side, are left out.
 */
export function sandwichOf(
  tree: CallTree,
  func: number,
  funcs = Math.max(funcsIn(tree), func + 1),
  samplePoints = Infinity,
  scratch?: TreeScratch,
): Pick<Sandwich, 'callers' | 'callees'> {
  const begins = outermostNodes(tree, new Uint8Array(funcs).fill(1, func, func + 1));
  const all = allOf(tree, funcs);
  return {
    callers: callersOf(tree, all, begins, samplePoints),
    callees: topDownTree({ ...all, begins }, samplePoints, scratch).tree,
  };
}

function callersOf(
  tree: CallTree,
  all: FilteredStacks,
  { length, node, chain }: Nodes,
  samplePoints: number,
): CallTree {
  const weight = new Float64Array(length);
  const samples = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    weight[i] = tree.total[chain[i]];
    samples[i] = tree.samples[chain[i]];
  }
  const paths = { frame: node.subarray(0, length), weight, samples };
  const { links } = linkCallers(all, withAncestors(chain.subarray(0, length), all.chains));
  return runNow(bottomUpTree(links, all.chains.funcs, paths, { depth: Infinity, samplePoints })).tree;
}

/** Marks these chains and their ancestors with 1. */
function withAncestors(wanted: Int32Array, { length, parent }: Chains): Uint8Array {
  const marks = new Uint8Array(length);
  for (const chain of wanted) for (let at = chain; at >= 0 && marks[at] === 0; at = parent[at]) marks[at] = 1;
  return marks;
}
