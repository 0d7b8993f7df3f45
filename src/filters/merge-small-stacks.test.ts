import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { trimLines, profileOf, textOf } from '../../fixtures/text.ts';
import '../../fixtures/seed.ts';
import { NONE } from '../model/profile.ts';
import { mergeSmallStacks } from './merge-small-stacks.ts';

/** A profile whose first function is `[hidden]`. */
function profileWithHidden(text: string) {
  return profileOf(`[hidden] 0\n${text}`);
}

test('merges small stacks into their caller, or into [hidden] without one', () => {
  const { profile, merged, moved } = mergeSmallStacks(
    profileWithHidden('main;run;leaf 60\nmain;run;rare;deep 4\nmain 30\nodd;one 6'),
    0.1,
    0,
  );
  expect(textOf(profile)).toBe(
    trimLines(`
      [hidden] 6
      main;run;leaf 60
      main;run 4
      main 30`),
  );
  expect(merged).toEqual([0.1]);
  expect(moved, 'including the sample in [hidden]').toBe(3);
});

test('counts merged samples of weight 0', () => {
  const { merged, moved } = mergeSmallStacks(profileWithHidden('main;run 9\nmain;rare 0'), 0.1, 0);
  expect(merged).toEqual([0]);
  expect(moved, 'including the sample in [hidden]').toBe(2);
});

test('keeps a stack in all events if it is large in one of them', () => {
  const { profile } = mergeSmallStacks(
    profileWithHidden('| x | a;b 1\n| x | a 99\n| y | a;b 50\n| y | a 50'),
    0.1,
    0,
  );
  expect(textOf(profile)).toContain('x | a;b 1');
});

test('keeps all weight, and every remaining node is large enough', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.5, noNaN: true }), (seed, minShare) => {
      const first = syntheticProfile({ seed, samples: 80, depth: 8 });
      const { profile } = mergeSmallStacks(first, minShare, 0);
      const total = (weights: Float64Array) => weights.reduce((sum, weight) => sum + weight, 0);
      expect(profile.samples.weight).toEqual(first.samples.weight);
      const { stack, weight } = profile.samples;
      for (let row = 0; row < profile.stacks.length; row++) {
        const under = weight.filter((_, i) => {
          let at = stack[i];
          while (at !== NONE && at !== row) at = profile.stacks.parent[at];
          return at === row;
        });
        const isHidden = profile.stacks.parent[row] === NONE && profile.stacks.func[row] === 0;
        if (!isHidden) expect(total(under)).toBeGreaterThanOrEqual(minShare * total(weight) - 1e-6);
      }
    }),
    { numRuns: 60 },
  );
});
