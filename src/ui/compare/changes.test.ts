import { expect, test } from 'vitest';
import type { ComparedRow, Verdict } from '../../model/comparison.ts';
import { changesOf } from './changes.ts';

function row(index: number, verdict: Verdict): ComparedRow {
  return { key: '', index, a: 1, b: 2, d: 1, lo: 0, hi: 2, se: 1, df: 9, p: 1, q: 1, verdict, mark: '' };
}

function oneSided(index: number, verdict: 'new' | 'gone'): ComparedRow {
  return { ...row(index, verdict), ...(verdict === 'new' ? { a: 0 } : { b: 0, d: -1 }) };
}

function textOf({ groups }: ReturnType<typeof changesOf>): string[] {
  return groups.map(
    ({ isOwn, verdict, rows }) =>
      `${isOwn ? 'own' : 'other'} ${verdict} ${rows.map(({ index }) => index).join(',')}`,
  );
}

const isOwn = (func: number) => func < 8;

test('your own functions come first, then what got more, less, is new or gone', () => {
  const self = [
    row(9, 'more'),
    row(1, 'unsure'),
    oneSided(2, 'gone'),
    { ...row(3, 'less'), d: -2 },
    { ...row(8, 'less'), d: -1 },
    row(4, 'same'),
    { ...row(5, 'less'), d: -1 },
  ];
  const totals = [oneSided(2, 'gone')];
  const changes = changesOf({ self, totals }, isOwn);
  expect(textOf(changes)).toEqual(['own less 3,5', 'own gone 2', 'other more 9', 'other less 8']);
  expect(changes.unsure.map(({ index }) => index)).toEqual([1]);
  expect(changes.same).toBe(1);
});

test('a function with little time of its own is listed if it is new or gone, and else as a caller', () => {
  const self = [row(1, 'unsure'), row(2, 'unsure'), oneSided(3, 'gone')];
  const totals = [oneSided(1, 'gone'), oneSided(9, 'new'), row(2, 'more'), row(3, 'less')];
  const changes = changesOf({ self, totals }, isOwn);
  expect(textOf(changes)).toEqual(['own less 3', 'own gone 1', 'other new 9']);
  expect(changes.callers.map(({ index }) => index)).toEqual([2]);
  expect(changes.calls).toEqual([]);
  expect(changes.unsure).toEqual([]);
});

test('an added call around calls that both sides make is not listed as new', () => {
  const added = { ...oneSided(1, 'new'), mark: 'inserted' } as const;
  const changes = changesOf({ self: [], totals: [added] }, isOwn);
  expect(changes).toEqual({ groups: [], calls: [added], callers: [], unsure: [], same: 0 });
});
