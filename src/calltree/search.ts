// Computes how much of a tree matches a search.

import type { SampleTable } from '../model/profile.ts';
import type { Matches, MatchesInTree, WeightById } from '../model/session.ts';
import { outermostNodes, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build.ts';
import { OutermostSums } from './outermost.ts';

/** The list of matching functions ends there. */
const MAX_LISTED_MATCHES = 50;

/** Counts the matching functions in the tree, and the weight and samples of all stacks that contain one. */
export function matchesIn(tree: CallTree, { matches }: Matches): MatchesInTree {
  const inTree = new Uint8Array(matches.length);
  const sums = new OutermostSums(matches.length);
  for (let chain = 0; chain < tree.chains; chain++) {
    // The root has no function.
    for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++) {
      const func = tree.func[node];
      if (matches[func] === 0) continue;
      inTree[func] = 1;
      sums.add(func, tree, chain);
    }
  }
  const functions = inTree.reduce((sum, each) => sum + each, 0);
  // Nested matches count once.
  const { length, chain } = outermostNodes(tree, matches);
  let weight = 0;
  let samples = 0;
  for (let i = 0; i < length; i++) {
    weight += tree.total[chain[i]];
    samples += tree.samples[chain[i]];
  }
  return { functions, weight, samples, heaviest: heaviestOf(inTree, sums.weight) };
}

/** The samples for which `isMatch` is true. The functions in which the tree shows them as self weight match. */
export function matchingSamples(
  { tree, chainOfSample }: BuiltTree,
  { weight: weights }: SampleTable,
  funcCount: number,
  isMatch: (sample: number) => boolean,
): Pick<Matches, 'matches'> & MatchesInTree {
  const matches = new Uint8Array(funcCount);
  const weightOf = new Float64Array(funcCount);
  let weight = 0;
  let samples = 0;
  for (const [sample, chain] of chainOfSample.entries()) {
    if (chain < 0 || !isMatch(sample)) continue;
    weight += weights[sample];
    samples++;
    // Filters may hide all frames of a sample; then it belongs to the root, which is no function.
    const func = tree.func[tree.first[chain + 1] - 1];
    if (func < 0) continue;
    matches[func] = 1;
    weightOf[func] += weights[sample];
  }
  const functions = matches.reduce((sum, each) => sum + each, 0);
  return { matches, weight, samples, functions, heaviest: heaviestOf(matches, weightOf) };
}

/** The heaviest matches, then those with the smallest row. */
export function heaviestOf(matches: Uint8Array, weights: Float64Array): WeightById[] {
  const found: WeightById[] = [];
  for (let id = matches.indexOf(1); id >= 0; id = matches.indexOf(1, id + 1))
    found.push({ id, weight: weights[id] });
  return found.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, MAX_LISTED_MATCHES);
}
