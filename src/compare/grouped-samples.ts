// Sorts the samples of a recording by group, so that any selection of them can be summed by group in one pass.

import type { SampleTable } from '../model/profile.ts';

/** The samples of one event that have frames. A group is where they end: a chain of the trie. */
export interface GroupedSamples {
  /** Per group: the index of its first sample. One extra entry at the end: the number of samples. */
  readonly first: Int32Array;
  /** The samples of each group, as rows of the sample table in ascending order. */
  readonly sample: Int32Array;
  /** The weights of these samples. They are copied, because reading them in this order takes three times as long. */
  readonly weight: Float64Array;
}

/** `groupOf` has the group of each sample; NONE leaves it out. */
export function groupSamples(
  { length, event: events, weight: weights }: Pick<SampleTable, 'length' | 'event' | 'weight'>,
  event: number,
  groupOf: Int32Array,
  groups: number,
): GroupedSamples {
  // Entry `group + 2` is the number of samples, then entry `group + 1` is where the next one goes.
  const first = new Int32Array(groups + 2);
  for (let i = 0; i < length; i++) if (events[i] === event && groupOf[i] >= 0) first[groupOf[i] + 2]++;
  for (let group = 1; group <= groups + 1; group++) first[group] += first[group - 1];
  const sample = new Int32Array(first[groups + 1]);
  const weight = new Float64Array(sample.length);
  for (let i = 0; i < length; i++) {
    if (events[i] !== event || groupOf[i] < 0) continue;
    const at = first[groupOf[i] + 1]++;
    sample[at] = i;
    weight[at] = weights[i];
  }
  return { first: first.subarray(0, groups + 1), sample, weight };
}
