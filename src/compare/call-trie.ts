// The call trees of all recordings, merged into one trie. A node is a path of function keys. As in model/tree.ts, nodes that have
// the same samples form a chain.

import { Int32Column } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import { emptySums, type Sums } from './quantities.ts';
import type { Run } from './run.ts';
import { SamplesByChain } from './samples-by-chain.ts';

/** Bits of `CallTrie.sides`. */
export const SideBit = { a: 1, b: 2 } as const;

/** All stacks of the event. Nodes and chains are in depth-first order, siblings by key; a subtree is a range of chains. */
export interface TrieShape {
  /** Number of nodes. */
  readonly length: number;
  /** Per node: number of the function's key. */
  readonly key: Int32Array;
  /** Number of chains. Samples end only in the last nodes of chains. */
  readonly chains: number;
  /** Per chain: its first node. One extra entry at the end: `length`. */
  readonly first: Int32Array;
  /** Per chain: the chain whose last node calls its first node; NONE for a root. */
  readonly parent: Int32Array;
  /** Per chain: the chain after its subtree, which is the next sibling if there is one. */
  readonly end: Int32Array;
  /** Per recording and chain of its stacks: the chain of the trie in which its samples end; NONE for chains in which none end. */
  readonly chainOf: readonly Int32Array[];
}

export interface CallTrie extends TrieShape {
  /** Per chain: bits of the sides with selected samples in the subtree; 0 for none. */
  readonly sides: Uint8Array;
  /** The selected samples, per recording. */
  readonly samples: readonly SamplesByChain[];
}

/** Assigns the selected samples to the chains. The first `countA` recordings are A's. */
export function selectOnTrie(shape: TrieShape, runs: readonly Run[], countA: number): CallTrie {
  const { chains, end, chainOf } = shape;
  const samples = runs.map((run, i) => {
    const ofChain = chainOf[i];
    return new SamplesByChain(
      run,
      run.chainOf.map((chain) => ofChain[chain]),
      chains,
    );
  });
  const sides = new Uint8Array(chains);
  for (const [i, ordered] of samples.entries()) {
    const side = i < countA ? SideBit.a : SideBit.b;
    for (let chain = 0; chain < chains;) {
      const hasSamples = ordered.hasSamples(chain, end[chain]);
      if (hasSamples) sides[chain] |= side;
      chain = hasSamples ? chain + 1 : end[chain];
    }
  }
  return { ...shape, sides, samples };
}

/** Per node: 1 without a caller of the same key. The total of a key is the sum of the totals of these nodes. */
export function outermostNodes({ length, key, chains, first, end }: TrieShape, keys: number): Uint8Array {
  const isOutermost = new Uint8Array(length);
  /** Per key: the chain after the subtree of its last outermost node. */
  const countedUntil = new Int32Array(keys);
  for (let chain = 0; chain < chains; chain++) {
    for (let node = first[chain]; node < first[chain + 1]; node++) {
      if (chain < countedUntil[key[node]]) continue;
      countedUntil[key[node]] = end[chain];
      isOutermost[node] = 1;
    }
  }
  return isOutermost;
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

/** The subtrees with samples below nodes for which `rowOf` returns a row. */
export function subtreesOf(
  { chains, first, end, sides }: CallTrie,
  rows: number,
  rowOf: (node: number) => number,
): Subtrees {
  const chainOf = new Int32Column();
  const rowsOf = new Int32Column();
  for (let chain = 0; chain < chains;) {
    if (sides[chain] === 0) {
      chain = end[chain];
      continue;
    }
    for (let node = first[chain]; node < first[chain + 1]; node++) {
      const row = rowOf(node);
      if (row < 0) continue;
      chainOf.push(chain);
      rowsOf.push(row);
    }
    chain++;
  }
  return { rows, chain: chainOf.take(), row: rowsOf.take() };
}

/** The function of a chain that has one node. */
export function keyOfChain({ key, first }: Pick<TrieShape, 'key' | 'first'>, chain: number): number {
  return chain === NONE ? NONE : key[first[chain]];
}
