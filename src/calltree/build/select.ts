// Selects samples by event, threads and time range.

import { eventMask } from '../../model/event-sums.ts';
import { samplesAt, type Profile, type SampleData } from '../../model/profile.ts';
import type { SampleSelection } from '../../model/session.ts';

/** An undefined property selects everything. */
export type ThreadsAndRange = Partial<Pick<SampleSelection, 'threads' | 'range'>>;

/**
 * Marks selected samples with 1. No range contains samples without a time. Skips samples without a stack: a filter removed them,
 * because every level gives each sample a stack.
 */
export function markSelected(
  profile: SampleData,
  event: number,
  { threads, range }: ThreadsAndRange,
): Uint8Array {
  const { samples } = profile;
  const isSelectedThread = new Uint8Array(profile.threads.length).fill(threads === undefined ? 1 : 0);
  for (const thread of threads ?? []) isSelectedThread[thread] = 1;
  const selected = new Uint8Array(samples.length);
  const { from, to } = range ?? { from: NaN, to: NaN };
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    if (isIncluded[samples.event[i]] === 0 || samples.stack[i] < 0) continue;
    const isInRange = range === undefined || (samples.time[i] >= from && samples.time[i] < to);
    if (isInRange) selected[i] = isSelectedThread[samples.thread[i]];
  }
  return selected;
}

/** Returns the profile with only the selected samples. */
export function keepSelectedSamples(profile: Profile, event: number, within: ThreadsAndRange): Profile {
  const selected = markSelected(profile, event, within);
  const rows = Int32Array.from(selected.keys()).filter((sample) => selected[sample] === 1);
  return { ...profile, samples: samplesAt(profile.samples, rows) };
}
