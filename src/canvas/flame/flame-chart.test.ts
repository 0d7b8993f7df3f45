import { describe, expect, test } from 'vitest';
import { funcText, profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { homeRange, withoutEmptyRows } from './flame-chart.ts';

/** Ten rows below the root, a leaf on the third row, and a deep stack in a thousandth of the width. */
const PROFILE = profileOf(
  'r1;r2;r3;r4;r5;r6;r7;r8;r9;r10 599\nr1;r2;leaf 400\nr1;r2;s3;s4;s5;s6;s7;s8;s9;s10;s11;s12;s13;s14 1',
);
const { tree } = buildTree(PROFILE, 0);

/** The node of a function, by its unique name; the root for an empty name. */
const nodeOf = (name: string) =>
  Math.max(
    0,
    tree.func.findIndex((func) => func >= 0 && funcText(PROFILE, func) === name),
  );

const graphAt = (name: string, root = 0) => ({ tree, root, zoomed: nodeOf(name) });

describe('the default view', () => {
  const rowsBefore = (name: string, rows: number) => homeRange(graphAt(name), rows).rowsBefore;

  test('shows the zoomed node at full width', () => {
    expect(homeRange(graphAt('leaf'), 20)).toEqual({ from: 0.599, to: 0.999, rowsBefore: 0 });
  });

  test('shows the root if nothing is zoomed', () => {
    expect(rowsBefore('', 4)).toBe(0);
  });

  test('shows the root if all rows of the zoomed node fit', () => {
    expect([11, 20].map((rows) => rowsBefore('r9', rows))).toEqual([0, 0]);
    expect(rowsBefore('leaf', 4), 'the rows beside it do not count').toBe(0);
  });

  test('hides only as many rows as needed to show the last one', () => {
    expect([10, 9, 6, 5].map((rows) => rowsBefore('r9', rows))).toEqual([1, 2, 5, 6]);
  });

  test('always shows three callers', () => {
    expect([4, 2].map((rows) => rowsBefore('r9', rows))).toEqual([6, 6]);
    expect(rowsBefore('r5', 3)).toBe(2);
    expect(rowsBefore('r2', 1)).toBe(0);
  });

  test('ignores callees that are too narrow to see', () => {
    expect(rowsBefore('r1', 11)).toBe(0);
    expect(rowsBefore('s4', 11), 'unless they are zoomed').toBe(1);
  });

  test('counts rows from the root of the graph', () => {
    const { rowsBefore: rows } = homeRange(graphAt('r9', nodeOf('r3')), 6);
    expect(rows).toBe(2);
  });
});

test('a new tree is not scrolled beyond its rows', () => {
  const rowsAt = (from: number, to: number, rowsBefore: number) =>
    withoutEmptyRows({ tree, root: 0 }, { from, to, rowsBefore }, 6);
  expect(rowsAt(0, 0.5, 5), 'full').toBe(5);
  expect(rowsAt(0, 0.5, 8), 'half full').toBe(8);
  expect(rowsAt(0, 0.5, 9), 'nearly empty').toBe(5);
  expect(rowsAt(0.6, 0.9, 3), 'few rows in this part').toBe(0);
});
