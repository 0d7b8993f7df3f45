// Sorts the samples of a recording by group, so that any selection of them can be summed by group in one pass.

import { groupRows } from '../../model/columns.ts';
import type { SampleTable } from '../../model/profile.ts';

/** The samples of one event that have frames. A group is where they end: a chain of the trie. */
export interface GroupedSamples {
  /** Per group: the index of its first sample. One extra entry at the end: the number of samples. */
  readonly first: Int32Array;
  /** The samples of each group, as rows of the sample table. */
  readonly sample: Int32Array;
  /** The weights of these samples. They are copied, because reading them in this order takes three times as long. */
  readonly weight: Float64Array;
}

/** `groupOf` has the group of each sample; NONE leaves it out. */
export function groupSamples(
  { weight: weights }: Pick<SampleTable, 'weight'>,
  groupOf: Int32Array,
  groups: number,
): GroupedSamples {
  const { first, rows: sample } = groupRows(groupOf, groups);
  const weight = new Float64Array(sample.length);
  for (let i = 0; i < sample.length; i++) weight[i] = weights[sample[i]];
  return { first, sample, weight };
}

/** Replaces each group by its entry in `groupOf`, of which NONE leaves its samples out. */
export function regroupSamples(
  { first: firstBefore, sample, weight }: GroupedSamples,
  groupOf: Int32Array,
  groups: number,
): GroupedSamples {
  const first = new Int32Array(groups + 2);
  for (let before = 0; before < groupOf.length; before++)
    if (groupOf[before] >= 0) first[groupOf[before] + 2] += firstBefore[before + 1] - firstBefore[before];
  for (let group = 1; group <= groups + 1; group++) first[group] += first[group - 1];
  const regrouped = {
    sample: new Int32Array(first[groups + 1]),
    weight: new Float64Array(first[groups + 1]),
  };
  // Most groups stay next to each other, and samples next to each other are copied together.
  let [from, to, target] = [0, 0, 0];
  const copy = () => {
    regrouped.sample.set(sample.subarray(from, to), target);
    regrouped.weight.set(weight.subarray(from, to), target);
  };
  for (let before = 0; before < groupOf.length; before++) {
    const group = groupOf[before];
    const start = firstBefore[before];
    const length = firstBefore[before + 1] - start;
    if (group < 0 || length === 0) continue;
    const at = first[group + 1];
    first[group + 1] = at + length;
    if (start !== to || at !== target + to - from) {
      copy();
      [from, target] = [start, at];
    }
    to = start + length;
  }
  copy();
  return { first: first.subarray(0, groups + 1), ...regrouped };
}

/** Leaves out the other samples. */
export function keepGroupedSamples(
  { first: firstBefore, sample, weight }: GroupedSamples,
  isKept: (sample: number) => boolean,
): GroupedSamples {
  const first = new Int32Array(firstBefore.length);
  const kept = { sample: new Int32Array(sample.length), weight: new Float64Array(sample.length) };
  let length = 0;
  for (let group = 0; group + 1 < first.length; group++) {
    for (let i = firstBefore[group]; i < firstBefore[group + 1]; i++) {
      if (!isKept(sample[i])) continue;
      kept.sample[length] = sample[i];
      kept.weight[length++] = weight[i];
    }
    first[group + 1] = length;
  }
  return { first, sample: kept.sample.slice(0, length), weight: kept.weight.slice(0, length) };
}
