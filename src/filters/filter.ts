// Applies one filter to the stacks of a tree (model/filter.ts illustrates each action). calltree/build builds a tree
// from the result.

import type { FilterAction } from '../model/filter.ts';
import { appended, risingTo } from '../model/columns.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import {
  identityMap,
  endsIn,
  chainsOf,
  withChain,
  type FrameMap,
  type FilteredStacks,
  type Chains,
} from '../model/stack-chains.ts';
import { outermostNodes, type CallTree } from '../model/tree.ts';

/** A filter whose target is resolved to functions. */
export interface Rule {
  readonly action: FilterAction;
  /** 1 for each function the target matches. */
  readonly matches: Uint8Array;
  /** The function that replaces collapsed neighbors; NONE to keep the outermost of them. */
  readonly aggregate: number;
  /** The function of samples whose frames are all hidden. */
  readonly hidden: number;
}

/** The stacks of the tree after the filter. */
export function filtered(tree: CallTree, rule: Rule, names: FunctionNames): FilteredStacks {
  const { action, matches } = rule;
  const chains = chainsOf(tree, names.funcs.length);
  switch (action) {
    case 'only':
      return { chains, ends: endsIn(tree, containing(tree, matches)) };
    case 'drop':
      return { chains, ends: endsIn(tree, without(tree, matches)) };
    case 'callers':
      return callers(tree, chains, matches);
    case 'focus':
      return { chains, ends: endsIn(tree), begins: outermostNodes(tree, matches) };
    case 'hide':
      return withHidden(tree, chains, frameMap(names, rule), rule.hidden);
    case 'collapse':
    case 'recursion':
      return { chains, ends: endsIn(tree), frameMap: frameMap(names, rule) };
  }
}

/** Maps each chain to itself if its stacks contain a match; otherwise to NONE. */
function containing(tree: CallTree, matches: Uint8Array): Int32Array {
  const ends = new Int32Array(tree.chains).fill(NONE);
  const { length, chain } = outermostNodes(tree, matches);
  for (let i = 0; i < length; i++) for (let at = chain[i]; at < tree.end[chain[i]]; at++) ends[at] = at;
  return ends;
}

/** Maps each chain to itself if its stacks contain no match; otherwise to NONE. */
function without(tree: CallTree, matches: Uint8Array): Int32Array {
  const ends = risingTo(tree.chains);
  const { length, chain } = outermostNodes(tree, matches);
  for (let i = 0; i < length; i++) ends.fill(NONE, chain[i], tree.end[chain[i]]);
  return ends;
}

/** Stacks up to their outermost match. */
function callers(tree: CallTree, chains: Chains, matches: Uint8Array): FilteredStacks {
  const ends = new Int32Array(tree.chains).fill(NONE);
  const to = chains.to.slice();
  const { length, chain, node } = outermostNodes(tree, matches);
  for (let i = 0; i < length; i++) {
    ends.fill(chain[i], chain[i], tree.end[chain[i]]);
    to[chain[i]] = node[i] + 1;
  }
  return { chains: { ...chains, to }, ends: endsIn(tree, ends) };
}

function frameMap({ funcs, modules }: FunctionNames, { action, matches, aggregate }: Rule): FrameMap {
  const { length, canonical, name, module } = funcs;
  const { as, group } = identityMap(length);
  /** The first function of each canonical name and module, which users see as one function. */
  const firsts = new Map<string, number>();
  for (let func = 0; func < length; func++) {
    if (matches[func] === 0) continue;
    if (action === 'hide') as[func] = NONE;
    else if (action === 'collapse') {
      as[func] = aggregate < 0 ? func : aggregate;
      group[func] = 0;
    } else {
      const key = `${name[canonical[func]]} ${modules[module[canonical[func]]] ?? ''}`;
      const first = firsts.get(key) ?? func;
      firsts.set(key, first);
      group[func] = first;
    }
  }
  return { as, group };
}

/**
 * Removes hidden frames. Samples that lose every frame end in an extra chain. No other frame has the function of that
 * chain, so it is shown as `hidden` even if the filter hides `hidden` itself.
 */
function withHidden(tree: CallTree, chains: Chains, frameMap: FrameMap, hidden: number): FilteredStacks {
  const bare = bareChains(tree, frameMap);
  if (bare.length === 0) return { chains, ends: endsIn(tree), frameMap };
  const ends = risingTo(tree.chains);
  for (const chain of bare) ends[chain] = tree.chains;
  return {
    chains: withChain({ ...chains, funcs: chains.funcs + 1 }, chains.funcs),
    ends: endsIn(tree, ends),
    frameMap: { as: appended(frameMap.as, [hidden]), group: appended(frameMap.group, [NONE]) },
  };
}

/** The chains of samples that lose every frame. */
function bareChains(tree: CallTree, { as }: FrameMap): number[] {
  const bare: number[] = [];
  for (let chain = 0; chain < tree.chains;) {
    let node = Math.max(1, tree.first[chain]);
    while (node < tree.first[chain + 1] && as[tree.func[node]] < 0) node++;
    const isBare = node === tree.first[chain + 1];
    if (isBare && tree.selfSamples[chain] > 0) bare.push(chain);
    chain = isBare ? chain + 1 : tree.end[chain];
  }
  return bare;
}
