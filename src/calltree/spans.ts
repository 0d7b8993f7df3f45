// How long each sample lasts: samples lane by lane, and when they begin and end.

import type { Sampled } from '../model/profile.ts';

/** Samples that have a time, lane by lane, in the order of their times; of the table where those are the same. */
export interface SamplesByLane {
  /** Where the samples of each lane begin; one more behind the last. */
  readonly first: Int32Array;
  readonly sample: Int32Array;
}

/** When each of these samples begins and ends, in whole nanoseconds since the recording's first. */
export interface Spans {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export function samplesByLane(
  profile: Sampled,
  event: number,
  lanes: number,
  ofThread: Int32Array,
): SamplesByLane {
  const { length, event: events, thread, time } = profile.samples;
  const isIn = (i: number) => events[i] === event && !Number.isNaN(time[i]);
  const first = new Int32Array(lanes + 1);
  for (let i = 0; i < length; i++) if (isIn(i)) first[ofThread[thread[i]] + 1]++;
  for (let lane = 0; lane < lanes; lane++) first[lane + 1] += first[lane];
  const next = first.slice();
  const sample = new Int32Array(first[lanes]);
  for (let i = 0; i < length; i++) if (isIn(i)) sample[next[ofThread[thread[i]]]++] = i;
  for (let lane = 0; lane < lanes; lane++) {
    const ofLane = sample.subarray(first[lane], first[lane + 1]);
    // Most recordings are in order.
    if (!isRising(ofLane, time)) ofLane.sort((a, b) => time[a] - time[b] || a - b);
  }
  return { first, sample };
}

function isRising(order: Int32Array, time: Float64Array): boolean {
  for (let i = 1; i < order.length; i++) if (time[order[i]] < time[order[i - 1]]) return false;
  return true;
}

/** `from` is the time at 0. timesOf says how long a sample lasts. */
export function spansOf({ first, sample }: SamplesByLane, time: Float64Array, from: number): Spans {
  const start = new Float64Array(sample.length);
  for (let at = 0; at < sample.length; at++) start[at] = Math.round(time[sample[at]] - from);
  const typical = typicalIntervals(first, start);
  const end = new Float64Array(sample.length);
  for (let lane = 0; lane + 1 < first.length; lane++) {
    for (let at = first[lane]; at < first[lane + 1];) {
      let next = at + 1;
      while (next < first[lane + 1] && start[next] === start[at]) next++;
      const lasts = next < first[lane + 1] ? start[next] - start[at] : Infinity;
      end[at] = start[at] + (lasts > 2 * typical[lane] ? typical[lane] : lasts);
      for (let same = at + 1; same < next; same++) start[same] = end[same] = end[at];
      at = next;
    }
  }
  return { start, end };
}

/**
 * Of each lane how far apart its samples are, neighbour from neighbour: the median. That of all lanes where a lane has
 * fewer than three samples, or is seldom sampled: it slept then, all threads are sampled as often. `start` rises within
 * each lane.
 */
function typicalIntervals(first: Int32Array, start: Float64Array): Float64Array {
  const lanes = first.length - 1;
  const ofAll = medianInterval(first, start, 0, lanes) ?? share(start);
  return Float64Array.from({ length: lanes }, (_, lane) => {
    // A lone lane is all of them.
    const isKnown = first[lane + 1] - first[lane] < 3 || lanes === 1;
    const own = isKnown ? undefined : medianInterval(first, start, lane, lane + 1);
    return Math.min(own ?? ofAll, ofAll);
  });
}

/** Undefined where no two samples of a lane are at different times. */
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

/** The value that would be at this place if these were sorted; they are moved about. */
function valueAt(values: Float64Array, place: number): number {
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
    // Between the two all are the same.
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return values[place];
}

/** Where no lane has neighbours: as if all samples together took turns. */
function share(start: Float64Array): number {
  let last = 0;
  for (let at = 0; at < start.length; at++) last = Math.max(last, start[at]);
  return Math.max(1, Math.round(last / start.length));
}
