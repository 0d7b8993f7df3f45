// Which samples are looked at: those of one event, of some threads, of some time.

import type { TimeRange } from '../model/filter.ts';
import type { Profile, Sampled, SampleTable } from '../model/profile.ts';

/** What is looked at of an event; everything when neither is given. */
export interface Within {
  /** Rows of `profile.threads`. */
  readonly threads?: readonly number[] | undefined;
  readonly range?: TimeRange | undefined;
}

/**
 * 1 for each sample that is looked at. A sample without a time lies in no range, and one without a stack was left out
 * by a filter: the levels give every sample a stack.
 */
export function selectSamples(profile: Sampled, event: number, { threads, range }: Within): Uint8Array {
  const { samples } = profile;
  const isLookedAt = new Uint8Array(profile.threads.length).fill(threads === undefined ? 1 : 0);
  for (const thread of threads ?? []) isLookedAt[thread] = 1;
  const selected = new Uint8Array(samples.length);
  const { from, to } = range ?? { from: NaN, to: NaN };
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event || samples.stack[i] < 0) continue;
    // A time that is NaN is in no range.
    const isInRange = range === undefined || (samples.time[i] >= from && samples.time[i] < to);
    if (isInRange) selected[i] = isLookedAt[samples.thread[i]];
  }
  return selected;
}

/** The profile without the other samples. */
export function onlySelected(profile: Profile, event: number, within: Within): Profile {
  const selected = selectSamples(profile, event, within);
  const rows = Int32Array.from(selected.keys()).filter((sample) => selected[sample] === 1);
  return { ...profile, samples: samplesAt(profile.samples, rows) };
}

/** The samples of these rows. */
export function samplesAt(
  { stack, thread, event, time, weight }: SampleTable,
  rows: Int32Array,
): SampleTable {
  return {
    length: rows.length,
    stack: rows.map((row) => stack[row]),
    thread: rows.map((row) => thread[row]),
    event: Uint8Array.from(rows, (row) => event[row]),
    time: Float64Array.from(rows, (row) => time[row]),
    weight: Float64Array.from(rows, (row) => weight[row]),
  };
}
