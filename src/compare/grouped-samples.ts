// Sorts the samples of a recording by group, so that a selection of them can be summed by group in one pass.

import type { FunctionNames, SampleData } from '../model/profile.ts';

/** The samples of one event that have frames, sorted by group. A group is where they end: a chain of the trie, or a function. */
export interface GroupedSamples {
  /** Per group: the index of its first sample. One extra entry at the end: the number of samples. */
  readonly first: Int32Array;
  /** Per sample, as in the profile. */
  readonly time: Float64Array;
  readonly weight: Float64Array;
  readonly thread: Int32Array;
  /** Number of threads of the recording. */
  readonly threads: number;
  /** Times of the event's first and last sample, with or without frames; NaN without times. */
  readonly extent: { readonly from: number; readonly to: number };
}

/** `groupOf` has the group of each sample; NONE leaves it out. */
export function groupSamples(
  { samples, threads }: SampleData,
  event: number,
  groupOf: Int32Array,
  groups: number,
): GroupedSamples {
  const { length, event: events } = samples;
  // Entry `group + 2` is the number of samples, then entry `group + 1` is where the next one goes.
  const first = new Int32Array(groups + 2);
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < length; i++) {
    if (events[i] !== event) continue;
    const time = samples.time[i];
    if (time < from) from = time;
    if (time > to) to = time;
    if (groupOf[i] >= 0) first[groupOf[i] + 2]++;
  }
  for (let group = 1; group <= groups + 1; group++) first[group] += first[group - 1];
  const count = first[groups + 1];
  const sorted = {
    time: new Float64Array(count),
    weight: new Float64Array(count),
    thread: new Int32Array(count),
  };
  for (let i = 0; i < length; i++) {
    if (events[i] !== event || groupOf[i] < 0) continue;
    const at = first[groupOf[i] + 1]++;
    sorted.time[at] = samples.time[i];
    sorted.weight[at] = samples.weight[i];
    sorted.thread[at] = samples.thread[i];
  }
  return {
    ...sorted,
    first: first.subarray(0, groups + 1),
    threads: threads.length,
    extent: from <= to ? { from, to } : { from: NaN, to: NaN },
  };
}

/** Per column of leaves: the samples by function, and their event. All levels of a comparison need the same. */
const BY_LEAF = new WeakMap<Int32Array, { readonly event: number; readonly samples: GroupedSamples }>();

/** The samples by the function in which they end: `leaves` per sample, NONE without frames. */
export function samplesByLeaf(
  profile: SampleData & Pick<FunctionNames, 'funcs'>,
  event: number,
  leaves: Int32Array,
): GroupedSamples {
  const known = BY_LEAF.get(leaves);
  if (known?.event === event) return known.samples;
  const samples = groupSamples(profile, event, leaves, profile.funcs.length);
  BY_LEAF.set(leaves, { event, samples });
  return samples;
}
