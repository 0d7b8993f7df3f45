// Selects samples by event, threads and time range. A range cuts samples that last (model/events.ts) at its borders.

import { indicesUpTo } from '../../model/columns.ts';
import { eventMask } from '../../model/events.ts';
import { samplesAt, type Profile, type SampleData, type SampleTable } from '../../model/profile.ts';
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
  // Locals, because the first selections run before the loop is compiled.
  const { length, stack, thread, event: events, time: times, weight, lasting } = samples;
  const isSelectedThread = new Uint8Array(profile.threads.length).fill(threads === undefined ? 1 : 0);
  for (const thread of threads ?? []) isSelectedThread[thread] = 1;
  const selected = new Uint8Array(length);
  const { from, to } = range ?? { from: -Infinity, to: Infinity };
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < length; i++) {
    const of = events[i];
    if (isIncluded[of] === 0 || stack[i] < 0) continue;
    if (range !== undefined) {
      const time = times[i];
      const lasts = lasting?.[of] === 1 && time + weight[i] > from;
      if (!((lasts || time >= from) && time < to)) continue;
    }
    selected[i] = isSelectedThread[thread[i]];
  }
  return selected;
}

export function keepSelectedSamples(profile: Profile, event: number, within: ThreadsAndRange): Profile {
  const selected = markSelected(profile, event, within);
  const rows = indicesUpTo(selected.length).filter((sample) => selected[sample] === 1);
  return { ...profile, samples: samplesAt(cutSamples(profile.samples, within), rows) };
}

/** The weights of the samples within the range; undefined if none is cut. */
export function cutWeights(
  { length, event, time, weight, lasting }: SampleTable,
  { range }: ThreadsAndRange,
): Float64Array | undefined {
  if (!range || !lasting) return undefined;
  const { from, to } = range;
  const cut = weight.slice();
  for (let i = 0; i < length; i++)
    if (lasting[event[i]] === 1)
      cut[i] = Math.max(0, Math.min(time[i] + weight[i], to) - Math.max(time[i], from));
  return cut;
}

/** The same with their times. */
function cutSamples(samples: SampleTable, within: ThreadsAndRange): SampleTable {
  const weight = cutWeights(samples, within);
  if (!weight) return samples;
  const from = within.range?.from ?? 0;
  const { lasting, event } = samples;
  const time = samples.time.map((each, i) => (lasting?.[event[i]] === 1 ? Math.max(each, from) : each));
  return { ...samples, weight, time };
}
