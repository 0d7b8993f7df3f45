import { expect, test } from 'vitest';
import type { ComparedRow, Verdict } from '../../model/comparison.ts';
import { changesOf } from './changes.ts';

function row(index: number, verdict: Verdict): ComparedRow {
  return { key: '', index, a: 1, b: 2, d: 1, lo: 0, hi: 2, se: 1, df: 9, p: 1, q: 1, verdict, mark: '' };
}

test('your own functions come first, then what got more, less, is new or gone', () => {
  const rows = [
    row(9, 'more'),
    row(1, 'unsure'),
    row(2, 'gone'),
    row(3, 'less'),
    row(8, 'less'),
    row(4, 'same'),
    row(5, 'less'),
  ];
  const { groups, unsure, same } = changesOf(rows, (func) => func < 8);
  const text = groups.map(
    ({ isOwn, verdict, rows: found }) =>
      `${isOwn ? 'own' : 'other'} ${verdict} ${found.map(({ index }) => index).join(',')}`,
  );
  expect(text).toEqual(['own less 3,5', 'own gone 2', 'other more 9', 'other less 8']);
  expect(unsure.map(({ index }) => index)).toEqual([1]);
  expect(same).toBe(1);
});
