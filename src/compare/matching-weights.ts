// The weight of the stacks with a match in an aligned tree, per side.

import { NodeMark, type AlignedTree } from '../model/comparison.ts';
import { SideBit } from './call-trie.ts';

/** Nested matches count once. `isMatch` is asked about indices into `Comparison.keys`. */
export function matchingWeights(
  { chains, first, key, parent, mark, movedOutOf, a, b }: AlignedTree,
  isMatch: (key: number) => boolean,
): { readonly a: number; readonly b: number } {
  const sum = { a: 0, b: 0 };
  /** Per chain: the sides whose weight a match has, be it in the chain or in what calls it there. */
  const counted = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    counted[chain] = counted[parent[chain]];
    const call = movedOutOf[chain];
    // What a set-aside call reaches is beside it in the tree, but within its weight on its own side.
    if (call >= 0)
      counted[chain] |= counted[call] & (mark[call] === NodeMark.inserted ? SideBit.b : SideBit.a);
    if (!key.subarray(first[chain], first[chain + 1]).some(isMatch)) continue;
    if ((counted[chain] & SideBit.a) === 0) sum.a += a[chain];
    if ((counted[chain] & SideBit.b) === 0) sum.b += b[chain];
    counted[chain] = SideBit.a | SideBit.b;
  }
  return sum;
}
