// The call trees of all recordings, merged into one trie. A node is a path of function keys. As in model/tree.ts, nodes that have
// the same samples form a chain.

import { Int32Column } from '../../model/columns.ts';
import { Outermost, type Trie } from '../../model/trie.ts';
import { emptySums, type Sums } from '../statistics/quantities.ts';
import type { GroupedSamples } from './grouped-samples.ts';
import { SamplesByChain } from './samples-by-chain.ts';
import type { SelectedSamples } from '../statistics/selected-samples.ts';

/** Bits of `CallTrie.sides`. */
export const SideBit = { a: 1, b: 2 } as const;

/** All stacks of the event, without a common root. Samples end only in the last nodes of chains; siblings are sorted by key. */
export interface TrieShape extends Trie {
  /** Per node: number of the function's key. */
  readonly key: Int32Array;
}

export interface CallTrie extends TrieShape {
  /** Per chain: bits of the sides with selected samples in the subtree; 0 for none. */
  readonly sides: Uint8Array;
  /** The selected samples, per recording. */
  readonly samples: readonly SamplesByChain[];
}

/** Adds the selected samples, per recording. The groups are the chains; the first `countA` recordings are A's. */
export function selectOnTrie(
  shape: TrieShape,
  grouped: readonly GroupedSamples[],
  selected: readonly SelectedSamples[],
  countA: number,
): CallTrie {
  const samples = grouped.map((each, i) => new SamplesByChain(each, selected[i]));
  const { chains, parent } = shape;
  const sides = new Uint8Array(chains);
  for (const [i, { isEnd }] of samples.entries()) {
    const side = i < countA ? SideBit.a : SideBit.b;
    for (let chain = 0; chain < chains; chain++) if (isEnd[chain] === 1) sides[chain] |= side;
  }
  for (let chain = chains - 1; chain >= 0; chain--)
    if (parent[chain] >= 0) sides[parent[chain]] |= sides[chain];
  return { ...shape, sides, samples };
}

function visitChains(
  { chains, end }: TrieShape,
  ordered: SamplesByChain,
  visit: (chain: number, weight: number) => void,
): void {
  for (let chain = 0; chain < chains;) {
    const weight = ordered.weightIn(chain, end[chain]);
    if (weight > 0) visit(chain, weight);
    chain = weight > 0 ? chain + 1 : end[chain];
  }
}

/** The nodes without a caller of the same key. The total of a key is the sum of the totals of its outermost nodes. */
export interface OutermostNodes {
  /** Per chain of the trie: the index of its first outermost node. One extra entry at the end. */
  readonly first: Int32Array;
  /** Per outermost node: its key. */
  readonly key: Int32Array;
}

export function outermostByKey({ key, chains, first, end }: TrieShape, keys: number): OutermostNodes {
  const found = new Int32Column();
  const firstOf = new Int32Array(chains + 1);
  const outermost = new Outermost(keys);
  for (let chain = 0; chain < chains; chain++) {
    for (let node = first[chain]; node < first[chain + 1]; node++)
      if (outermost.visit(key[node], chain, end[chain])) found.push(key[node]);
    firstOf[chain + 1] = found.length;
  }
  return { first: firstOf, key: found.take() };
}

/** Per recording and key: the total weight. */
export function functionTotals(trie: CallTrie, { first, key }: OutermostNodes, keys: number): Float64Array[] {
  return trie.samples.map((ordered) => {
    const total = new Float64Array(keys);
    visitChains(trie, ordered, (chain, weight) => {
      for (let at = first[chain]; at < first[chain + 1]; at++) total[key[at]] += weight;
    });
    return total;
  });
}

export function selfWeights(trie: CallTrie, keys: number): Float64Array[] {
  return trie.samples.map((ordered) => {
    const self = new Float64Array(keys);
    for (let chain = 0; chain < trie.chains; chain++)
      self[leafKeyOf(trie, chain)] += ordered.weightIn(chain, chain + 1);
    return self;
  });
}

/** Per recording: the self weights of the keys that have a row. */
export function sumLeaves(trie: CallTrie, rowOf: Int32Array, rows: number): Sums[] {
  return trie.samples.map((ordered) => {
    const sums = emptySums(rows);
    for (let chain = 0; chain < trie.chains; chain++) {
      const row = rowOf[leafKeyOf(trie, chain)];
      if (row >= 0) ordered.addTo(sums, row, chain, chain + 1);
    }
    return sums;
  });
}

/** Per recording: the totals of the keys that have a row. */
export function sumFunctions(
  trie: CallTrie,
  { first, key }: OutermostNodes,
  rowOf: Int32Array,
  rows: number,
): Sums[] {
  return trie.samples.map((ordered) => {
    const sums = emptySums(rows);
    visitChains(trie, ordered, (chain) => {
      for (let at = first[chain]; at < first[chain + 1]; at++) {
        const row = rowOf[key[at]];
        if (row >= 0) ordered.addTo(sums, row, chain, trie.end[chain]);
      }
    });
    return sums;
  });
}

/** Subtrees of the trie, each of which counts towards a row. Subtrees of the same row are disjoint. */
export interface Subtrees {
  /** Number of rows. */
  readonly rows: number;
  /** Per subtree: its topmost chain. */
  readonly chain: Int32Array;
  /** Per subtree: its row. */
  readonly row: Int32Array;
}

export function sumSubtrees({ end, samples }: CallTrie, recording: number, subtrees: Subtrees): Sums {
  const sums = emptySums(subtrees.rows);
  const ordered = samples[recording];
  const { chain, row } = subtrees;
  for (let i = 0; i < chain.length; i++) ordered.addTo(sums, row[i], chain[i], end[chain[i]]);
  return sums;
}

/** The key of a chain's last node, in which its samples end. */
export function leafKeyOf({ key, first }: Pick<TrieShape, 'key' | 'first'>, chain: number): number {
  return key[first[chain + 1] - 1];
}
