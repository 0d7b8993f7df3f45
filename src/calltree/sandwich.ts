// Builds the trees of callers and callees of one function, over all of its calls. Each sample counts once; recursive calls are
// among the callees.

import { runNow } from '../async/time-slices.ts';
import { NONE } from '../model/profile.ts';
import { type Chains, outermostNodes, type Nodes } from '../model/trie.ts';
import {
  allStacksOf,
  type FilteredStacks,
  funcsIn,
  type CallTree,
  type TreeWithEnds,
} from '../model/tree.ts';
import { bottomUpTree } from './build/bottom-up.ts';
import { linkCallers } from './build/caller-links.ts';
import type { Sandwich } from '../model/session.ts';
import type { TreeScratch } from './build/weights.ts';
import { topDownTree } from './build/top-down.ts';

/**
 * The total of both trees is the function's total, and node 1 of both is the function. Both trees are empty if the function is not in
 * the tree. `funcs` is an exclusive upper bound on function indices. Omits nodes that cover none of the sample points, which are spaced evenly
 * over the width of each tree.
 */
export function sandwichOf(
  tree: CallTree,
  func: number,
  funcs = Math.max(funcsIn(tree), func + 1),
  samplePoints = Infinity,
  scratch?: TreeScratch,
): Pick<Sandwich, 'callers' | 'callees'> {
  const { callers, callees } = sandwichWithEnds(tree, func, funcs, samplePoints, scratch);
  return { callers: callers.tree, callees: callees.tree };
}

export interface SandwichTrees {
  readonly callers: TreeWithEnds;
  readonly callees: TreeWithEnds;
  /** The nodes of the call tree at which both begin. */
  readonly startNodes: Nodes;
}

/** The trees of `sandwichOf`, and where the samples of each chain of `tree` end in them. */
export function sandwichWithEnds(
  tree: CallTree,
  func: number,
  funcs: number,
  samplePoints: number,
  scratch?: TreeScratch,
): SandwichTrees {
  const all = allStacksOf(tree, funcs);
  const isFunc = new Uint8Array(funcs).fill(1, func, func + 1);
  const startNodes = outermostNodes({ ...all.chains, end: tree.end }, tree.func, isFunc);
  return {
    callers: callersOf(tree, all, startNodes, samplePoints),
    callees: topDownTree({ ...all, startNodes }, samplePoints, scratch),
    startNodes,
  };
}

function callersOf(
  tree: CallTree,
  all: FilteredStacks,
  { length, node, chain }: Nodes,
  samplePoints: number,
): TreeWithEnds {
  const weight = new Float64Array(length);
  const samples = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    weight[i] = tree.total[chain[i]];
    samples[i] = tree.samples[chain[i]];
  }
  const paths = { frame: node.subarray(0, length), weight, samples };
  const { links } = linkCallers(all, withAncestors(chain.subarray(0, length), all.chains));
  const limit = { depth: Infinity, samplePoints };
  const callers = runNow(bottomUpTree(links, all.chains.funcs, paths, limit));
  const endOf = new Int32Array(tree.chains).fill(NONE);
  for (let i = 0; i < length; i++) endOf.fill(callers.endOf[i], chain[i], tree.end[chain[i]]);
  return { tree: callers.tree, endOf };
}

/** Marks the selected chains and their ancestors with 1. */
function withAncestors(selected: Int32Array, { chains: length, parent }: Chains): Uint8Array {
  const marks = new Uint8Array(length);
  for (const chain of selected)
    for (let at = chain; at >= 0 && marks[at] === 0; at = parent[at]) marks[at] = 1;
  return marks;
}
