// The lanes of what is shown over time, a thread each under whatever names it had, and the times they lie between.

import { NONE, threadKey, type Sampled, type Thread } from '../model/profile.ts';
import type { Lane } from '../model/session.ts';

/** A lane without its columns. */
export type LaneHead = Omit<Lane, 'columns'>;

export interface Lanes {
  /** Grouped by process: processes by weight, heaviest first, and so the threads in each. */
  readonly heads: readonly LaneHead[];
  /** Of each row of `profile.threads` its lane; NONE for a thread without a sample of the event. */
  readonly ofThread: Int32Array;
}

/** Of all samples of the event, with or without a time and whether or not a filter left them a stack. */
export function lanesOf(profile: Sampled, event: number): Lanes {
  const { samples, threads } = profile;
  const weight = new Float64Array(threads.length);
  const count = new Int32Array(threads.length);
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
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
  const byKey = new Map<string, number[]>();
  for (const row of rows) {
    const key = threadKey(threads[row]);
    const known = byKey.get(key);
    if (known) known.push(row);
    else byKey.set(key, [row]);
  }
  return [...byKey.values()];
}

/** Of the same weight, the one that was seen first. */
function byProcess(heads: readonly LaneHead[]): LaneHead[] {
  const weights = new Map<number, number>();
  for (const { pid, weight } of heads) weights.set(pid, (weights.get(pid) ?? 0) + weight);
  const pids = [...weights.keys()].sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  const place = new Map(pids.map((pid, i) => [pid, i]));
  return heads.toSorted((a, b) => (place.get(a.pid) ?? 0) - (place.get(b.pid) ?? 0) || b.weight - a.weight);
}

/** The first time, and the first nanosecond behind the last: a range of all of it has the last sample in it. */
export function endsOfTime(time: Float64Array): { from: number; to: number } | undefined {
  let from = Infinity;
  let last = -Infinity;
  for (let i = 0; i < time.length; i++) {
    if (time[i] < from) from = time[i];
    if (time[i] > last) last = time[i];
  }
  if (from > last) return undefined;
  // Nanoseconds since 1970 are more than a double has digits for.
  let step = 1;
  while (last + step <= last) step *= 2;
  return { from, to: last + step };
}
