import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { profileOf } from '../../fixtures/text.ts';
import { findBox, treeText } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import { NONE } from './profile.ts';
import {
  boxAt,
  childrenOf,
  coversPlace,
  depthOf,
  hasChildren,
  lastAtMost,
  parentOf,
  placeIn,
  runOf,
  selfOf,
} from './tree.ts';

// The tree that tree.ts draws.
const PROFILE = profileOf('main;work;parse;scan 3\nmain;work;read 2\nother 2');
const TREE = buildTree(PROFILE, 0).tree;
const BOXES = ['root', 'main', 'work', 'parse', 'scan', 'read', 'other'];

test('boxes are numbered depth first', () => {
  expect(
    treeText(TREE, PROFILE)
      .split('\n')
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(BOXES);
});

describe('of each box there is', () => {
  const each = BOXES.map((_, box) => box);
  test('the run it is in', () => expect(each.map((box) => runOf(TREE, box))).toEqual([0, 1, 1, 2, 2, 3, 4]));
  test('its depth', () => expect(each.map((box) => depthOf(TREE, box))).toEqual([0, 1, 2, 3, 4, 3, 1]));
  test('the box it stands on', () =>
    expect(each.map((box) => parentOf(TREE, box))).toEqual([NONE, 0, 1, 2, 3, 2, 0]));
  test('the boxes that stand on it', () =>
    expect(each.map((box) => childrenOf(TREE, box))).toEqual([[1, 6], [2], [3, 5], [4], [], [], []]));
  test('whether any stands on it', () =>
    expect(each.filter((box) => hasChildren(TREE, box))).toEqual([0, 1, 2, 3]));
  test('what ends in it', () => {
    expect(each.map((box) => selfOf(TREE, box).weight)).toEqual([0, 0, 0, 0, 3, 2, 2]);
    expect(each.map((box) => selfOf(TREE, box).samples)).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });
});

describe('the box at a place', () => {
  /** Row by row, at every weight from the left. */
  const rows = Array.from({ length: TREE.rows }, (_, depth) =>
    Array.from({ length: 7 }, (_, at) => boxAt(TREE, at + 0.5, depth)),
  );
  test('is the one that covers it at that depth', () => {
    expect(rows).toEqual([
      [0, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 6, 6],
      [2, 2, 2, 2, 2, NONE, NONE],
      [3, 3, 3, 5, 5, NONE, NONE],
      [4, 4, 4, NONE, NONE, NONE, NONE],
    ]);
  });

  test('begins at its start and ends before its end', () => {
    expect([boxAt(TREE, 3, 3), boxAt(TREE, 2.999, 3)]).toEqual([
      findBox(TREE, PROFILE, 'main > work > read'),
      3,
    ]);
    expect([boxAt(TREE, 0, 0), boxAt(TREE, 7, 0), boxAt(TREE, -1, 0)]).toEqual([0, NONE, NONE]);
  });

  test('is none above the last row', () => {
    expect(boxAt(TREE, 1, 5)).toBe(NONE);
  });

  test('is not one that weighs nothing', () => {
    const profile = profileOf('main;run 2\nmain;idle 0\nmain;wait 0');
    const tree = buildTree(profile, 0).tree;
    expect(boxAt(tree, 1, 2)).toBe(findBox(tree, profile, 'main > run'));
  });
});

test.each([
  [[1, 3, 3, 5], 0, -1],
  [[1, 3, 3, 5], 1, 0],
  [[1, 3, 3, 5], 3, 2],
  [[1, 3, 3, 5], 4, 2],
  [[1, 3, 3, 5], 9, 3],
  [[], 9, -1],
])('the last of %j that is at most %d is entry %d', (values, value, entry) => {
  expect(lastAtMost(Float64Array.from(values), values.length, value)).toBe(entry);
});

test('what covers a place is what a place lies in', () => {
  const PLACES = 64;
  const edge = fc.tuple(fc.nat(2 * PLACES), fc.constantFrom(-1, 0, 1));
  fc.assert(
    fc.property(edge, edge, fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (one, other, total) => {
      // On a place, between two, and a hair beside either.
      const edges = [one, other].map(([at, side]) => placeIn(total, at / 2, PLACES) * (1 + side * 2 ** -52));
      const [from, to] = edges.toSorted((a, b) => a - b);
      const places = Array.from({ length: 2 * PLACES }, (_, place) => placeIn(total, place, PLACES));
      expect(coversPlace(from, to - from, total, PLACES)).toBe(
        places.some((place) => place >= from && place < from + (to - from)),
      );
    }),
  );
});
