// The selected samples of one recording, divided into blocks of equal time: comparing.md, “Noise”.

import type { Level } from '../model/levels.ts';
import { NONE, type SampleData } from '../model/profile.ts';
import type { SampleSelection } from '../model/session.ts';
import type { ChainedProfile, StackChains } from '../model/stack-chains.ts';
import { emptyChain } from './live-chains.ts';

/** Number of blocks at the finest resolution; noise.ts merges neighbors. */
export const BLOCKS = 64;

/** In seconds; avoids a division by zero. */
const MIN_ELAPSED = 1e-9;

/** A recording on one side of a comparison, or a selection of its samples. */
export interface ComparedRecording extends Partial<Pick<SampleSelection, 'threads' | 'range'>> {
  /** The profile at a level, before filters. All levels share the tables of functions and samples. */
  readonly at: (level: Level) => ChainedProfile;
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
  /** Per selected sample: the chain of its stack at the compared level, its weight, and its block (NONE without a time). */
  readonly chainOf: Int32Array;
  readonly weightOf: Float64Array;
  readonly blockOf: Int8Array;
}

export function runOf(recording: ComparedRecording, { samples, threads, chains }: StackChains): Run {
  const { event } = recording;
  const isSelectedThread = new Uint8Array(threads.length).fill(recording.threads === undefined ? 1 : 0);
  for (const thread of recording.threads ?? []) isSelectedThread[thread] = 1;
  const { from, to } = recording.range ?? extentOfEvent(samples, event);
  const elapsed = Math.max(MIN_ELAPSED, (to - from) / 1e9) || MIN_ELAPSED;
  const span = elapsed * 1e9;
  const chainOf = new Int32Array(samples.length);
  const weightOf = new Float64Array(samples.length);
  const blockOf = new Int8Array(samples.length);
  const blocks = new Float64Array(BLOCKS);
  const empty = emptyChain(chains);
  let length = 0;
  let weight = 0;
  let squares = 0;
  const { event: events, stack, thread, time: times, weight: weights } = samples;
  for (let i = 0; i < samples.length; i++) {
    if (events[i] !== event || stack[i] <= empty || isSelectedThread[thread[i]] === 0) continue;
    const time = times[i];
    if (recording.range !== undefined && !(time >= from && time < to)) continue;
    const each = weights[i];
    const block = Number.isNaN(time)
      ? NONE
      : Math.min(BLOCKS - 1, Math.floor(((time - from) / span) * BLOCKS));
    chainOf[length] = stack[i];
    weightOf[length] = each;
    blockOf[length++] = block;
    weight += each;
    squares += each * each;
    if (block >= 0) blocks[block] += each;
  }
  return {
    samples: length,
    weight,
    squares,
    meanWeight: length > 0 ? weight / length : 1,
    elapsed,
    blocks,
    chainOf: chainOf.subarray(0, length),
    weightOf: weightOf.subarray(0, length),
    blockOf: blockOf.subarray(0, length),
  };
}

/** Times of the first and last sample of an event; NaN without times. */
function extentOfEvent({ length, event: events, time }: SampleData['samples'], event: number) {
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < length; i++) {
    if (events[i] !== event) continue;
    if (time[i] < from) from = time[i];
    if (time[i] > to) to = time[i];
  }
  return from <= to ? { from, to } : { from: NaN, to: NaN };
}
