import { describe, expect, test } from 'vitest';
import type { ComparedRow } from '../model/comparison.ts';
import {
  differenceBetween,
  formatChange,
  formatInterval,
  formatRelative,
  formatRelativeInterval,
  formatValue,
  markText,
  verdictCounts,
  verdictParts,
  verdictSentence,
  verdictText,
  withoutPer,
} from './difference.ts';

const TIME = { basis: 'matched', measure: 'cpu-clock' } as const;
const RATE = { basis: 'rate', measure: 'cpu-clock' } as const;
const COUNT = { basis: 'matched', measure: 'cycles' } as const;
const SHARE = { basis: 'share', measure: 'cpu-clock' } as const;

function row(change: Partial<ComparedRow>): ComparedRow {
  return {
    key: 'py::f:/x.py',
    index: 0,
    a: 10e9,
    b: 13.1e9,
    d: 3.1e9,
    lo: 2.4e9,
    hi: 3.8e9,
    se: 0.35e9,
    df: 30,
    p: 1e-6,
    q: 1e-5,
    verdict: 'more',
    mark: '',
    ...change,
  };
}

test('values and changes have the unit of the basis', () => {
  expect(formatValue(3.1e9, TIME)).toBe('3.10 s');
  expect(formatValue(0.12e9, RATE)).toBe('120 ms/s');
  expect(formatValue(0.123, SHARE)).toBe('12.3 %');
  expect(formatChange(-3.1e9, TIME)).toBe('−3.10 s');
  expect(formatChange(12, COUNT)).toBe('+12');
  expect(formatChange(0.012, SHARE)).toBe('+1.2 points');
  expect(formatChange(0, TIME)).toBe('0');
  expect(formatChange(0.0001, SHARE)).toBe('0.0 points');
});

test('rounding errors of the scaled weights are no difference', () => {
  const a = 9.1e9;
  expect(differenceBetween(a, a + 1.76e-6)).toBe(0);
  expect(differenceBetween(0.3, 0.1 + 0.2)).toBe(0);
  expect(differenceBetween(a, a - 50)).toBe(-50);
  expect(differenceBetween(0, 0)).toBe(0);
  expect(differenceBetween(0, 1e-6)).toBe(1e-6);
});

test('values below a heading such as “per request” leave that out', () => {
  const perRequest = { basis: 'work', measure: 'cpu-clock' } as const;
  expect(formatValue(372e6, perRequest)).toBe('372 ms/request');
  expect(formatValue(372e6, withoutPer(perRequest))).toBe('372 ms');
  expect(formatValue(0.12, withoutPer(SHARE))).toBe('12.0 %');
});

test('tables say in short which way an uncertain difference leans, and that only one side may have it', () => {
  expect(verdictParts(row({ verdict: 'unsure', lo: 0.3e9, hi: 0.9e9 }), TIME)).toEqual([
    'maybe more',
    ': +3 % to +9 %',
  ]);
  expect(verdictParts(row({ verdict: 'unsure', a: 1e9, d: -1e9, lo: -1.9e9, hi: -0.1e9 }), TIME)).toEqual([
    'maybe gone',
    ': −100 % to −10 %',
  ]);
});

test('an interval has one unit', () => {
  expect(formatInterval({ lo: 2.4e9, hi: 3.8e9 }, TIME)).toBe('+2.4 to +3.8 s');
  expect(formatInterval({ lo: -0.05e9, hi: 3.8e9 }, TIME)).toBe('−0.1 to +3.8 s');
  expect(formatInterval({ lo: -1e3, hi: 12e6 }, RATE)).toBe('0 to +12 ms/s');
  expect(formatInterval({ lo: -12, hi: 1234 }, COUNT)).toBe('−12 to +1,234');
  expect(formatInterval({ lo: -0.012, hi: 0.004 }, SHARE)).toBe('−1.2 to +0.4 points');
  expect(formatInterval({ lo: 0, hi: 0 }, TIME)).toBe('0 to 0 ns');
});

test('relative changes are of A', () => {
  expect(formatRelative(0.92, 10)).toBe('+9.2 %');
  expect(formatRelative(-10, 10)).toBe('−100.0 %');
  expect(formatRelative(0.0001, 10)).toBe('0.0 %');
  expect(formatRelative(500, 10)).toBe('+5,000 %');
  expect(formatRelative(1, 0)).toBe('new');
  expect(formatRelativeInterval({ a: 100, lo: -3.2, hi: 9.1 })).toBe('−3 % to +9 %');
  expect(formatRelativeInterval({ a: 100, lo: -0.52, hi: 1.1 })).toBe('−0.5 % to +1.1 %');
});

describe('verdicts', () => {
  test.each([
    [row({}), 'more', '3.10 s more, certain: +2.4 to +3.8 s.'],
    [
      row({ verdict: 'less', d: -3.1e9, lo: -3.8e9, hi: -2.4e9 }),
      'less',
      '3.10 s less, certain: −3.8 to −2.4 s.',
    ],
    [row({ verdict: 'new', a: 0 }), 'new', 'New in B: 3.10 s more, certain: +2.4 to +3.8 s.'],
    [
      row({ verdict: 'gone', b: 0, d: -3.1e9, lo: -3.8e9, hi: -2.4e9 }),
      'gone',
      'Gone in B: 3.10 s less, certain: −3.8 to −2.4 s.',
    ],
    [row({ verdict: 'same', lo: -0.15e9, hi: 0.11e9 }), 'no change within 2 %', 'No change within 2 %.'],
    [row({ verdict: 'same', lo: -0.05e9, hi: 0.02e9 }), 'no change within 0.5 %', 'No change within 0.5 %.'],
    [
      row({ verdict: 'same', a: 1e9, lo: -0.05e9, hi: 0.12e9 }),
      'no change within 120 ms',
      'No change within 120 ms, at most 0.5 % of all code.',
    ],
    [
      row({ verdict: 'unsure', lo: -0.3e9, hi: 0.9e9 }),
      'cannot tell: −3 % to +9 %',
      'Cannot tell: −3 % to +9 %.',
    ],
    [
      row({ verdict: 'unsure', a: 0, lo: -0.3e9, hi: 0.9e9 }),
      'cannot tell whether it is new: −300 to +900 ms',
      'Cannot tell whether it is new: −300 to +900 ms.',
    ],
    [
      row({ verdict: 'unsure', lo: 0.3e9, hi: 0.9e9 }),
      'cannot tell, probably more: +3 % to +9 %',
      'Cannot tell, probably more: +3 % to +9 %.',
    ],
    [undefined, 'too small to test', 'Too small to test.'],
  ])('%#', (tested, text, sentence) => {
    expect(verdictText(tested, TIME)).toBe(text);
    expect(verdictSentence(tested, TIME)).toBe(sentence);
  });
});

test('marks are words', () => {
  expect(markText('path')).toBe('other folder');
  expect(markText('inserted')).toBe('added call');
  expect(markText('')).toBe('');
});

test('counts verdicts: new and gone functions have changed, and rows without a verdict are small', () => {
  expect(verdictCounts(['more', 'new', 'gone', 'same', 'unsure', 'unsure'])).toEqual([
    '3 changed',
    '1 no change',
    '2 cannot tell',
  ]);
  expect(verdictCounts([undefined, 'same'])).toEqual([
    '0 changed',
    '1 no change',
    '0 cannot tell',
    '1 small',
  ]);
});
