import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { treeText } from '../../../fixtures/tree.ts';
import { NONE } from '../../model/profile.ts';
import { buildTree } from './build.ts';
import { markSelected } from './select.ts';

const PROFILE = profileOf(`
  a 1/1 | x 1 | main 1
  b 1/2 | x 2 | main 2
  a 1/1 | y 3 | main 4
  a 1/1 | x 4 | main 8
  a 1/1 | x | main 16
  b 1/2 | x 5 | [no stack] 32
`);

test('selects the samples of the event that have a stack', () => {
  expect([...markSelected(PROFILE, 0, {})]).toEqual([1, 1, 0, 1, 1, 0]);
  expect([...markSelected(PROFILE, 1, {})]).toEqual([0, 0, 1, 0, 0, 0]);
});

test('selects the samples of the chosen threads', () => {
  expect([...markSelected(PROFILE, 0, { threads: [1] })]).toEqual([0, 1, 0, 0, 0, 0]);
  expect([...markSelected(PROFILE, 0, { threads: [] })]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('selects the samples in a range, which excludes its end and samples without a time', () => {
  expect([...markSelected(PROFILE, 0, { range: { from: 2e9, to: 4e9 } })]).toEqual([0, 1, 0, 0, 0, 0]);
  expect([...markSelected(PROFILE, 0, { range: { from: 1e9, to: 1e10 } })]).toEqual([1, 1, 0, 1, 0, 0]);
  expect([...markSelected(PROFILE, 0, { threads: [0], range: { from: 2e9, to: 5e9 } })]).toEqual([
    0, 0, 0, 1, 0, 0,
  ]);
});

test('buildTree uses only the selected samples and returns the chain of each', () => {
  const profile = profileOf('a 1/1 | main;run 1\nb 1/2 | main;run 2\nb 1/2 | main 4\nb 1/2 | [no stack] 8');
  const built = buildTree(profile, 0, { threads: [1] });
  expect(treeText(built.tree, profile)).toBe('root 6\n  main 6 (self 4)\n    run 2 (self 2)');
  expect([...built.chainOfSample]).toEqual([NONE, 1, 0, NONE]);
});
