// Computes when samples begin and end: first for all samples of an event, then for the selected samples.

import type { TimeRange } from '../../model/filter.ts';
import { type SampleData, type SampleTable, NONE, type Profile } from '../../model/profile.ts';
import { timeRangeOf, lanesOf, type LaneHead } from './timeline.ts';
import { groupRows } from '../../model/columns.ts';
import { areLasting, eventMask } from '../../model/events.ts';
import { sortByTime } from '../../model/rows-by-time.ts';
import { lastAtMost } from '../../model/sorted.ts';
import { stateOfFunctions, type PieceOfTime } from '../../model/wait-states.ts';
import { ownFunctionOf } from '../wait-weights.ts';

/** When the samples of an event begin and end, whether selected or not. */
export interface Times extends AllSpans, SamplesByLane {
  readonly heads: readonly LaneHead[];
  /** Spans are relative to this time on the recording's clock. */
  readonly from: number;
}

/**
 * A sample lasts until the next sample in its lane, selected or not. If the next sample is more than twice the typical interval away,
 * or there is none, the sample lasts one typical interval, and the rest of the time is unknown. Of several samples at the same time,
 * the first in the table gets the duration; the others follow with duration 0, but still count. Samples of wall time last as long as
 * their weight. Returns undefined if no sample has a time.
 */
export function timesOf(profile: SampleData, event: number): Times | undefined {
  const recorded = timeRangeOf(profile.samples);
  if (!recorded) return undefined;
  const { heads, ofThread } = lanesOf(profile, event);
  const lanes = samplesByLane(profile, event, heads.length, ofThread);
  const { samples } = profile;
  const spans = areLasting(samples, event)
    ? lastingSpans(lanes, samples, recorded.from)
    : spansOf(lanes, samples.time, recorded.from);
  return { heads, from: recorded.from, ...lanes, ...spans };
}

/**
 * The time axis of a recording, from the first sample to the end of the last one. The last sample lasts as long as the shortest
 * typical interval of any event. `timesOfEvents` has the Times of each event.
 */
export function timeAxisOf(
  profile: SampleData,
  timesOfEvents: readonly (Times | undefined)[],
): TimeRange | undefined {
  const recorded = timeRangeOf(profile.samples);
  if (!recorded) return undefined;
  const { from, last, to } = recorded;
  const interval = Math.min(...timesOfEvents.map((times) => times?.interval ?? Infinity));
  return { from, to: interval < Infinity ? Math.max(to, last + interval) : to };
}

export interface SelectedSpans extends Spans, SamplesByLane {
  /** The beginning of the first sample and the end of the last one. */
  readonly from: number;
  readonly to: number;
}

/** Truncates samples at these times on the recording's clock. */
export function selectSpans(
  times: Times,
  selected: Uint8Array,
  { from: since, to: until }: TimeRange,
): SelectedSpans {
  const { first, sample, start, end } =
    endOf(times) <= until - times.from && areSelected(times.sample, selected) && since <= times.from
      ? times
      : keepSelected(times, selected, Math.round(since - times.from), Math.round(until - times.from));
  let from = Infinity;
  let to = 0;
  for (let lane = 0; lane + 1 < first.length; lane++) {
    if (first[lane] === first[lane + 1]) continue;
    from = Math.min(from, start[first[lane]]);
    to = Math.max(to, end[first[lane + 1] - 1]);
  }
  return { first, sample, start, end, ...(from > to ? { from: 0, to: 0 } : { from, to }) };
}

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

function keepSelected(
  times: Times,
  selected: Uint8Array,
  since: number,
  until: number,
): Spans & SamplesByLane {
  const first = new Int32Array(times.first.length);
  const sample = new Int32Array(times.sample.length);
  const start = new Float64Array(sample.length);
  const end = new Float64Array(sample.length);
  let kept = 0;
  for (let lane = 0; lane + 1 < first.length; lane++) {
    for (let at = times.first[lane]; at < times.first[lane + 1]; at++) {
      if (selected[times.sample[at]] === 0) continue;
      sample[kept] = times.sample[at];
      start[kept] = Math.min(until, Math.max(since, times.start[at]));
      end[kept++] = Math.min(until, times.end[at]);
    }
    first[lane + 1] = kept;
  }
  return { first, sample: sample.subarray(0, kept), start, end };
}

/** Samples that have a time, grouped by lane and sorted by time. Ties keep the order of the sample table. */
interface SamplesByLane {
  /** Per lane: the index of its first sample; one extra entry at the end. */
  readonly first: Int32Array;
  readonly sample: Int32Array;
}

