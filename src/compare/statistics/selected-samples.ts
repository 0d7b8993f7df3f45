// The selected samples of one recording, divided into blocks of equal time: comparing.md, “Noise”.

import { extremesOf } from '../../model/columns.ts';
import { eventMask } from '../../model/events.ts';
import { NONE, type SampleData } from '../../model/profile.ts';
import type { SampleSelection } from '../../model/session.ts';

/** Number of blocks at the finest resolution; noise.ts merges neighbors. */
export const BLOCKS = 64;

/** The entry of samples that are not selected in a column of blocks. */
export const LEFT_OUT = -2;

/** In seconds, for recordings without times: avoids a division by zero. */
export const MIN_ELAPSED = 1e-9;

/** The samples of one event, with or without frames. */
export interface SelectedSamples {
  /** Per sample of the profile: its weight. */
  readonly weight: Float64Array;
  /** Per sample of the profile: its block; NONE without a time, LEFT_OUT if it is not selected. */
  readonly block: Int8Array;
  /** The selected range, or the time between the event's first and last sample, in seconds. */
  readonly elapsed: number;
}

/** `event` is an index into the profile's events. */
export function selectSamples(
  { samples, threads: { length: threadCount } }: SampleData,
  event: number,
  { range, threads }: Partial<Pick<SampleSelection, 'threads' | 'range'>>,
): SelectedSamples {
  const { length, event: events, thread, time: times, weight } = samples;
  const isSelectedThread = new Uint8Array(threadCount).fill(threads === undefined ? 1 : 0);
  for (const each of threads ?? []) isSelectedThread[each] = 1;
  const isIncluded = eventMask(samples, event);
  const { from, to } = range ?? extentOf(events, times, isIncluded);
  const elapsed = Math.max(MIN_ELAPSED, (to - from) / 1e9) || MIN_ELAPSED;
  const span = elapsed * 1e9;
  const block = new Int8Array(length).fill(LEFT_OUT);
  for (let i = 0; i < length; i++) {
    if (isIncluded[events[i]] === 0 || isSelectedThread[thread[i]] === 0) continue;
    const time = times[i];
    if (range !== undefined && !(time >= from && time <= to)) continue;
    block[i] = Number.isNaN(time) ? NONE : Math.min(BLOCKS - 1, Math.floor(((time - from) / span) * BLOCKS));
  }
  return { weight, block, elapsed };
}

/** The times of the event's first and last sample; NaN without times. */
function extentOf(events: Uint8Array, times: Float64Array, isIncluded: Uint8Array) {
  const { min = NaN, max = NaN } = extremesOf(times.filter((_, i) => isIncluded[events[i]] === 1)) ?? {};
  return { from: min, to: max };
}
