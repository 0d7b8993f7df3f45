import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { profileOf } from '../../fixtures/text.ts';
import { findNode, treeText } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build/build.ts';
import { NONE } from './profile.ts';
import {
  nodeAt,
  childrenOf,
  coversSamplePoint,
  depthOf,
  hasChildren,
  parentOf,
  samplePointAt,
  chainOf,
  selfOf,
  visitNodesOf,
} from './tree.ts';
import { depthFirst } from './trie.ts';

// The tree in the diagram in tree.ts.
const PROFILE = profileOf('main;work;parse;scan 3\nmain;work;read 2\nother 2');
const TREE = buildTree(PROFILE, 0).tree;
const NODES = ['root', 'main', 'work', 'parse', 'scan', 'read', 'other'];

test('nodes are numbered depth first', () => {
  expect(
    treeText(TREE, PROFILE)
      .split('\n')
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(NODES);
});

test('all nodes of a function are visited, with their chains', () => {
  const recursive = profileOf('f;g;f 2\nf;h;f;f 1');
  const { tree } = buildTree(recursive, 0);
  const visited: string[] = [];
  visitNodesOf(tree, tree.func[1], (node, chain) => visited.push(`${node} in ${chain}`));
  expect(visited).toEqual(Array.from([1, 3, 5, 6], (node) => `${node} in ${chainOf(tree, node)}`));
});

test('rows are numbered depth first, and siblings keep their order', () => {
  // 0 has the children 1 and 2; 1 has 3 and 5; 2 has 4.
  const { place, end } = depthFirst(Int32Array.of(NONE, 0, 0, 1, 2, 1));
  expect([...place]).toEqual([0, 1, 4, 2, 5, 3]);
  expect([...end]).toEqual([6, 4, 6, 3, 6, 4]);
});

describe('each node has', () => {
  const each = NODES.map((_, node) => node);
  test('its chain', () => expect(each.map((node) => chainOf(TREE, node))).toEqual([0, 1, 1, 2, 2, 3, 4]));
  test('its depth', () => expect(each.map((node) => depthOf(TREE, node))).toEqual([0, 1, 2, 3, 4, 3, 1]));
  test('its parent', () =>
    expect(each.map((node) => parentOf(TREE, node))).toEqual([NONE, 0, 1, 2, 3, 2, 0]));
  test('its children', () =>
    expect(each.map((node) => childrenOf(TREE, node))).toEqual([[1, 6], [2], [3, 5], [4], [], [], []]));
  test('a flag for children', () =>
    expect(each.filter((node) => hasChildren(TREE, node))).toEqual([0, 1, 2, 3]));
  test('its self weight', () => {
    expect(each.map((node) => selfOf(TREE, node).weight)).toEqual([0, 0, 0, 0, 3, 2, 2]);
    expect(each.map((node) => selfOf(TREE, node).samples)).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });
});

describe('nodeAt', () => {
  /** Per row: the nodes at every position, from the left. */
  const rows = Array.from({ length: TREE.rows }, (_, depth) =>
    Array.from({ length: 7 }, (_, at) => nodeAt(TREE, at + 0.5, depth)),
  );
  test('returns the node that covers the position at this depth', () => {
    expect(rows).toEqual([
      [0, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 6, 6],
      [2, 2, 2, 2, 2, NONE, NONE],
      [3, 3, 3, 5, 5, NONE, NONE],
      [4, 4, 4, NONE, NONE, NONE, NONE],
    ]);
  });

  test('includes the start of a node and excludes its end', () => {
    expect([nodeAt(TREE, 3, 3), nodeAt(TREE, 2.999, 3)]).toEqual([
      findNode(TREE, PROFILE, 'main > work > read'),
      3,
    ]);
    expect([nodeAt(TREE, 0, 0), nodeAt(TREE, 7, 0), nodeAt(TREE, -1, 0)]).toEqual([0, NONE, NONE]);
  });

  test('returns NONE beyond the last row', () => {
    expect(nodeAt(TREE, 1, 5)).toBe(NONE);
  });

  test('never returns a node with weight 0', () => {
    const profile = profileOf('main;run 2\nmain;idle 0\nmain;wait 0');
    const tree = buildTree(profile, 0).tree;
    expect(nodeAt(tree, 1, 2)).toBe(findNode(tree, profile, 'main > run'));
  });
});

test('coversSamplePoint is true exactly for ranges with a sample point inside', () => {
  const SAMPLE_POINTS = 64;
  const edge = fc.tuple(fc.nat(2 * SAMPLE_POINTS), fc.constantFrom(-1, 0, 1));
  fc.assert(
    fc.property(edge, edge, fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (one, other, total) => {
      // Edges on a sample point, halfway between two points, and just next to either.
      const edges = [one, other].map(
        ([at, side]) => samplePointAt(total, at / 2, SAMPLE_POINTS) * (1 + side * 2 ** -52),
      );
      const [from, to] = edges.toSorted((a, b) => a - b);
      const positions = Array.from({ length: 2 * SAMPLE_POINTS }, (_, point) =>
        samplePointAt(total, point, SAMPLE_POINTS),
      );
      expect(coversSamplePoint(from, to - from, total, SAMPLE_POINTS)).toBe(
        positions.some((position) => position >= from && position < from + (to - from)),
      );
    }),
  );
});
