// How much of the tree lies under the functions that a search found.

import type { FoundUnder, Matches } from '../model/session.ts';
import { outermostBoxes, type CallTree } from '../model/tree.ts';

/** How many of the matching functions stand in the tree, and what lies under the outermost of their boxes. */
export function foundUnder(tree: CallTree, { matches }: Matches): FoundUnder {
  const inTree = new Uint8Array(matches.length);
  for (let box = 1; box < tree.length; box++) inTree[tree.func[box]] = 1;
  let functions = 0;
  for (let func = 0; func < matches.length; func++) functions += matches[func] & inTree[func];
  return { functions, ...matchedShare(tree, matches) };
}

/** The weight of the outermost matching boxes: one inside another is not counted again. */
function matchedShare(tree: CallTree, matches: Uint8Array): { weight: number; samples: number } {
  const { length, run } = outermostBoxes(tree, matches);
  let weight = 0;
  let samples = 0;
  for (let i = 0; i < length; i++) {
    weight += tree.total[run[i]];
    samples += tree.samples[run[i]];
  }
  return { weight, samples };
}
