// Applies a filter to stacks without building a tree, which a comparison does not need: it merges the stacks of all recordings anyway.

import { NONE } from '../model/profile.ts';
import {
  chainsOf,
  identityMap,
  mapChains,
  plainFuncs,
  type Chains,
  type SampleStacks,
} from '../model/stack-chains.ts';
import { subtreeEnds } from '../model/tree.ts';
import { effectOf, type FilterEffect, type Rule, type RuleNames, type StackTree } from './filter.ts';

/**
 * The stacks after a filter. Chains stay in depth-first order, but siblings may begin with the same function. If the filter only leaves
 * out samples, the chains are the same object as before.
 */
export function filterSampleStacks(stacks: SampleStacks, rule: Rule, names: RuleNames): SampleStacks {
  const tree = treeOf(stacks);
  const effect = effectOf(tree, rule, names);
  const { ends, frameMap, startNodes } = effect;
  const changesOnlyEnds = !effect.chains && !frameMap && !startNodes;
  const { chains, chainOf } = changesOnlyEnds
    ? { chains: stacks.chains, chainOf: undefined }
    : writeChains(effect.chains ?? stacks.chains, effect);
  const endOf = ends && chainOf ? mapChains(ends, chainOf) : (ends ?? chainOf);
  return { chains, stack: endOf ? mapChains(stacks.stack, endOf) : stacks.stack };
}

/** The chains without hidden frames. `chainOf` has the new chain in which the samples of each chain end; NONE leaves them out. */
function writeChains(
  { length, parent, from, to, func, funcs }: Chains,
  { frameMap = identityMap(funcs), startNodes }: FilterEffect,
): { readonly chains: Chains; readonly chainOf: Int32Array } {
  const { as, group } = frameMap;
  const isPlain = plainFuncs(frameMap);
  const starts = startNodes && new Int32Array(length).fill(NONE);
  for (let i = 0; i < (startNodes?.length ?? 0); i++)
    if (starts && startNodes) starts[startNodes.chain[i]] = startNodes.node[i];
  const isHidden = (chain: number, at: number): boolean => {
    if (as[func[at]] < 0) return true;
    const own = group[func[at]];
    const caller = func[at > from[chain] ? at - 1 : to[parent[chain]] - 1];
    return own >= 0 && caller >= 0 && group[caller] === own;
  };
  const chainOf = new Int32Array(length).fill(NONE);
  // Every chain is written at most once, and there is one more: the root alone, which all stacks that begin later are called by.
  const first = new Int32Array(length + 2);
  const newParent = new Int32Array(length + 1);
  const newFunc = new Int32Array(func.length + 1);
  newParent[0] = NONE;
  newFunc[0] = NONE;
  let added = 0;
  let nodes = 1;
  if (starts) first[++added] = nodes;
  for (let chain = 0; chain < length; chain++) {
    const isStart = starts !== undefined && starts[chain] >= 0;
    const caller = chain === 0 ? (starts ? NONE : 0) : chainOf[parent[chain]];
    const above = isStart ? 0 : caller;
    if (above < 0) continue;
    const before = nodes;
    const start = isStart ? starts[chain] : Math.max(1, from[chain]);
    for (let at = start; at < to[chain]; at++) {
      if (isPlain[func[at]] === 1) newFunc[nodes++] = func[at];
      else if (!isHidden(chain, at)) newFunc[nodes++] = as[func[at]];
    }
    const isRoot = chain === 0 && !starts;
    chainOf[chain] = nodes === before && !isRoot ? above : added;
    if (nodes === before && !isRoot) continue;
    if (!isRoot) newParent[added] = above;
    first[++added] = nodes;
  }
  const tree = { chains: added, first: first.subarray(0, added + 1), parent: newParent.subarray(0, added) };
  return { chains: chainsOf({ ...tree, func: newFunc.subarray(0, nodes) }, funcs), chainOf };
}

function treeOf({ chains: { length, parent, from, to, func }, stack }: SampleStacks): StackTree {
  const first = new Int32Array(length + 1);
  first.set(from.subarray(0, length));
  first[length] = to[length - 1];
  const selfSamples = new Int32Array(length);
  for (const chain of stack) if (chain >= 0) selfSamples[chain]++;
  return { chains: length, parent, first, end: subtreeEnds(parent), func, selfSamples };
}
