import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { findNode } from '../../../fixtures/tree.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { CostShares } from '../../model/costs.ts';
import type { SearchResult } from '../../model/session.ts';
import { chainOf } from '../../model/tree.ts';
import { matchingNodes, searchedCost } from './search-matches.ts';

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
