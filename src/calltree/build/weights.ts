// Computes the self and total weight of each stack chain, and links the chains that have samples to their children.

import { NONE } from '../../model/profile.ts';
import type { SampleEnds, FilteredStacks, CallTree } from '../../model/tree.ts';

/** Columns with an entry per stack chain; they may be longer. */
export interface ChainWeights {
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly samples: Int32Array;
  readonly selfSamples: Int32Array;
  /** Only chains with samples are children. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Number of chains with samples, always including the root's chain, and number of their frames. */
  readonly live: number;
  readonly frames: number;
}

/** The result is valid until the scratch columns are reused. */
export function weigh(
  { chains, ends }: Pick<FilteredStacks, 'chains' | 'ends'>,
  scratch: TreeScratch,
): ChainWeights {
  if (ends.of) return weightsInTree(ends.of, scratch);
  const { chains: length, parent, from, to } = chains;
  const { total, self, samples, selfSamples, firstChild, nextSibling } = scratch.reserve(length);
  for (const column of [total, self, samples, selfSamples]) column.fill(0, 0, length);
  firstChild.fill(NONE, 0, length);
  addSelf(ends, self, selfSamples);
  let live = 1;
  let frames = to[0] - from[0];
  for (let chain = length - 1; chain > 0; chain--) {
    samples[chain] += selfSamples[chain];
    if (samples[chain] === 0) continue;
    const below = parent[chain];
    total[chain] += self[chain];
    total[below] += total[chain];
    samples[below] += samples[chain];
    nextSibling[chain] = firstChild[below];
    firstChild[below] = chain;
    live++;
    frames += to[chain] - from[chain];
  }
  nextSibling[0] = NONE;
  total[0] += self[0];
  samples[0] += selfSamples[0];
  return { total, self, samples, selfSamples, firstChild, nextSibling, live, frames };
}

/** A tree has the weights already, and every chain of it has samples. */
function weightsInTree(tree: CallTree, scratch: TreeScratch): ChainWeights {
  const { chains, length, parent, end, total, self, samples, selfSamples } = tree;
  const { firstChild, nextSibling } = scratch.reserve(chains);
  nextSibling[0] = NONE;
  for (let chain = 0; chain < chains; chain++) {
    firstChild[chain] = end[chain] > chain + 1 ? chain + 1 : NONE;
    if (chain > 0) nextSibling[chain] = end[chain] < end[parent[chain]] ? end[chain] : NONE;
  }
  return { total, self, samples, selfSamples, firstChild, nextSibling, live: chains, frames: length };
}

/** Adds the samples that end in each chain to these columns. */
export function addSelf(
  { chain: ends, weight, samples }: SampleEnds,
  self: Float64Array,
  selfSamples: Int32Array,
): void {
  for (let i = 0; i < weight.length; i++) {
    const chain = ends === undefined ? i : ends[i];
    if (chain < 0) continue;
    self[chain] += weight[i];
    selfSamples[chain] += samples === undefined ? 1 : samples[i];
  }
}

/**
 * Temporary columns for building a tree, with one row per chain of the stacks. Successive trees reuse them, because allocating them
 * takes longer than filling them.
 */
export class TreeScratch {
  private columns = scratchColumns(0);

  /** Returns columns with room for `length` chains. Their values are unspecified. */
  reserve(length: number): ReturnType<typeof scratchColumns> {
    if (this.columns.total.length < length) this.columns = scratchColumns(length);
    return this.columns;
  }
}

function scratchColumns(length: number) {
  return {
    total: new Float64Array(length),
    self: new Float64Array(length),
    samples: new Int32Array(length),
    selfSamples: new Int32Array(length),
    firstChild: new Int32Array(length),
    nextSibling: new Int32Array(length),
    at: new Int32Array(length),
    nextMember: new Int32Array(length),
  };
}
