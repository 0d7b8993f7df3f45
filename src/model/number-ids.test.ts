import { expect, test } from 'vitest';
import { NumberIds } from './number-ids.ts';

test('numbers values in the order in which they are first seen', () => {
  const ids = new NumberIds();
  expect([7, 0, 7, 2 ** 47, 0].map((value) => ids.of(value))).toEqual([0, 1, 0, 2, 1]);
  expect([ids.length, ids.at(2)]).toEqual([3, 2 ** 47]);
});

test('tells apart more values than it has room for, with the same halves', () => {
  const ids = new NumberIds();
  const values = Array.from({ length: 1000 }, (_, i) => (i % 25) * 2 ** 40 + Math.floor(i / 25) * 16);
  expect(values.map((value) => ids.of(value))).toEqual(values.map((_, i) => i));
  expect(values.map((value) => ids.of(value))).toEqual(values.map((_, i) => i));
});
