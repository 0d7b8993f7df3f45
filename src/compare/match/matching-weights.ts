// The weight of the stacks with a match in an aligned tree, per side.

import { inSlices, type TimeSliced } from '../../async/time-slices.ts';
import { NodeMark, type AlignedTree } from '../../model/comparison.ts';
import { SideBit } from '../stacks/call-trie.ts';

/** A few milliseconds. */
const CHAINS_PER_SLICE = 1 << 13;

interface MatchingWeights {
  readonly a: number;
  readonly b: number;
  readonly functions: number;
}

/** Nested matches count once. `isMatch` has 1 for matching indices into `Comparison.keys`. */
export function* matchingWeights(
  { chains, from, to, key, parent, mark, movedOutOf, a, b }: AlignedTree,
  isMatch: Uint8Array,
): TimeSliced<MatchingWeights> {
  const sum = { a: 0, b: 0 };
  const isFound = new Uint8Array(isMatch.length);
  /** Per chain: the sides whose weight a match has, be it in the chain or in what calls it there. */
  const counted = new Uint8Array(chains);
  const addChain = (chain: number) => {
    counted[chain] = counted[parent[chain]];
    const call = movedOutOf[chain];
    // The callees of a one-sided call are beside it in the tree, but within its weight on its own side.
    if (call >= 0)
      counted[chain] |= counted[call] & (mark[call] === NodeMark.inserted ? SideBit.b : SideBit.a);
    let hasMatch = false;
    for (let node = from[chain]; node < to[chain]; node++) {
      if (isMatch[key[node]] === 0) continue;
      isFound[key[node]] = 1;
      hasMatch = true;
    }
    if (!hasMatch) return;
    if ((counted[chain] & SideBit.a) === 0) sum.a += a.total(chain);
    if ((counted[chain] & SideBit.b) === 0) sum.b += b.total(chain);
    counted[chain] = SideBit.a | SideBit.b;
  };
  yield* inSlices(
    chains,
    (first, end) => {
      // Without the root.
      for (let chain = Math.max(1, first); chain < end; chain++) addChain(chain);
    },
    CHAINS_PER_SLICE,
  );
  return { ...sum, functions: isFound.reduce((count, each) => count + each, 0) };
}
