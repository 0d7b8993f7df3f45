import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PairTable, NumberIds } from './numbering.ts';
import { NONE } from './profile.ts';
import '../../fixtures/seed.ts';

const INT = fc.oneof(fc.nat(20), fc.nat(2 ** 31 - 1));
const PAIRS = fc.array(fc.tuple(fc.oneof(fc.constant(NONE), INT), INT), { maxLength: 300 });

test('numbers distinct pairs in insertion order, like a Map', () => {
  fc.assert(
    fc.property(PAIRS, fc.constantFrom(0, 1, 5000), (pairs, expected) => {
      const table = new PairTable(expected);
      const map = new Map<string, number>();
      for (const [a, b] of pairs) {
        const key = `${a} ${b}`;
        const row = map.get(key) ?? map.size;
        map.set(key, row);
        expect(table.intern(a, b)).toBe(row);
      }
      expect(table.length).toBe(map.size);
      const rows = [...map.keys()].map((key) => key.split(' ').map(Number));
      const { first, second } = table.take();
      expect([...first]).toEqual(rows.map(([a]) => a));
      expect([...second]).toEqual(rows.map(([, b]) => b));
      expect(table.view()).toEqual({ first, second });
    }),
  );
});

test('finds all rows of a deep and wide table after it has grown', () => {
  const table = new PairTable();
  let parent = NONE;
  for (let i = 0; i < 100_000; i++) parent = table.intern(parent, i % 7);
  for (let i = 0; i < 100_000; i++) table.intern(0, i + 10);
  expect(table.length).toBe(200_000);
  const { first, second } = table.take();
  let lost = 0;
  for (let row = 0; row < table.length; row++) if (table.intern(first[row], second[row]) !== row) lost++;
  expect(lost).toBe(0);
});

test('later rows do not change the columns from take()', () => {
  const table = new PairTable();
  table.intern(NONE, 1);
  const { first, second } = table.take();
  table.intern(NONE, 2);
  expect([[...first], [...second]]).toEqual([[NONE], [1]]);
});

test('numbers values in the order in which they are first seen', () => {
  const ids = new NumberIds();
  expect([7, 0, 7, 2 ** 47, 0].map((value) => ids.of(value))).toEqual([0, 1, 0, 2, 1]);
  expect([ids.length, ids.at(2)]).toEqual([3, 2 ** 47]);
});

test('finds small values in any order, also those that came while they were rare', () => {
  const ids = new NumberIds();
  const values = Array.from({ length: 1500 }, (_, i) => 1499 - i);
  expect(values.map((value) => ids.of(value))).toEqual(values.map((_, i) => i));
  expect(values.map((value) => ids.find(value))).toEqual(values.map((_, i) => i));
  expect([-1, 1500, 2 ** 40].map((value) => ids.find(value))).toEqual([-1, -1, -1]);
});

test('tells apart more values than it has room for, with the same halves', () => {
  const ids = new NumberIds();
  const values = Array.from({ length: 1000 }, (_, i) => (i % 25) * 2 ** 40 + Math.floor(i / 25) * 16);
  expect(values.map((value) => ids.of(value))).toEqual(values.map((_, i) => i));
  expect(values.map((value) => ids.of(value))).toEqual(values.map((_, i) => i));
});
