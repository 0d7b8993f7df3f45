// How much of the weight of each node of aligned call trees is inferred, on one side. The inferred frames of a sample are the first
// ones of its stack.

import { lastAtMost } from '../../model/sorted.ts';
import type { SideWeights } from '../../model/comparison.ts';
import type { AlignedNodes } from './aligned-columns.ts';
import type { Prepared } from '../prepare.ts';
import type { InferredSamples } from '../stacks/samples-by-chain.ts';

/** Undefined if no sample was re-attached. `scales` has one entry per recording. */
export function inferredOnSide(
  { trie, nodes, stacks, countA }: Prepared,
  side: 'a' | 'b',
  scales: readonly number[],
): SideWeights['inferred'] {
  const [from, to] = side === 'a' ? [0, countA] : [countA, trie.samples.length];
  const runs: { readonly samples: InferredSamples; readonly scale: number }[] = [];
  for (let run = from; run < to; run++) {
    const inferred = stacks.inferred[run];
    if (inferred)
      runs.push({ samples: trie.samples[run].inferredSamples(inferred), scale: scales[run] / (to - from) });
  }
  if (runs.every(({ samples }) => samples.chain.length === 0)) return undefined;
  const depths = depthsOn(nodes, side);
  return (chain, nth, within = chain) => {
    const ofTrie = nodes[side][within];
    if (ofTrie < 0) return 0;
    const depth = depths[chain] + nth;
    return runs.reduce(
      (sum, { samples, scale }) => sum + scale * weightIn(samples, ofTrie, trie.end[ofTrie], depth),
      0,
    );
  };
}

/** The weight of samples in a range of chains that have at least this many inferred frames. */
function weightIn(
  { chain, frames, weight }: InferredSamples,
  from: number,
  end: number,
  depth: number,
): number {
  let sum = 0;
  for (let i = lastAtMost(chain, chain.length, from - 1) + 1; i < chain.length && chain[i] < end; i++)
    if (frames[i] >= depth) sum += weight[i];
  return sum;
}

/** Per chain: the number of frames up to its first node in the stacks of a side, in which one-sided calls are in their own place. */
function depthsOn(nodes: AlignedNodes, side: 'a' | 'b'): Int32Array {
  const { chains, from, to, parent, movedOutOf } = nodes;
  const depths = new Int32Array(chains).fill(1);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    const caller = call >= 0 && nodes[side][call] >= 0 ? call : parent[chain];
    depths[chain] = depths[caller] + to[caller] - from[caller];
  }
  return depths;
}
