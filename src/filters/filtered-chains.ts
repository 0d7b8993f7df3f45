// Applies a filter to stacks without building a tree, which a comparison does not need: it merges the stacks of all recordings anyway.

import { NONE } from '../model/profile.ts';
import {
  identityMap,
  mapChains,
  plainFuncs,
  type Chains,
  type FrameMap,
  type SampleStacks,
  subtreeEnds,
} from '../model/trie.ts';
import { chainsOf } from '../model/tree.ts';
import { effectOf, type FilterEffect, type FilterRule, type RuleNames } from './filter.ts';

/**
 * The stacks after a filter. Chains stay in depth-first order, but siblings may begin with the same function. If the filter only leaves
 * out samples, the chains are the same object as before.
 */
export function filterSampleStacks(stacks: SampleStacks, rule: FilterRule, names: RuleNames): SampleStacks {
  const end = subtreeEnds(stacks.chains.parent);
  const tree = { ...stacks.chains, end, selfSamples: () => selfSamplesOf(stacks) };
  const effect = effectOf(tree, rule, names);
  const { ends, frameMap, startNodes } = effect;
  const changesOnlyEnds = !effect.chains && !frameMap && !startNodes;
  const { chains, chainOf } = changesOnlyEnds
    ? { chains: stacks.chains, chainOf: undefined }
    : new ChainFilter(effect.chains ?? stacks.chains, effect).run();
  const endOf = ends && chainOf ? mapChains(ends, chainOf) : (ends ?? chainOf);
  return { chains, stack: endOf ? mapChains(stacks.stack, endOf) : stacks.stack };
}

/** Writes chains without hidden frames. Chains without other frames are left out. */
class ChainFilter {
  private readonly chains: Chains;
  private readonly frameMap: FrameMap;
  private readonly isPlain: Uint8Array;
  /** Per chain: the frame that its stacks begin with; NONE for the root. */
  private readonly starts: Int32Array | undefined;
  /** The new chains. There may be one more than before: the root alone, if stacks begin elsewhere. */
  private readonly func: Int32Array;
  private readonly first: Int32Array;
  private readonly parent: Int32Array;
  private nodes = 0;
  private added = 0;

  constructor(chains: Chains, { frameMap = identityMap(chains.funcs), startNodes }: FilterEffect) {
    this.chains = chains;
    this.frameMap = frameMap;
    this.isPlain = plainFuncs(frameMap);
    if (startNodes) {
      this.starts = new Int32Array(chains.chains).fill(NONE);
      for (let i = 0; i < startNodes.length; i++) this.starts[startNodes.chain[i]] = startNodes.node[i];
    }
    this.func = new Int32Array(chains.func.length + 1);
    this.first = new Int32Array(chains.chains + 2);
    this.parent = new Int32Array(chains.chains + 1);
  }

  /** `chainOf` has the new chain in which the samples of each chain end; NONE leaves them out. */
  run(): { readonly chains: Chains; readonly chainOf: Int32Array } {
    const { starts } = this;
    const { chains: length, parent, from, funcs } = this.chains;
    const chainOf = new Int32Array(length).fill(NONE);
    this.func[this.nodes++] = NONE;
    if (!starts) {
      this.copyFrames(0, 1);
      chainOf[0] = 0;
    }
    this.endChain(NONE);
    for (let chain = starts ? 0 : 1; chain < length; chain++) {
      const start = starts ? starts[chain] : NONE;
      const caller = chain === 0 ? NONE : chainOf[parent[chain]];
      const above = start < 0 ? caller : 0;
      if (above < 0) continue;
      const next = start < 0 ? this.copyPlain(chain, chainOf) : chain;
      if (next > chain) {
        chain = next - 1;
        continue;
      }
      const before = this.nodes;
      this.copyFrames(chain, start < 0 ? from[chain] : start);
      chainOf[chain] = this.nodes > before ? this.endChain(above) : above;
    }
    const tree = {
      chains: this.added,
      func: this.func.subarray(0, this.nodes),
      first: this.first.subarray(0, this.added + 1),
      parent: this.parent.subarray(0, this.added),
    };
    return { chains: chainsOf(tree, funcs), chainOf };
  }

  /**
   * Writes chains up to the first one with a frame that is not plain, in which stacks begin, or without a caller, which is returned.
   * Most chains are written by this loop.
   */
  private copyPlain(top: number, chainOf: Int32Array): number {
    const { isPlain, starts } = this;
    const { chains: length, parent, from, to, func } = this.chains;
    const moved = this.nodes - from[top];
    let { added } = this;
    let chain = top;
    for (; chain < length && from[chain] + moved === this.first[added]; chain++) {
      const above = chainOf[parent[chain]];
      if (starts && starts[chain] >= 0) break;
      let at = from[chain];
      while (at < to[chain] && isPlain[func[at]] === 1) at++;
      if (at < to[chain] || at === from[chain] || above < 0) break;
      this.parent[added] = above;
      chainOf[chain] = added++;
      this.first[added] = at + moved;
    }
    this.added = added;
    this.nodes = this.first[added];
    this.func.set(func.subarray(from[top], this.nodes - moved), from[top] + moved);
    return chain;
  }

  /** Writes the visible frames of a chain from this one on. */
  private copyFrames(chain: number, start: number): void {
    const { isPlain, func: out } = this;
    const { to, func } = this.chains;
    let { nodes } = this;
    for (let at = start; at < to[chain]; at++) {
      if (isPlain[func[at]] === 1) out[nodes++] = func[at];
      else if (!this.isHidden(chain, at)) out[nodes++] = this.frameMap.as[func[at]];
    }
    this.nodes = nodes;
  }

  private isHidden(chain: number, at: number): boolean {
    const { as, group } = this.frameMap;
    const { from, to, parent, func } = this.chains;
    if (as[func[at]] < 0) return true;
    const own = group[func[at]];
    const caller = func[at > from[chain] ? at - 1 : to[parent[chain]] - 1];
    return own >= 0 && caller >= 0 && group[caller] === own;
  }

  private endChain(parent: number): number {
    this.parent[this.added] = parent;
    this.first[this.added + 1] = this.nodes;
    return this.added++;
  }
}

function selfSamplesOf({ chains, stack }: SampleStacks): Int32Array {
  const selfSamples = new Int32Array(chains.chains);
  for (const chain of stack) if (chain >= 0) selfSamples[chain]++;
  return selfSamples;
}
