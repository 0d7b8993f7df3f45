// Computes how much of a tree matches a search.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import type { SampleTable, WeightById } from '../model/profile.ts';
import type { Matches, MatchesInTree } from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build/build.ts';
import { OutermostSums } from './outermost.ts';

/** The list of matching functions ends there. */
const MAX_LISTED_MATCHES = 50;

/** Chains per slice: a few milliseconds. */
const CHAINS_PER_SLICE = 1 << 13;

/** Counts the matching functions in the tree, and the weight and samples of all stacks that contain one. */
export function* matchesIn(tree: CallTree, { matches }: Matches): TimeSliced<MatchesInTree> {
  const inTree = new Uint8Array(matches.length);
  const sums = new OutermostSums(matches.length);
  /** All matches have the same key here: nested ones count once. */
  const all = new OutermostSums(1);
  const countIn = (from: number, to: number) => {
    for (let chain = from; chain < to; chain++) {
      // The root has no function.
      for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++) {
        const func = tree.func[node];
        if (matches[func] === 0) continue;
        inTree[func] = 1;
        sums.add(func, tree, chain);
        all.add(0, tree, chain);
      }
    }
  };
  yield* inSlices(tree.chains, countIn, CHAINS_PER_SLICE);
  const functions = inTree.reduce((sum, each) => sum + each, 0);
  const [weight, samples] = [all.weight[0], all.samples[0]];
  return { functions, weight, samples, heaviest: heaviestOf(inTree, sums.weight) };
}

/** The samples for which `isMatch` is true. The functions in which the tree shows them as self weight match. */
export function* matchingSamples(
  { tree, chainOfSample }: BuiltTree,
  { weight: weights }: SampleTable,
  funcCount: number,
  isMatch: (sample: number) => boolean,
): TimeSliced<Pick<Matches, 'matches'> & MatchesInTree> {
  const matches = new Uint8Array(funcCount);
  const weightOf = new Float64Array(funcCount);
  let weight = 0;
  let samples = 0;
  const countIn = (from: number, to: number) => {
    for (let sample = from; sample < to; sample++) {
      const chain = chainOfSample[sample];
      if (chain < 0 || !isMatch(sample)) continue;
      weight += weights[sample];
      samples++;
      // Filters may hide all frames of a sample; then it belongs to the root, which is no function.
      const func = tree.func[tree.first[chain + 1] - 1];
      if (func < 0) continue;
      matches[func] = 1;
      weightOf[func] += weights[sample];
    }
  };
  yield* inSlices(chainOfSample.length, countIn);
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
