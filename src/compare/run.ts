// The selected samples of one recording, divided into blocks of equal time: comparing.md, “Noise”.

import type { Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import type { SampleSelection } from '../model/session.ts';
import type { ChainedProfile } from '../model/stack-chains.ts';
import type { GroupedSamples } from './grouped-samples.ts';

/** Number of blocks at the finest resolution; noise.ts merges neighbors. */
export const BLOCKS = 64;

/** In seconds, for recordings without times: avoids a division by zero. */
export const MIN_ELAPSED = 1e-9;

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
  /** What is misleading about it: titles of the doctor's findings. */
  readonly problems?: readonly string[] | undefined;
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

export interface Run {
  /** Number of selected samples. */
  readonly samples: number;
  /** Sum of their weights, sum of the squared weights, and mean weight. */
  readonly weight: number;
  readonly squares: number;
  readonly meanWeight: number;
  /** The selected range, or the time between the event's first and last sample, in seconds. */
  readonly elapsed: number;
  /** Weight per block; all zero without times. */
  readonly blocks: Float64Array;
  /** Per group of samples: the index of its first selected sample. One extra entry at the end: `samples`. */
  readonly first: Int32Array;
  /** Per selected sample, sorted by group: its weight, and its block (NONE without a time). */
  readonly weightOf: Float64Array;
  readonly blockOf: Int8Array;
}

/** Selects the samples of a recording on one side. */
export function selectRun(
  grouped: GroupedSamples,
  { range, threads }: Pick<ComparedRecording, 'range' | 'threads'>,
): Run {
  const isSelectedThread = new Uint8Array(grouped.threads).fill(threads === undefined ? 1 : 0);
  for (const thread of threads ?? []) isSelectedThread[thread] = 1;
  const { from, to } = range ?? grouped.extent;
  const elapsed = Math.max(MIN_ELAPSED, (to - from) / 1e9) || MIN_ELAPSED;
  const span = elapsed * 1e9;
  const { first: firstOf, thread, time: times, weight: weights } = grouped;
  const first = new Int32Array(firstOf.length);
  const weightOf = new Float64Array(weights.length);
  const blockOf = new Int8Array(weights.length);
  const blocks = new Float64Array(BLOCKS);
  let length = 0;
  let weight = 0;
  let squares = 0;
  for (let group = 0; group + 1 < firstOf.length; group++) {
    for (let i = firstOf[group]; i < firstOf[group + 1]; i++) {
      if (isSelectedThread[thread[i]] === 0) continue;
      const time = times[i];
      if (range !== undefined && !(time >= from && time < to)) continue;
      const each = weights[i];
      const block = Number.isNaN(time)
        ? NONE
        : Math.min(BLOCKS - 1, Math.floor(((time - from) / span) * BLOCKS));
      weightOf[length] = each;
      blockOf[length++] = block;
      weight += each;
      squares += each * each;
      if (block >= 0) blocks[block] += each;
    }
    first[group + 1] = length;
  }
  return {
    samples: length,
    weight,
    squares,
    meanWeight: length > 0 ? weight / length : 1,
    elapsed,
    blocks,
    first,
    weightOf: weightOf.subarray(0, length),
    blockOf: blockOf.subarray(0, length),
  };
}
