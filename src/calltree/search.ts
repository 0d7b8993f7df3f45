// Computes how much of a tree matches a search.

import type { SampleTable } from '../model/profile.ts';
import type { Matches, MatchesInTree } from '../model/session.ts';
import { outermostNodes, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build.ts';

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

/** The samples for which `isMatch` is true. The functions in which the tree shows them as self weight match. */
export function matchingSamples(
  { tree, chainOfSample }: BuiltTree,
  { weight: weights }: SampleTable,
  funcCount: number,
  isMatch: (sample: number) => boolean,
): Pick<Matches, 'matches'> & MatchesInTree {
  const matches = new Uint8Array(funcCount);
  let weight = 0;
  let samples = 0;
  for (const [sample, chain] of chainOfSample.entries()) {
    if (chain < 0 || !isMatch(sample)) continue;
    weight += weights[sample];
    samples++;
    // Filters may hide all frames of a sample; then it belongs to the root, which is no function.
    const func = tree.func[tree.first[chain + 1] - 1];
    if (func >= 0) matches[func] = 1;
  }
  return { matches, weight, samples, functions: matches.reduce((sum, each) => sum + each, 0) };
}
