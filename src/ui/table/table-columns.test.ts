import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costIndex, COSTS, type CostId } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import type { Table } from '../../model/session.ts';
import { TABLE_COLUMNS } from '../../model/view-names.ts';
import { offeredCosts, sortTable, tableText } from './table-columns.ts';

interface Row {
  readonly self: number;
  readonly selfSamples: number;
  readonly total: number;
  readonly totalSamples: number;
}

function tableOf(rows: readonly Row[]): Table {
  return {
    options: {
      level: 'python-c',
      event: 0,
      foldImports: true,
      threads: undefined,
      range: undefined,
      filters: [],
    },
    by: 'function',
    length: rows.length,
    id: Int32Array.from(rows, (_, row) => row),
    self: Float64Array.from(rows, ({ self }) => self),
    selfSamples: Int32Array.from(rows, ({ selfSamples }) => selfSamples),
    total: Float64Array.from(rows, ({ total }) => total),
    totalSamples: Int32Array.from(rows, ({ totalSamples }) => totalSamples),
    weight: 10,
    samples: 5,
  };
}

const THREE = tableOf([
  { self: 3, selfSamples: 1, total: 4, totalSamples: 2 },
  { self: 0, selfSamples: 0, total: 10, totalSamples: 5 },
  { self: 3, selfSamples: 2, total: 3, totalSamples: 2 },
]);
const NAMES = ['walk', 'main', 'fib'];

const orderOf = (column: (typeof TABLE_COLUMNS)[number], isDescending: boolean) =>
  [...sortTable(THREE, NAMES, { column, isDescending })].map((row) => NAMES[row]);

describe('sorting', () => {
  test('code without a package comes last in any order', () => {
    const table = { ...THREE, by: 'package', id: Int32Array.of(4, NONE, 7) } as const;
    for (const isDescending of [true, false])
      for (const column of ['total', 'name'] as const)
        expect(sortTable(table, NAMES, { column, isDescending }).at(-1)).toBe(1);
  });

  test.each([
    ['name', false, 'fib main walk'],
    ['name', true, 'walk main fib'],
    ['self', true, 'walk fib main'],
    ['self', false, 'main walk fib'],
    ['selfShare', true, 'walk fib main'],
    ['selfSamples', true, 'fib walk main'],
    ['total', true, 'main walk fib'],
    ['total', false, 'fib walk main'],
    ['totalSamples', true, 'main walk fib'],
  ] as const)('by %s, descending %s', (column, isDescending, expected) => {
    expect(orderOf(column, isDescending).join(' ')).toBe(expected);
  });

  test('returns every row once, in the order of the column', () => {
    const number = fc.integer({ min: 0, max: 3 });
    const row = fc.record({ self: number, selfSamples: number, total: number, totalSamples: number });
    const column = fc.constantFrom(...TABLE_COLUMNS.filter((each) => each !== 'name'));
    fc.assert(
      fc.property(fc.array(row), column, fc.boolean(), (rows, by, isDescending) => {
        const table = tableOf(rows);
        const names = rows.map((_, i) => `f${i % 3}`);
        const sorted = [...sortTable(table, names, { column: by, isDescending })];
        expect([...sorted].sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
        const key = by === 'selfShare' ? 'self' : by === 'totalShare' ? 'total' : by;
        const keys = sorted.map((i) => rows[i][key]);
        expect(keys).toEqual([...keys].sort((a, b) => (isDescending ? b - a : a - b)));
      }),
    );
  });

  test('handles 100,000 rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => {
      const number = (i * 7919) % 1013;
      return { self: number, selfSamples: number, total: number, totalSamples: number };
    });
    const names = rows.map((_, i) => `function ${(i * 31) % 100_003}`);
    const table = tableOf(rows);
    const sorted = sortTable(table, names, { column: 'self', isDescending: true });
    expect(sorted).toHaveLength(100_000);
  });
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  'escapes the formula %j in copied text',
  (name) => {
    const text = tableText(THREE, Uint32Array.of(0), () => ({ name, place: name }), 'cpu-clock');
    const [first, second, ...numbers] = text.split('\n')[1].split('\t');
    const cell = `'${name.replace(/[\t\r]/, ' ')}`;
    expect([first, second]).toEqual([cell, cell]);
    expect(numbers).toEqual(['3', '1', '30', '4', '2', '40']);
  },
);

test('copies one line per row, in display order, with unrounded numbers', () => {
  const labelOf = (row: number) => ({ name: NAMES[row], place: row === 0 ? '/app/a\tb.py' : '' });
  expect(tableText(THREE, Uint32Array.of(1, 0), labelOf, 'cpu-clock')).toBe(
    [
      'function\tplace\tself weight (ns)\tself samples\tself %\ttotal weight (ns)\ttotal samples\ttotal %',
      'main\t\t0\t0\t0\t10\t5\t100',
      'walk\t/app/a b.py\t3\t1\t30\t4\t2\t40',
      '',
    ].join('\n'),
  );
});

describe('columns of costs', () => {
  const selfCosts = new Float64Array(3 * COSTS.length);
  const set = (row: number, cost: CostId, weight: number) =>
    (selfCosts[row * COSTS.length + costIndex(cost)] = weight);
  set(0, 'gc', 1);
  set(0, 'memory', 2);
  set(2, 'gc', 3);
  const table = { ...THREE, selfCosts };
  const sorted = (of: Table, isDescending: boolean) =>
    [...sortTable(of, NAMES, { column: 'gc', isDescending })].map((row) => NAMES[row]).join(' ');

  test('can be sorted by', () => {
    expect(sorted(table, true)).toBe('fib walk main');
    expect(sorted(table, false)).toBe('main walk fib');
    expect(sorted(THREE, true), 'by total until the costs arrive').toBe('main walk fib');
  });

  test('are copied', () => {
    const labelOf = (row: number) => ({ name: NAMES[row], place: '' });
    const lines = tableText(table, Uint32Array.of(0, 1), labelOf, 'cpu-clock', ['memory', 'gc']).split('\n');
    expect(lines.map((line) => line.split('\t').slice(8))).toEqual([
      ['self memory (ns)', 'self gc (ns)'],
      ['2', '1'],
      ['0', '0'],
      [],
    ]);
  });

  test('are offered for the costs that occur, and for those already chosen', () => {
    const overview = [{ cost: 'system', part: '', own: 1, total: 1 }] as const;
    expect(offeredCosts(table, overview, ['locks'])).toEqual(['memory', 'gc', 'locks']);
    expect(offeredCosts(THREE, overview, [])).toEqual(['system']);
    expect(offeredCosts(THREE, undefined, [])).toHaveLength(COSTS.length);
  });
});
