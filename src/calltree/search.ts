// Measures how much of a tree a search matches.

import type { FoundUnder, Matches } from '../model/session.ts';
import { outermostNodes, type CallTree } from '../model/tree.ts';

/** The number of matching functions in the tree, and the weight under them. */
export function foundUnder(tree: CallTree, { matches }: Matches): FoundUnder {
  const inTree = new Uint8Array(matches.length);
  for (let node = 1; node < tree.length; node++) inTree[tree.func[node]] = 1;
  let functions = 0;
  for (let func = 0; func < matches.length; func++) functions += matches[func] & inTree[func];
  return { functions, ...matchedShare(tree, matches) };
}

/** The weight of the outermost matching nodes, so that nested matches count once. */
function matchedShare(tree: CallTree, matches: Uint8Array): { weight: number; samples: number } {
  const { length, chain } = outermostNodes(tree, matches);
  let weight = 0;
  let samples = 0;
  for (let i = 0; i < length; i++) {
    weight += tree.total[chain[i]];
    samples += tree.samples[chain[i]];
  }
  return { weight, samples };
}
