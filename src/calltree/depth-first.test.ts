import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { profileOf } from '../../fixtures/text.ts';
import { inRuns } from '../model/stack-runs.ts';
import { buildTree, growTree } from './build.ts';
import { depthFirst } from './depth-first.ts';

test('all samples have the tree they had', () => {
  const size = fc.record({ seed: fc.integer(), depth: fc.integer({ min: 1, max: 12 }), samples: fc.nat(60) });
  fc.assert(
    fc.property(size, (each) => {
      const profile = { ...syntheticProfile(each), events: ['cycles'] };
      expect(growTree(depthFirst(inRuns(profile)), 0)).toEqual(buildTree(profile, 0));
    }),
  );
});

test('what all begin with stands on a root without frames', () => {
  const { runs, samples } = depthFirst(inRuns(profileOf('main;run;a 1\nmain;run;b 2')));
  expect([...runs.parent]).toEqual([-1, 0, 1, 1]);
  expect([...runs.to].map((to, run) => to - runs.from[run])).toEqual([0, 2, 1, 1]);
  expect([...samples.stack]).toEqual([3, 2]);
});
