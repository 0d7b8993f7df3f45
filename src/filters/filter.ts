// Applies one filter to the stacks of a tree (model/filter.ts illustrates each action). calltree/build builds a tree
// from the result; filtered-chains.ts makes chains of it, which takes less time.

import type { FilterAction } from '../model/filter.ts';
import { append, indicesUpTo } from '../model/columns.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import {
  identityMap,
  withChain,
  type Chains,
  type FrameMap,
  outermostNodes,
  type Trie,
} from '../model/trie.ts';
import { chainsOf, sampleEndsOf, type FilteredStacks, type CallTree } from '../model/tree.ts';

export interface FilterRule {
  readonly action: FilterAction;
  /** 1 for each function the target matches. */
  readonly matches: Uint8Array;
  /** The function that replaces collapsed neighbors; NONE to keep the outermost of them. */
  readonly aggregate: number;
  /** The function of samples whose frames are all hidden. */
  readonly hidden: number;
}

/** Chains in depth-first order; siblings may begin with the same function. */
interface StackTree extends Chains, Pick<Trie, 'end'> {
  /** The number of samples that end in each chain. */
  readonly selfSamples: () => Int32Array;
}

/** What a filter changes. */
export interface FilterEffect extends Pick<FilteredStacks, 'frameMap' | 'startNodes'> {
  /** If undefined, the chains of the tree. */
  readonly chains?: Chains;
  /** Per chain of the tree: the chain in which its samples end; NONE if they are left out. If undefined, they end where they did. */
  readonly ends?: Int32Array;
}

export function applyFilter(tree: CallTree, rule: FilterRule, names: FunctionNames): FilteredStacks {
  const { end, selfSamples } = tree;
  const all = chainsOf(tree, names.funcs.length);
  const stacks = { ...all, end, selfSamples: () => selfSamples };
  const { chains = all, ends, ...effect } = effectOf(stacks, rule, names);
  return { ...effect, chains, ends: sampleEndsOf(tree, ends) };
}

/** What filters need of functions. */
export interface RuleNames extends Pick<FunctionNames, 'modules'> {
  readonly funcs: Pick<FunctionNames['funcs'], 'length' | 'canonical' | 'name' | 'module'>;
}

export function effectOf(tree: StackTree, rule: FilterRule, names: RuleNames): FilterEffect {
  const { action, matches } = rule;
  switch (action) {
    case 'only':
      return { ends: chainsWithMatch(tree, matches) };
    case 'drop':
      return { ends: chainsWithoutMatch(tree, matches) };
    case 'callers':
      return truncateAtMatch(tree, matches);
    case 'focus':
      return { startNodes: outermostNodes(tree, tree.func, matches) };
    case 'hide':
    case 'keep':
      return hideFrames(tree, buildFrameMap(names, rule), rule.hidden);
    case 'collapse':
    case 'recursion':
      return { frameMap: buildFrameMap(names, rule) };
  }
}

/** Only the columns of chains: builders are slower if their inputs have objects of different shapes. */
function chainsIn({ chains, parent, from, to, func, funcs }: StackTree): Chains {
  return { chains, parent, from, to, func, funcs };
}

/** Maps each chain to itself if its stacks contain a match; otherwise to NONE. */
function chainsWithMatch(tree: StackTree, matches: Uint8Array): Int32Array {
  const ends = new Int32Array(tree.chains).fill(NONE);
  const { length, chain } = outermostNodes(tree, tree.func, matches);
  for (let i = 0; i < length; i++) for (let at = chain[i]; at < tree.end[chain[i]]; at++) ends[at] = at;
  return ends;
}

/** Maps each chain to itself if its stacks contain no match; otherwise to NONE. */
function chainsWithoutMatch(tree: StackTree, matches: Uint8Array): Int32Array {
  const ends = indicesUpTo(tree.chains);
  const { length, chain } = outermostNodes(tree, tree.func, matches);
  for (let i = 0; i < length; i++) ends.fill(NONE, chain[i], tree.end[chain[i]]);
  return ends;
}

/** Truncates stacks after their outermost match, and drops those without a match. */
function truncateAtMatch(tree: StackTree, matches: Uint8Array): FilterEffect {
  const ends = new Int32Array(tree.chains).fill(NONE);
  const to = tree.to.slice();
  const { length, chain, node } = outermostNodes(tree, tree.func, matches);
  for (let i = 0; i < length; i++) {
    ends.fill(chain[i], chain[i], tree.end[chain[i]]);
    to[chain[i]] = node[i] + 1;
  }
  return { chains: { ...chainsIn(tree), to }, ends };
}

function buildFrameMap({ funcs, modules }: RuleNames, { action, matches, aggregate }: FilterRule): FrameMap {
  const { length, canonical, name, module } = funcs;
  const { as, group } = identityMap(length);
  /** The first function of each canonical name and module, which users see as one function. */
  const firsts = new Map<string, number>();
  for (let func = 0; func < length; func++) {
    if ((matches[func] === 0) !== (action === 'keep')) continue;
    if (action === 'hide' || action === 'keep') as[func] = NONE;
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
 * chain, so the chain becomes `hidden` even if the filter hides `hidden` itself.
 */
function hideFrames(tree: StackTree, frameMap: FrameMap, hidden: number): FilterEffect {
  const emptied = emptiedChains(tree, frameMap);
  if (emptied.length === 0) return { frameMap };
  const funcs = frameMap.as.length;
  const ends = indicesUpTo(tree.chains);
  for (const chain of emptied) ends[chain] = tree.chains;
  return {
    chains: withChain({ ...chainsIn(tree), funcs: funcs + 1 }, funcs),
    ends,
    frameMap: { as: append(frameMap.as, [hidden]), group: append(frameMap.group, [NONE]) },
  };
}

/** The chains of samples that lose every frame. */
function emptiedChains(tree: StackTree, { as }: FrameMap): number[] {
  const emptied: number[] = [];
  const { chains, from, to, end, func } = tree;
  const selfSamples = tree.selfSamples();
  for (let chain = 0; chain < chains;) {
    let node = Math.max(1, from[chain]);
    while (node < to[chain] && as[func[node]] < 0) node++;
    const isEmptied = node === to[chain];
    if (isEmptied && selfSamples[chain] > 0) emptied.push(chain);
    chain = isEmptied ? chain + 1 : end[chain];
  }
  return emptied;
}
