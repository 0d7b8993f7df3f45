import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { samplesOf } from '../../fixtures/text.ts';
import '../../fixtures/seed.ts';
import { buildTree } from './build.ts';
import { inPictureOrder } from './picture-order.ts';

test('the picture of some samples is the same without the others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 1000 }), (samples, seed) => {
      const profile = syntheticProfile({ samples, seed, depth: 8, events: ['a', 'b'] });
      const looked = { threads: [0], range: { from: 1e9, to: 1.1e9 } };
      const built = buildTree(profile, 0, looked);
      const ordered = inPictureOrder(profile, built.runOfSample);
      expect(buildTree(ordered, 0).tree).toEqual(built.tree);
      const meant = samplesOf(profile).filter((_, sample) => built.runOfSample[sample] >= 0);
      expect(samplesOf(ordered).sort()).toEqual(meant.sort());
    }),
    { numRuns: 60 },
  );
});
