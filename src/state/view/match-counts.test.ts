import { expect, test } from 'vitest';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { SearchResult } from '../../model/session.ts';
import { MatchCounts, type SearchedTree } from './match-counts.ts';
import { heaviestNodeOf } from './function-actions.ts';

const trees = [1, 2, 3].map((seed): SearchedTree => {
  const { tree } = buildTree(syntheticProfile({ seed, samples: 6000, depth: 12 }), 0);
  return { tree, costs: undefined, root: seed === 2 ? 1 : 0 };
});

function resultOf(...funcs: readonly number[]): SearchResult {
  const matches = new Uint8Array(1000);
  for (const func of funcs) matches[func] = 1;
  return { mode: 'regex', matches, functions: funcs.length, weight: 1, samples: 1, heaviest: [] };
}

test('the matches of all trees are numbered in drawing order', async () => {
  const found = resultOf(0, 2, 3);
  const counts = new MatchCounts(found, trees);
  await counts.countAll(async () => {});
  let expected = 0;
  for (const [index, { tree }] of trees.entries()) {
    expect(tree.length, 'several blocks').toBeGreaterThan(1 << 14);
    for (let node = 0; node < tree.length; node++) {
      const isMatch = node > 0 && found.matches[tree.func[node]] === 1;
      if (isMatch) expected++;
      // Each lookup reads a part of a block.
      if (node % 97 === 0 || node < 50) expect(counts.positionOf(index, node)).toBe(isMatch ? expected : 0);
    }
  }
  expect(counts.total).toBe(expected);
});

test('a function has a heaviest node, unless the tree lacks it', () => {
  const [{ tree }] = trees;
  const func = tree.func[1];
  const canonical = Int32Array.from({ length: 1000 }, (_, each) => each);
  const node = heaviestNodeOf(tree, func, { canonical });
  expect(tree.func[node]).toBe(func);
  expect(heaviestNodeOf(tree, 999, { canonical })).toBe(-1);
});
