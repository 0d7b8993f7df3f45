// The weights of one side in an aligned tree. They are computed when they are used, because a picture shows few of the chains.

import type { SideWeights } from '../../model/comparison.ts';
import type { AlignedNodes } from './aligned-columns.ts';
import { SideBit, type CallTrie } from '../stacks/call-trie.ts';
import type { SamplesByChain } from '../stacks/samples-by-chain.ts';

/** The recordings of a side, and their scales. */
interface SideSums extends Pick<SideWeights, 'inferred'> {
  readonly samples: readonly SamplesByChain[];
  readonly scales: readonly number[];
  /** The mean of all samples. */
  readonly whole: number;
}

/** The mean over the recordings of a side, multiplied by their scales. */
export function sideWeights(
  { end }: Pick<CallTrie, 'end'>,
  nodes: AlignedNodes,
  side: 'a' | 'b',
  { samples, scales, whole, inferred }: SideSums,
): SideWeights {
  const shares = scales.map((scale) => scale / scales.length);
  const [{ weightBefore }] = samples;
  const ofSide = { nodes, side, end, whole, inferred };
  if (samples.length === 1) return new TrieWeights(ofSide, weightBefore, shares[0]);
  const sum = new Float64Array(weightBefore.length);
  for (const [i, each] of samples.entries())
    for (let chain = 0; chain < sum.length; chain++) sum[chain] += shares[i] * each.weightBefore[chain];
  return new TrieWeights(ofSide, sum, 1);
}

interface OfSide extends Pick<SideSums, 'whole' | 'inferred'> {
  readonly nodes: AlignedNodes;
  readonly side: 'a' | 'b';
  readonly end: Int32Array;
}

class TrieWeights implements SideWeights {
  readonly inferred: SideWeights['inferred'];
  /** Per aligned chain: the chain of the trie; NONE if the side does not have it. */
  private readonly trieChain: Int32Array;
  private readonly ends: Uint8Array;
  private readonly bit: number;
  /** Per chain of the trie: the chain after its subtree, and the weight of the chains before it, which is multiplied by `scale`. */
  private readonly end: Int32Array;
  private readonly before: Float64Array;
  private readonly scale: number;
  private readonly whole: number;

  constructor({ nodes, side, end, whole, inferred }: OfSide, before: Float64Array, scale: number) {
    this.inferred = inferred;
    this.trieChain = nodes[side];
    this.ends = nodes.ends;
    this.bit = SideBit[side];
    this.end = end;
    this.before = before;
    this.scale = scale;
    this.whole = whole;
  }

  total(chain: number): number {
    const ofTrie = this.trieChain[chain];
    if (ofTrie < 0) return chain === 0 ? this.whole : 0;
    return this.scale * (this.before[this.end[ofTrie]] - this.before[ofTrie]);
  }

  self(chain: number): number {
    const ofTrie = this.trieChain[chain];
    if (ofTrie < 0 || (this.ends[chain] & this.bit) === 0) return 0;
    return this.scale * (this.before[ofTrie + 1] - this.before[ofTrie]);
  }
}
