import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from './build/build.ts';
import { notableRowsOf, notableWeights } from './notable.ts';

const PROFILE = profileOf(`
  main;gc;visit;gc 3
  main;gc 4
  main;read;gc 8
  main 16
`);

test('each selected sample with a matching frame counts once per row', () => {
  const { funcs, strings, samples } = PROFILE;
  const rows = ['gc', 'read', 'none'].map((name) =>
    Uint8Array.from(funcs.name, (each) => (strings[each] === name ? 1 : 0)),
  );
  const all = buildTree(PROFILE, 0);
  const weights = (selected = all.chainOfSample) =>
    notableWeights(notableRowsOf(all.tree, rows), all, { chainOfSample: selected }, samples.weight, 3);
  expect(weights()).toEqual([15, 8, 0]);
  expect(weights(all.chainOfSample.map((chain, i) => (i === 1 ? -1 : chain)))).toEqual([11, 8, 0]);
});
