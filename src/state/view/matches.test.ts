import { expect, test } from 'vitest';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { SearchResult } from '../../model/session.ts';
import { MatchCounts, type SearchedTree, matchingNodes, searchedCost } from './matches.ts';
import { heaviestNodeOf } from './function-actions.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { findNode } from '../../../fixtures/tree.ts';
import type { CostShares } from '../../model/costs.ts';
import { chainOf } from '../../model/tree.ts';

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

const PROFILE = profileOf(`
  main;parse;read 3
  main;write;read 2
`);
const { tree } = buildTree(PROFILE, 0);
const [FIRST, SECOND] = ['main > parse > read', 'main > write > read'].map((path) =>
  findNode(tree, PROFILE, path),
);
const NAMES: SearchResult = {
  mode: 'regex',
  matches: Uint8Array.from(PROFILE.funcs.name, (name) => (PROFILE.strings[name] === 'read' ? 1 : 0)),
  functions: 1,
  weight: 5,
  samples: 2,
  heaviest: [],
};
/** Only the first chain that ends in `read` has the cost `gc`. */
const COSTS: CostShares = {
  costs: ['system', 'gc'],
  weights: [4, 1],
  shares: Uint8Array.from({ length: 2 * tree.chains }, (_, i) =>
    i === 2 * chainOf(tree, FIRST) + 1 || i === 1 ? 85 : i % 2 === 0 ? 170 : 0,
  ),
};

function matching(found: SearchResult, costs: CostShares | undefined): number[] {
  return [...Array(tree.length).keys()].slice(1).filter(matchingNodes(found, tree, costs));
}

test('in a search for names, all nodes of the functions match', () => {
  expect(searchedCost(NAMES)).toBeUndefined();
  expect(matching(NAMES, COSTS)).toEqual([FIRST, SECOND].sort((a, b) => a - b));
});

test('in a search for a cost, only those of them with such samples match', () => {
  const found: SearchResult = { ...NAMES, mode: 'cost', asked: { cost: 'gc' } };
  expect(searchedCost(found)).toBe('gc');
  expect(matching(found, COSTS)).toEqual([FIRST]);
  expect(matching({ ...found, asked: { cost: 'memory' } }, COSTS)).toEqual([]);
  expect(matching(found, undefined), 'until the costs of the tree arrive').toHaveLength(2);
});
