// Computes when samples begin and end: first for all samples of an event, then for the selected samples.

import type { TimeRange } from '../model/filter.ts';
import type { SampleData } from '../model/profile.ts';
import { timeRangeOf, lanesOf, type LaneHead } from './lanes.ts';
import { samplesByLane, spansOf, type AllSpans, type SamplesByLane, type Spans } from './spans.ts';

/** When the samples of an event begin and end, whether selected or not. */
interface Times extends AllSpans, SamplesByLane {
  readonly heads: readonly LaneHead[];
  /** Spans are relative to this time on the recording's clock. */
  readonly from: number;
}

/**
 * A sample lasts until the next sample in its lane, selected or not. If the next sample is more than twice the typical interval away,
 * or there is none, the sample lasts one typical interval, and the rest of the time is unknown. Of several samples at the same time,
 * the first in the table gets the duration; the others follow with duration 0, but still count. Returns undefined if no sample has a
 * time.
 */
export function timesOf(profile: SampleData, event: number): Times | undefined {
  const recorded = timeRangeOf(profile.samples.time);
  if (!recorded) return undefined;
  const { heads, ofThread } = lanesOf(profile, event);
  const lanes = samplesByLane(profile, event, heads.length, ofThread);
  return { heads, from: recorded.from, ...lanes, ...spansOf(lanes, profile.samples.time, recorded.from) };
}

/**
 * The time axis of a recording, from the first sample to the end of the last one. The last sample lasts as long as the shortest
 * typical interval of any event. `timesOfEvents` has the Times of each event.
 */
export function timeAxisOf(
  profile: SampleData,
  timesOfEvents: readonly (Times | undefined)[],
): TimeRange | undefined {
  const recorded = timeRangeOf(profile.samples.time);
  if (!recorded) return undefined;
  const { from, last, to } = recorded;
  const interval = Math.min(...timesOfEvents.map((times) => times?.interval ?? Infinity));
  return { from, to: interval < Infinity ? Math.max(to, last + interval) : to };
}

/** When the selected samples begin and end. */
export interface SelectedSpans extends Spans, SamplesByLane {
  /** The beginning of the first sample and the end of the last one. */
  readonly from: number;
  readonly to: number;
}

/** Truncates samples at `until`, a time on the recording's clock. */
export function selectSpans(times: Times, selected: Uint8Array, until: number): SelectedSpans {
  const { first, sample, start, end } =
    endOf(times) <= until - times.from && areSelected(times.sample, selected)
      ? times
      : keepSelected(times, selected, Math.round(until - times.from));
  let from = Infinity;
  let to = 0;
  for (let lane = 0; lane + 1 < first.length; lane++) {
    if (first[lane] === first[lane + 1]) continue;
    from = Math.min(from, start[first[lane]]);
    to = Math.max(to, end[first[lane + 1] - 1]);
  }
  return { first, sample, start, end, ...(from > to ? { from: 0, to: 0 } : { from, to }) };
}

/** The end of the last sample. */
function endOf({ first, end }: Times): number {
  let last = 0;
  for (let lane = 0; lane + 1 < first.length; lane++)
    if (first[lane + 1] > first[lane]) last = Math.max(last, end[first[lane + 1] - 1]);
  return last;
}

function areSelected(samples: Int32Array, selected: Uint8Array): boolean {
  for (let i = 0; i < samples.length; i++) if (selected[samples[i]] === 0) return false;
  return true;
}

function keepSelected(times: Times, selected: Uint8Array, until: number): Spans & SamplesByLane {
  const first = new Int32Array(times.first.length);
  const sample = new Int32Array(times.sample.length);
  const start = new Float64Array(sample.length);
  const end = new Float64Array(sample.length);
  let kept = 0;
  for (let lane = 0; lane + 1 < first.length; lane++) {
    for (let at = times.first[lane]; at < times.first[lane + 1]; at++) {
      if (selected[times.sample[at]] === 0) continue;
      sample[kept] = times.sample[at];
      start[kept] = Math.min(until, times.start[at]);
      end[kept++] = Math.min(until, times.end[at]);
    }
    first[lane + 1] = kept;
  }
  return { first, sample: sample.subarray(0, kept), start, end };
}
