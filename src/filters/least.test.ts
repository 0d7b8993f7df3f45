import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { drawn, profileOf, textOf } from '../../fixtures/text.ts';
import '../../fixtures/seed.ts';
import { NONE } from '../model/profile.ts';
import { withoutSmall } from './least.ts';

/** The text, with `[hidden]` as its first function. */
function hiddenAnd(text: string) {
  return profileOf(`[hidden] 0\n${text}`);
}

test('what weighs less ends in its caller, and without one in what is hidden', () => {
  const { profile, merged, moved } = withoutSmall(
    hiddenAnd('main;run;leaf 60\nmain;run;rare;deep 4\nmain 30\nodd;one 6'),
    0.1,
    0,
  );
  expect(textOf(profile)).toBe(
    drawn(`
      [hidden] 6
      main;run;leaf 60
      main;run 4
      main 30`),
  );
  expect(merged).toEqual([0.1]);
  expect(moved, 'and what is hidden').toBe(3);
});

test('a sample that weighs nothing is moved too, though no weight is', () => {
  const { merged, moved } = withoutSmall(hiddenAnd('main;run 9\nmain;rare 0'), 0.1, 0);
  expect(merged).toEqual([0]);
  expect(moved, 'and what is hidden').toBe(2);
});

test('what weighs enough in one event stays in all', () => {
  const { profile } = withoutSmall(hiddenAnd('| x | a;b 1\n| x | a 99\n| y | a;b 50\n| y | a 50'), 0.1, 0);
  expect(textOf(profile)).toContain('x | a;b 1');
});

test('no weight is lost, and every box that is left is large enough', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.5, noNaN: true }), (seed, least) => {
      const first = syntheticProfile({ seed, samples: 80, depth: 8 });
      const { profile } = withoutSmall(first, least, 0);
      const total = (weights: Float64Array) => weights.reduce((sum, weight) => sum + weight, 0);
      expect(profile.samples.weight).toEqual(first.samples.weight);
      const { stack, weight } = profile.samples;
      for (let row = 0; row < profile.stacks.length; row++) {
        const under = weight.filter((_, i) => {
          let at = stack[i];
          while (at !== NONE && at !== row) at = profile.stacks.parent[at];
          return at === row;
        });
        const isHidden = profile.stacks.parent[row] === NONE && profile.stacks.frame[row] === 0;
        if (!isHidden) expect(total(under)).toBeGreaterThanOrEqual(least * total(weight) - 1e-6);
      }
    }),
    { numRuns: 60 },
  );
});
