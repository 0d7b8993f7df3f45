// Computes how much of a tree matches a search.

import type { Matches, MatchesInTree } from '../model/session.ts';
import { outermostNodes, type CallTree } from '../model/tree.ts';

/** Counts the matching functions in the tree, and the weight and samples of all stacks that contain one. */
export function matchesIn(tree: CallTree, { matches }: Matches): MatchesInTree {
  const inTree = new Uint8Array(matches.length);
  for (let node = 1; node < tree.length; node++) inTree[tree.func[node]] = 1;
  let functions = 0;
  for (let func = 0; func < matches.length; func++) functions += matches[func] & inTree[func];
  // Nested matches count once.
  const { length, chain } = outermostNodes(tree, matches);
  let weight = 0;
  let samples = 0;
  for (let i = 0; i < length; i++) {
    weight += tree.total[chain[i]];
    samples += tree.samples[chain[i]];
  }
  return { functions, weight, samples };
}