/** When each of these samples begins and ends, in whole nanoseconds since the first sample of the recording. */
interface Spans {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

interface AllSpans extends Spans {
  /** The typical interval between consecutive samples of all lanes; Infinity without samples. */
  readonly interval: number;
}

/** Sorts samples by lane and time, and computes when each sample begins and ends. */
function samplesByLane(
  profile: SampleData,
  event: number,
  lanes: number,
  ofThread: Int32Array,
): SamplesByLane {
  const { length, event: events, thread, time } = profile.samples;
  const mask = eventMask(profile.samples, event);
  const laneOf = new Int32Array(length).fill(NONE);
  for (let i = 0; i < length; i++)
    if (mask[events[i]] === 1 && !Number.isNaN(time[i])) laneOf[i] = ofThread[thread[i]];
  const { first, rows: sample } = groupRows(laneOf, lanes);
  for (let lane = 0; lane < lanes; lane++) sortByTime(sample.subarray(first[lane], first[lane + 1]), time);
  return { first, sample };
}

/** Spans are relative to `from`, a time on the recording's clock. See timesOf for the duration of a sample. */
function spansOf({ first, sample }: SamplesByLane, time: Float64Array, from: number): AllSpans {
  const start = new Float64Array(sample.length);
  for (let at = 0; at < sample.length; at++) start[at] = Math.round(time[sample[at]] - from);
  const interval = medianInterval(first, start, 0, first.length - 1) ?? averageInterval(start);
  const typical = typicalIntervals(first, start, interval);
  const end = new Float64Array(sample.length);
  for (let lane = 0; lane + 1 < first.length; lane++) {
    for (let at = first[lane]; at < first[lane + 1];) {
      let next = at + 1;
      while (next < first[lane + 1] && start[next] === start[at]) next++;
      const duration = next < first[lane + 1] ? start[next] - start[at] : Infinity;
      end[at] = start[at] + (duration > 2 * typical[lane] ? typical[lane] : duration);
      for (let same = at + 1; same < next; same++) start[same] = end[same] = end[at];
      at = next;
    }
  }
  return { start, end, interval };
}

/** When samples that last begin and end. Nothing follows the last one. */
function lastingSpans({ sample }: SamplesByLane, { time, weight }: SampleTable, from: number): AllSpans {
  const start = new Float64Array(sample.length);
  const end = new Float64Array(sample.length);
  for (let at = 0; at < sample.length; at++) {
    start[at] = Math.round(time[sample[at]] - from);
    end[at] = Math.round(time[sample[at]] - from + weight[sample[at]]);
  }
  return { start, end, interval: sample.length > 0 ? 0 : Infinity };
}

/**
 * The median interval between consecutive samples of each lane, but at most `overall`, the median of all lanes: all threads are
 * sampled at the same rate, so a longer interval means that the thread slept. Lanes with fewer than three samples use `overall`.
 * `start` must be sorted within each lane.
 */
function typicalIntervals(first: Int32Array, start: Float64Array, overall: number): Float64Array {
  const lanes = first.length - 1;
  return Float64Array.from({ length: lanes }, (_, lane) => {
    // With a single lane, its median is the overall median.
    const usesAll = first[lane + 1] - first[lane] < 3 || lanes === 1;
    const own = usesAll ? undefined : medianInterval(first, start, lane, lane + 1);
    return Math.min(own ?? overall, overall);
  });
}

/** Undefined if no lane has samples at different times. */
function medianInterval(
  first: Int32Array,
  start: Float64Array,
  from: number,
  to: number,
): number | undefined {
  const intervals = new Float64Array(first[to] - first[from]);
  let count = 0;
  for (let lane = from; lane < to; lane++) {
    for (let at = first[lane] + 1; at < first[lane + 1]; at++) {
      if (start[at] > start[at - 1]) intervals[count++] = start[at] - start[at - 1];
    }
  }
  return count === 0 ? undefined : valueAt(intervals.subarray(0, count), count >>> 1);
}

/** The value that would be at `index` if the values were sorted. Reorders the values (quickselect). */
function valueAt(values: Float64Array, index: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const middle = values[(from + to) >>> 1];
    let low = from;
    let high = to;
    while (low <= high) {
      while (values[low] < middle) low++;
      while (values[high] > middle) high--;
      if (low > high) break;
      const value = values[low];
      values[low++] = values[high];
      values[high--] = value;
    }
    // All values between `high` and `low` are equal.
    if (index <= high) to = high;
    else if (index >= low) from = low;
    else break;
  }
  return values[index];
}

/** The average interval between all samples, used if no lane has samples at different times. */
function averageInterval(start: Float64Array): number {
  if (start.length === 0) return Infinity;
  const last = start.reduce((latest, each) => Math.max(latest, each), 0);
  return Math.max(1, Math.round(last / start.length));
}

/**
 * What a thread did at a point in time. `thread` is one of the thread's rows, `time` is on the recording's clock. Undefined if the
 * thread has no piece of time then.
 */
export function pieceOfTime(
  profile: Profile,
  { heads, first, sample, start, end, from }: Times,
  thread: number,
  time: number,
): PieceOfTime | undefined {
  const lane = heads.findIndex(({ threads }) => threads.includes(thread));
  if (lane < 0) return undefined;
  const starts = start.subarray(first[lane], first[lane + 1]);
  const at = first[lane] + lastAtMost(starts, starts.length, time - from);
  if (at < first[lane] || end[at] <= time - from) return undefined;
  const stack = profile.samples.stack[sample[at]];
  const state = stack < 0 ? 0 : stateOfFunctions(profile)[profile.stacks.func[stack]];
  return { state, length: end[at] - start[at], func: ownFunctionOf(profile, stack) };
}
