// The recordings on the sides of a comparison, and sums over their selected samples.

import type { Level } from '../../model/levels.ts';
import type { SampleSelection } from '../../model/session.ts';
import type { SideDiagnosis } from '../../model/findings.ts';
import type { ChainedProfile } from '../../model/trie.ts';
import { BLOCKS, LEFT_OUT, type SelectedSamples } from './selected-samples.ts';

/** A recording on one side of a comparison, or a selection of its samples. */
export interface ComparedRecording extends Partial<Pick<SampleSelection, 'threads' | 'range'>> {
  /** The profile at a level, before filters. All levels share the tables of functions and samples. */
  readonly at: (level: Level) => ChainedProfile;
  /** Per sample: the function in which it ends at a level, before filters; NONE without frames. */
  readonly leavesAt: (level: Level) => Int32Array;
  /** The filtered profile at the compared level, with the same tables of functions and samples; undefined without filters. */
  readonly filtered?: ChainedProfile | undefined;
  /** Index into the profile's events. */
  readonly event: number;
  /** What the doctor says about it, if the comparison shall say it, too. */
  readonly diagnosis?: SideDiagnosis | undefined;
  /** When it was recorded or, if unknown, when its file was written, in milliseconds since 1970; undefined if both are unknown. */
  readonly date?: number | undefined;
}

/** A is the baseline. */
export interface Sides {
  readonly a: readonly ComparedRecording[];
  readonly b: readonly ComparedRecording[];
}

/** What is compared at the level of the comparison. */
export function profileOf({ at, filtered }: ComparedRecording, level: Level): ChainedProfile {
  return filtered ?? at(level);
}

/** Sums over the selected samples of one recording that have frames. */
export interface Run {
  readonly samples: number;
  /** Sum of their weights, sum of the squared weights, and mean weight. */
  readonly weight: number;
  readonly squares: number;
  readonly meanWeight: number;
  /** The selected range, or the time between the event's first and last sample, in seconds. */
  readonly elapsed: number;
  /** Weight per block; all zero without times. */
  readonly blocks: Float64Array;
}

/** Sums the selected samples with frames. Per sample, `end` has the function in which it ends, negative without frames. */
export function runOf(
  { weight: weights, block, elapsed }: SelectedSamples,
  end: Int32Array,
  functions: number,
): { readonly run: Run; /** Per function: the self weight. */ readonly self: Float64Array } {
  const blocks = new Float64Array(BLOCKS);
  const self = new Float64Array(functions);
  let samples = 0;
  let weight = 0;
  let squares = 0;
  for (let i = 0; i < end.length; i++) {
    if (block[i] === LEFT_OUT || end[i] < 0) continue;
    const each = weights[i];
    samples++;
    weight += each;
    squares += each * each;
    self[end[i]] += each;
    if (block[i] >= 0) blocks[block[i]] += each;
  }
  return {
    run: { samples, weight, squares, meanWeight: meanWeight(weight, samples), elapsed, blocks },
    self,
  };
}

/** 1 without samples. */
export function meanWeight(weight: number, samples: number): number {
  return samples > 0 ? weight / samples : 1;
}
