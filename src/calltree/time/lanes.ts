// Groups threads into the lanes of the time views, and computes the time range of samples. A thread has one lane for all its names.

import { groupBy } from '../../model/lists.ts';
import { eventMask, timeExtent } from '../../model/events.ts';
import { NONE, threadKey, type SampleData, type SampleTable, type Thread } from '../../model/profile.ts';
import type { Lane } from '../../model/session.ts';

export type LaneHead = Omit<Lane, 'bands' | 'columns' | 'isIdle'>;

/**
 * Counts all samples of the event, including those without a time and those that a filter removed. Lanes are grouped by process.
 * Processes, and the threads of each process, are sorted by weight, heaviest first. `ofThread` maps each row of `profile.threads`
 * to its lane, or to NONE if the thread has no samples of the event.
 */
export function lanesOf(profile: SampleData, event: number) {
  const { samples, threads } = profile;
  const weight = new Float64Array(threads.length);
  const count = new Int32Array(threads.length);
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    if (isIncluded[samples.event[i]] === 0) continue;
    weight[samples.thread[i]] += samples.weight[i];
    count[samples.thread[i]]++;
  }
  const rows = Array.from(threads, (_, row) => row).filter((row) => count[row] > 0);
  const sum = (column: Float64Array | Int32Array, of: readonly number[]) =>
    of.reduce((all, row) => all + column[row], 0);
  const heads = rowsByLane(threads, rows).map((ofLane): LaneHead => {
    const heaviest = ofLane.reduce((best, row) => (weight[row] > weight[best] ? row : best));
    return {
      threads: ofLane,
      ...threads[heaviest],
      weight: sum(weight, ofLane),
      samples: sum(count, ofLane),
    };
  });
  const ordered = byProcess(heads);
  const ofThread = new Int32Array(threads.length).fill(NONE);
  for (const [lane, head] of ordered.entries()) for (const row of head.threads) ofThread[row] = lane;
  return { heads: ordered, ofThread };
}

function rowsByLane(threads: readonly Thread[], rows: readonly number[]): number[][] {
  return [...groupBy(rows, (row) => threadKey(threads[row])).values()];
}

/** Sorts processes by weight, and the lanes of each process by weight. Ties stay in order of first appearance. */
function byProcess(heads: readonly LaneHead[]): LaneHead[] {
  const weights = new Map<number, number>();
  for (const { pid, weight } of heads) weights.set(pid, (weights.get(pid) ?? 0) + weight);
  const pids = [...weights.keys()].sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  const rank = new Map(pids.map((pid, i) => [pid, i]));
  return heads.toSorted((a, b) => (rank.get(a.pid) ?? 0) - (rank.get(b.pid) ?? 0) || b.weight - a.weight);
}

/**
 * From the first time to the smallest representable time after the last one, so that the range includes the last sample. `last` is
 * the end of a sample that lasts.
 */
export function timeRangeOf(
  samples: SampleTable,
): { readonly from: number; readonly last: number; readonly to: number } | undefined {
  const extent = timeExtent(samples);
  if (!extent) return undefined;
  const { min: from, max: last } = extent;
  // A double cannot represent every nanosecond since 1970, so find the smallest step that changes the value.
  let step = 1;
  while (last + step <= last) step *= 2;
  return { from, last, to: last + step };
}
