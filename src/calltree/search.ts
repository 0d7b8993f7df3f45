// How much of the tree lies under the functions that a search found.

import type { FoundUnder, Matches } from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';

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
  let weight = 0;
  let samples = 0;
  for (let run = 0; run < tree.runs;) {
    let matched = false;
    for (let box = tree.first[run]; box < tree.first[run + 1] && !matched; box++) {
      matched = tree.func[box] >= 0 && matches[tree.func[box]] === 1;
    }
    if (matched) {
      weight += tree.total[run];
      samples += tree.samples[run];
    }
    run = matched ? tree.end[run] : run + 1;
  }
  return { weight, samples };
}
