import { describe, expect, test } from 'vitest';
import type { ComparedRow, Verdict } from '../../model/comparison.ts';
import { COMPARED_COLUMNS, type ComparedColumn } from '../../model/view-names.ts';
import { axisEnds, axisOf, comparedRows, positionOn, sortComparedRows } from './compared-rows.ts';
import { comparedText } from './compared-columns.tsx';

function tested(index: number, a: number, b: number, verdict: Verdict, q = 0.5): ComparedRow {
  const d = b - a;
  return { key: '', index, a, b, d, lo: d - 2, hi: d + 3, se: 1, df: 9, p: q, q, verdict, mark: '' };
}

const NAMES = ['parse', 'score', 'dump', 'fresh', 'tiny', 'unused'];
const SELF = [
  tested(0, 40, 20, 'less', 0.001),
  tested(1, 30, 45, 'more', 0.002),
  tested(3, 0, 9, 'new', 0.01),
  tested(2, 20, 22, 'unsure'),
];
const WEIGHTS = {
  selfA: Float64Array.of(40, 30, 20, 0, 1, 0),
  selfB: Float64Array.of(20, 45, 22, 9, 0.5, 0),
  totalA: Float64Array.of(50, 30, 20, 0, 1, 0),
  totalB: Float64Array.of(20, 45, 22, 9, 0.5, 0),
};
const SUMMARY = { self: SELF, totals: [tested(0, 50, 20, 'less')], weights: WEIGHTS };

function order(column: ComparedColumn, isDescending: boolean, showsSmall = true): string {
  const rows = comparedRows(SUMMARY, { of: 'self', showsSmall });
  const names = Array.from(rows.id, (func) => NAMES[func]);
  return [...sortComparedRows(rows, names, { column, isDescending })].map((row) => names[row]).join(' ');
}

describe('the rows', () => {
  test('are the tested functions, and all with weight if asked for', () => {
    const of = (each: 'self' | 'total', showsSmall: boolean) =>
      Array.from(comparedRows(SUMMARY, { of: each, showsSmall }).id, (func) => NAMES[func]);
    expect(of('self', false)).toEqual(['parse', 'score', 'fresh', 'dump']);
    expect(of('self', true)).toEqual(['parse', 'score', 'fresh', 'dump', 'tiny']);
    expect(of('total', false)).toEqual(['parse']);
    expect(of('total', true)).toEqual(['parse', 'score', 'dump', 'fresh', 'tiny']);
  });

  test.each([
    ['size', true, 'parse score fresh dump tiny'],
    ['d', true, 'score fresh dump tiny parse'],
    ['d', false, 'parse tiny dump fresh score'],
    ['relative', true, 'fresh score dump parse tiny'],
    ['q', false, 'parse score fresh dump tiny'],
    ['a', true, 'parse score dump tiny fresh'],
    ['b', true, 'score dump parse fresh tiny'],
    ['name', false, 'dump fresh parse score tiny'],
  ] as const)('are sorted by %s, descending %s', (column, isDescending, expected) => {
    expect(order(column, isDescending)).toBe(expected);
  });

  test('of kernel noise are below other tested rows by size, but not by another column', () => {
    const self = [tested(0, 10, 90, 'more'), tested(1, 40, 50, 'unsure')];
    const rows = comparedRows({ ...SUMMARY, self }, { of: 'self', showsSmall: true });
    const names = ['exc_page_fault', 'score', 'dump', 'fresh', 'tiny', 'unused'];
    const ofRows = Array.from(rows.id, (func) => names[func]);
    const sorted = (column: ComparedColumn) =>
      Array.from(sortComparedRows(rows, ofRows, { column, isDescending: true }), (row) => ofRows[row]);
    expect(sorted('size')).toEqual(['score', 'exc_page_fault', 'fresh', 'dump', 'tiny']);
    expect(sorted('d').slice(0, 2)).toEqual(['exc_page_fault', 'score']);
  });

  test.each(COMPARED_COLUMNS)('have all a place when sorted by %s', (column) => {
    expect(order(column, true).split(' ')).toHaveLength(5);
    expect(order(column, true, false).split(' ')).toHaveLength(4);
  });
});

test('the axis spans all intervals and zero', () => {
  const { values } = comparedRows(SUMMARY, { of: 'self', showsSmall: true });
  expect(axisOf(values)).toEqual({ from: -22, to: 18 });
  expect(axisOf([{ a: 1, b: 4, tested: undefined }])).toEqual({ from: 0, to: 3 });
  expect(axisOf([])).toEqual({ from: 0, to: 0 });
});

test.each([
  [-1.2e9, 1.44e9, 'cpu', '−1.2', '+1.4 s'],
  [-2.4e9, 5e8, 'cpu', '−2.4 s', ''],
  [-4e7, 0, 'cpu', '−40 ms', ''],
  [0, 1.5e5, 'rate', '', '+150 µs/s'],
  [-0.13, 0.09, 'share', '−13', '+9'],
] as const)('the ends of the axis from %d to %d (%s) are “%s” and “%s”', (from, to, basis, low, high) => {
  expect(axisEnds({ from, to }, { basis, measure: 'cpu-clock' })).toEqual([low, high]);
});

test('values have positions on the axis', () => {
  expect([-1, 0, 3].map((value) => positionOn({ from: -1, to: 3 }, value))).toEqual([0, 25, 100]);
  expect(positionOn({ from: 0, to: 0 }, 0)).toBe(0);
});

test('rows are copied with unrounded numbers', () => {
  const rows = comparedRows(SUMMARY, { of: 'self', showsSmall: true });
  const text = comparedText(rows, [1, 4], (row) => ({ name: NAMES[rows.id[row]], place: 'a.py' }), {
    basis: 'cpu',
    measure: 'cpu-clock',
  });
  expect(text).toBe(
    [
      'function\tplace\tA (ns)\tB (ns)\tB - A (ns)\tfrom (ns)\tto (ns)\tq\tverdict\tmatch',
      'score\ta.py\t30\t45\t15\t13\t18\t0.002\tmore\t',
      'tiny\ta.py\t1\t0.5\t-0.5\t\t\t\tsmall\t',
      '',
    ].join('\n'),
  );
});
