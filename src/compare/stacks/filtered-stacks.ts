// Filters the merged stacks of a comparison, all recordings together.

import type { TimeSliced } from '../../async/time-slices.ts';
import { indicesUpTo } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import type { SampleStacks } from '../../model/trie.ts';
import { regroupSamples, type GroupedSamples } from './grouped-samples.ts';
import { stacksOn, type MatchedStacks } from '../match/matched-stacks.ts';
import { mergeStacks } from './merge-stacks.ts';

/** The filters made `filtered` of the merged stacks of `before`. */
export function* filteredStacks(before: MatchedStacks, filtered: SampleStacks): TimeSliced<MatchedStacks> {
  let { shape } = before;
  let chainOf: Int32Array | undefined;
  if (filtered.chains !== before.merged().chains) {
    const keyOf = indicesUpTo(before.functions.table.keys.length);
    const again = yield* mergeStacks([{ ...filtered, keyOf }]);
    shape = again.shape;
    [chainOf] = again.chainOf;
  }
  const ends = filtered.stack.map((chain) => (chain < 0 ? NONE : chainOf ? chainOf[chain] : chain - 1));
  const samples: GroupedSamples[] = [];
  for (const each of before.samples) {
    yield;
    samples.push(regroupSamples(each, ends, shape.chains));
  }
  return stacksOn(shape, samples, before, true);
}
