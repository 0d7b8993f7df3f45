// Sums up the inferred weight of each node of a tree.
//
//   samples   main;run;a 3  (2 frames inferred)      weights   main 5   run 5   a 0   b 0
//             main;run;b 2  (2 frames inferred)
//             main;run;b 1  (none)

import type { InferredWeights, CallTree } from '../../model/tree.ts';
import { groupRows } from '../../model/columns.ts';
import { lastAtMost } from '../../model/sorted.ts';
import { NONE } from '../../model/profile.ts';
import type { BuiltTree } from './build.ts';
import type { SelectedSpans } from '../time/times.ts';
import { chainsOfFrames, samplesWithFrames } from './filtered-inferred.ts';

/** Undefined if no sample of the tree was re-attached. */
export function inferredWeights(built: BuiltTree, weight: Float64Array): InferredWeights | undefined {
  const { tree, chainOfSample, inferred } = built;
  return inferred && weightsOfBeginnings(tree, chainOfSample, inferred, weight);
}

/**
 * The inferred weights of a tree of callers, in which the inferred frames come last. `ends` has the chain of each sample in it; `calls`
 * is the call tree of the same samples. The callers are those of the sampled functions, unless `depths` has, per chain of the call
 * tree, the depth of another node on its path.
 */
export function inferredCallerWeights(
  callers: CallTree,
  ends: Int32Array,
  calls: BuiltTree,
  weight: Float64Array,
  depths?: Int32Array,
): InferredWeights | undefined {
  const { tree, chainOfSample, inferred } = calls;
  if (!inferred) return undefined;
  const mendedEnds = ends.map((chain, sample) => (inferred[sample] > 0 ? chain : NONE));
  const recorded = inferred.map((frames, sample) => {
    const chain = chainOfSample[sample];
    return chain < 0 ? 0 : Math.max(0, (depths?.[chain] ?? lastDepth(tree, chain)) - frames);
  });
  const all = weightsOfSamples(callers, mendedEnds, weight);
  return complement(callers, all, weightsOfBeginnings(callers, mendedEnds, recorded, weight));
}

export function inferredFunctionWeight(
  { tree, chainOfSample, inferred }: BuiltTree,
  func: number,
  weight: Float64Array,
): number {
  if (!inferred) return 0;
  /** Per chain: the depth of the last node of the function on its path; 0 if there is none. */
  const last = new Int32Array(tree.chains);
  for (let chain = 0; chain < tree.chains; chain++) {
    if (chain > 0) last[chain] = last[tree.parent[chain]];
    for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++)
      if (tree.func[node] === func) last[chain] = tree.depth[chain] + node - tree.first[chain];
  }
  return inferred.reduce((sum, frames, sample) => {
    const depth = chainOfSample[sample] < 0 ? 0 : last[chainOfSample[sample]];
    return depth > 0 && depth <= frames ? sum + weight[sample] : sum;
  }, 0);
}

/** The inferred durations of a lane in time order. `inferred` is per sample of the recording. */
export function inferredInTime(
  tree: CallTree,
  spans: SelectedSpans,
  lane: number,
  inferred: Int32Array,
): InferredWeights {
  const [from, to] = [spans.first[lane], spans.first[lane + 1]];
  const samples = spans.sample.subarray(from, to);
  const begins = spans.start.subarray(from, to);
  const durations = spans.end.slice(from, to).map((end, at) => end - begins[at]);
  const ends = Int32Array.from(begins, (begin) => chainAtTime(tree, begin - spans.from));
  return weightsOfBeginnings(
    tree,
    ends,
    Int32Array.from(samples, (sample) => inferred[sample]),
    durations,
  );
}

/** The chain with the deepest node at a point in time. */
function chainAtTime({ chains, start, total, parent }: CallTree, time: number): number {
  let chain = lastAtMost(start, chains, time);
  while (chain > 0 && start[chain] + total[chain] <= time) chain = parent[chain];
  return chain;
}

function lastDepth({ depth, first }: CallTree, chain: number): number {
  return depth[chain] + first[chain + 1] - first[chain] - 1;
}

/** Per chain: the total weight of the samples that pass through it. */
function weightsOfSamples(
  { chains, parent }: CallTree,
  ends: Int32Array,
  weight: Float64Array,
): Float64Array {
  const sums = new Float64Array(chains);
  for (let sample = 0; sample < ends.length; sample++)
    if (ends[sample] >= 0) sums[ends[sample]] += weight[sample];
  for (let chain = chains - 1; chain > 0; chain--) sums[parent[chain]] += sums[chain];
  return sums;
}

/** The weight of samples in each node, if only their first frames counted: as many as `frames` has for each. */
function weightsOfBeginnings(
  tree: CallTree,
  ends: Int32Array,
  frames: Int32Array,
  weight: Float64Array,
): InferredWeights {
  const { chains, parent } = tree;
  const samples = samplesWithFrames(ends, frames);
  const endOf = samples.map((sample) => ends[sample]);
  const counts = samples.map((sample) => frames[sample]);
  const { first, rows } = groupRows(chainsOfFrames(tree, endOf, counts), chains);
  /** Per chain: the sum of the first nodes of its children. */
  const below = new Float64Array(chains);
  const steps = new Steps(chains);
  for (let chain = chains - 1; chain >= 0; chain--) {
    if (below[chain] === 0 && first[chain] === first[chain + 1]) continue;
    let depth = lastDepth(tree, chain);
    let sum = below[chain];
    const deepestFirst = rows.slice(first[chain], first[chain + 1]).sort((a, b) => counts[b] - counts[a]);
    for (const row of deepestFirst) {
      if (counts[row] < depth) {
        steps.add(depth, sum);
        depth = counts[row];
      }
      sum += weight[samples[row]];
    }
    steps.add(depth, sum);
    steps.endChain(chain);
    if (chain > 0) below[parent[chain]] += sum;
  }
  return steps.finish();
}

/** `all` minus the weights of the first frames. */
function complement(
  tree: CallTree,
  all: Float64Array,
  { first, depth, weight }: InferredWeights,
): InferredWeights {
  const steps = new Steps(tree.chains);
  for (let chain = tree.chains - 1; chain >= 0; chain--) {
    const last = lastDepth(tree, chain);
    if (first[chain] === first[chain + 1] || depth[first[chain + 1] - 1] < last) steps.add(last, all[chain]);
    for (let step = first[chain + 1] - 1; step >= first[chain]; step--)
      steps.add(depth[step], all[chain] - weight[step]);
    steps.endChain(chain);
  }
  return steps.finish();
}

/** Collects steps from the last chain to the first, and from the deepest node of a chain to the first. */
class Steps {
  private readonly depths: number[] = [];
  private readonly weights: number[] = [];
  private readonly counts: Int32Array;
  private ended = 0;

  constructor(chains: number) {
    this.counts = new Int32Array(chains + 1);
  }

  add(depth: number, weight: number): void {
    // Without weight, no step is needed unless a deeper node has some.
    if (weight === 0 && this.depths.length === this.ended) return;
    this.depths.push(depth);
    this.weights.push(weight);
  }

  endChain(chain: number): void {
    this.counts[chain + 1] = this.depths.length - this.ended;
    this.ended = this.depths.length;
  }

  finish(): InferredWeights {
    for (let i = 1; i < this.counts.length; i++) this.counts[i] += this.counts[i - 1];
    return {
      first: this.counts,
      depth: Int32Array.from(this.depths.reverse()),
      weight: Float64Array.from(this.weights.reverse()),
    };
  }
}
