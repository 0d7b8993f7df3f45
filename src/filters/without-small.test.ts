import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { trimLines, profileOf, textOf } from '../../fixtures/text.ts';
import '../../fixtures/seed.ts';
import { NONE } from '../model/profile.ts';
import { withoutSmall } from './without-small.ts';

/** The text, with `[hidden]` as its first function. */
function hiddenAnd(text: string) {
  return profileOf(`[hidden] 0\n${text}`);
}

test('small stacks are merged into their caller, or into [hidden] if they have none', () => {
  const { profile, merged, moved } = withoutSmall(
    hiddenAnd('main;run;leaf 60\nmain;run;rare;deep 4\nmain 30\nodd;one 6'),
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
  expect(moved, 'including the hidden one').toBe(3);
});

test('samples of weight 0 are moved as well', () => {
  const { merged, moved } = withoutSmall(hiddenAnd('main;run 9\nmain;rare 0'), 0.1, 0);
  expect(merged).toEqual([0]);
  expect(moved, 'including the hidden one').toBe(2);
});

test('a stack that is large in one event stays in all events', () => {
  const { profile } = withoutSmall(hiddenAnd('| x | a;b 1\n| x | a 99\n| y | a;b 50\n| y | a 50'), 0.1, 0);
  expect(textOf(profile)).toContain('x | a;b 1');
});

test('keeps all weight, and every remaining node is large enough', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.5, noNaN: true }), (seed, minShare) => {
      const first = syntheticProfile({ seed, samples: 80, depth: 8 });
      const { profile } = withoutSmall(first, minShare, 0);
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
