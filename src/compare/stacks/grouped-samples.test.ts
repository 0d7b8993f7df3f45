import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { NONE } from '../../model/profile.ts';
import { groupSamples, regroupSamples, type GroupedSamples } from './grouped-samples.ts';

const GROUPS = 6;
const group = fc.integer({ min: NONE, max: GROUPS - 1 });

/** The samples of each group, with their weights, in ascending order. */
function groupsOf({ first, sample, weight }: GroupedSamples): (readonly [number, number])[][] {
  return Array.from({ length: first.length - 1 }, (_, each) => {
    const of = Array.from(
      sample.subarray(first[each], first[each + 1]),
      (row, i) => [row, weight[first[each] + i]] as const,
    );
    return of.sort(([x], [y]) => x - y);
  });
}

test('regrouping gives the same groups as grouping by the new groups directly', () => {
  fc.assert(
    fc.property(
      fc.array(group, { maxLength: 40 }),
      fc.array(group, { minLength: GROUPS, maxLength: GROUPS }),
      (groupOf, groupOfGroup) => {
        const weight = Float64Array.from(groupOf, (_, sample) => 1 + sample);
        const before = groupSamples({ weight }, Int32Array.from(groupOf), GROUPS);
        const again = regroupSamples(before, Int32Array.from(groupOfGroup), GROUPS);
        const both = Int32Array.from(groupOf, (each) => (each < 0 ? NONE : groupOfGroup[each]));
        expect(groupsOf(again)).toEqual(groupsOf(groupSamples({ weight }, both, GROUPS)));
      },
    ),
  );
});
