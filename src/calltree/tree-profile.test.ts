import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { profileOf, samplesOf } from '../../fixtures/text.ts';
import '../../fixtures/seed.ts';
import { buildTree } from './build/build.ts';
import { profileOfTree } from './tree-profile.ts';

test('selected samples have the stacks of the tree', () => {
  const profile = profileOf('a 1/1 | x | main;run 3\nb 1/2 | x | main;run;leaf 4\na 1/1 | y | main 1');
  expect(samplesOf(profileOfTree(buildTree(profile, 0), profile))).toEqual(samplesOf(profile).slice(0, 2));
  expect(samplesOf(profileOfTree(buildTree(profile, 0, { threads: [1] }), profile))).toEqual([
    samplesOf(profile)[1],
  ]);
});

test('converting a tree to a profile and building the tree again changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 1000 }), (samples, seed) => {
      const profile = syntheticProfile({ samples, seed, depth: 12 });
      const { tree } = buildTree(profile, 0);
      expect(buildTree(profileOfTree(buildTree(profile, 0), profile), 0).tree).toEqual(tree);
    }),
    { numRuns: 40 },
  );
});
