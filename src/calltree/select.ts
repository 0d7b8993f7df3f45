// Selects the samples of one event, some threads and a time range.

import { samplesAt, type Profile, type Sampled } from '../model/profile.ts';
import type { SampleSelection } from '../model/session.ts';

/** Undefined selects everything. */
export type Within = Partial<Pick<SampleSelection, 'threads' | 'range'>>;

/**
 * Marks selected samples with 1. Samples without a time are in no range. Samples without a stack were removed by a filter, since
 * every level gives every sample a stack.
 */
export function markSelected(profile: Sampled, event: number, { threads, range }: Within): Uint8Array {
  const { samples } = profile;
  const isSelectedThread = new Uint8Array(profile.threads.length).fill(threads === undefined ? 1 : 0);
  for (const thread of threads ?? []) isSelectedThread[thread] = 1;
  const selected = new Uint8Array(samples.length);
  const { from, to } = range ?? { from: NaN, to: NaN };
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event || samples.stack[i] < 0) continue;
    const isInRange = range === undefined || (samples.time[i] >= from && samples.time[i] < to);
    if (isInRange) selected[i] = isSelectedThread[samples.thread[i]];
  }
  return selected;
}

/** The profile with only the selected samples. */
export function onlySelected(profile: Profile, event: number, within: Within): Profile {
  const selected = markSelected(profile, event, within);
  const rows = Int32Array.from(selected.keys()).filter((sample) => selected[sample] === 1);
  return { ...profile, samples: samplesAt(profile.samples, rows) };
}
