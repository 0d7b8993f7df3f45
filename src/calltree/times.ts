// When samples were taken: first for all samples of an event, then for the selected ones.

import type { Sampled } from '../model/profile.ts';
import { timeRangeOf, lanesOf, type LaneHead } from './lanes.ts';
import { samplesByLane, spansOf, type SamplesByLane, type Spans } from './spans.ts';

/** When the samples of an event were taken, selected or not. */
export interface Times extends Spans, SamplesByLane {
  readonly heads: readonly LaneHead[];
  /** The time that spans count from, on the recording's clock. */
  readonly from: number;
}

/**
 * A sample lasts until the next one in its lane, selected or not. If that is more than twice the typical interval away, or there is
 * none, it lasts one typical interval; nothing is known about the rest of the time. Of samples at the same time, the first in the
 * table gets that duration; the others follow it with duration 0, but still count. Undefined if no sample has a time.
 */
export function timesOf(profile: Sampled, event: number): Times | undefined {
  const recorded = timeRangeOf(profile.samples.time);
  if (!recorded) return undefined;
  const { heads, ofThread } = lanesOf(profile, event);
  const lanes = samplesByLane(profile, event, heads.length, ofThread);
  return { heads, from: recorded.from, ...lanes, ...spansOf(lanes, profile.samples.time, recorded.from) };
}

/** The selected samples. */
export interface SelectedSpans extends Spans, SamplesByLane {
  /** When the first begins and the last ends. */
  readonly from: number;
  readonly to: number;
}

/** `until` is a time on the recording's clock at which all samples end. */
export function selectSpans(times: Times, selected: Uint8Array, until: number): SelectedSpans {
  const { first, sample, start, end } =
    until === Infinity && areSelected(times.sample, selected)
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

function areSelected(samples: Int32Array, selected: Uint8Array): boolean {
  for (let i = 0; i < samples.length; i++) if (selected[samples[i]] === 0) return false;
  return true;
}

function keepSelected(times: Times, selected: Uint8Array, last: number): Spans & SamplesByLane {
  const first = new Int32Array(times.first.length);
  const sample = new Int32Array(times.sample.length);
  const start = new Float64Array(sample.length);
  const end = new Float64Array(sample.length);
  let kept = 0;
  for (let lane = 0; lane + 1 < first.length; lane++) {
    for (let at = times.first[lane]; at < times.first[lane + 1]; at++) {
      if (selected[times.sample[at]] === 0) continue;
      sample[kept] = times.sample[at];
      start[kept] = Math.min(last, times.start[at]);
      end[kept++] = Math.min(last, times.end[at]);
    }
    first[lane + 1] = kept;
  }
  return { first, sample: sample.subarray(0, kept), start, end };
}
