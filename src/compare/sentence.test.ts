import { describe, expect, test } from 'vitest';
import { comparedProfile } from '../../fixtures/compared.ts';
import { profileOf } from '../../fixtures/text.ts';
import type { ComparedRow, Difference } from '../model/comparison.ts';
import { compare } from './compare.ts';
import { prepareComparison } from './prepare.ts';
import { sentenceOf } from './sentence.ts';

const difference = (a: number, b: number, p: number): Difference => {
  const d = b - a;
  return { a, b, d, se: 1, df: 30, lo: d - 2, hi: d + 2, p };
};

const row = (name: string, d: number, other: Partial<ComparedRow> = {}): ComparedRow => {
  const verdict = d > 0 ? 'more' : 'less';
  return {
    ...difference(50, 50 + d, 0.001),
    key: `py::${name}:/a.py`,
    index: 0,
    q: 0.01,
    verdict,
    mark: '',
    ...other,
  };
};

const facts = {
  basis: 'matched',
  total: difference(100, 101, 0.5),
  delta: 0.5,
  explained: [],
  functions: { self: [], totals: [] },
  factor: 1,
  factorSe: 0.01,
  work: undefined,
} as const;
const HEAD = 'No certain difference in CPU time for the same work (+1.0 % ± 2.0 %)';
const slow = row('slow', -30);

describe('the functions', () => {
  test('that explain the difference are the only ones', () => {
    const explained = [{ key: 'py::load:/a.py', d: -29.96 }];
    const functions = { self: [slow], totals: [] };
    expect(sentenceOf({ ...facts, explained, functions })).toBe(
      `${HEAD}: load -30.0 %; nothing else is certain.`,
    );
  });

  test('that changed if none explains it, by self weight first', () => {
    const self = [slow, row('sort', 1, { verdict: 'unsure' })];
    const totals = [row('handle', 40), row('slow', -31), row('main', 1, { verdict: 'same' })];
    expect(sentenceOf({ ...facts, functions: { self, totals } })).toBe(
      `${HEAD}: slow -30.0 %, handle +40.0 % changed; nothing else is certain.`,
    );
  });

  test('at most five', () => {
    const self = [9, 8, 7, 6, 5, 4, 3].map((d) => row(`f${d}`, d));
    expect(sentenceOf({ ...facts, functions: { self, totals: [] } })).toBe(
      `${HEAD}: f9 +9.0 %, f8 +8.0 %, f7 +7.0 %, f6 +6.0 %, f5 +5.0 %; 2 more changed.`,
    );
  });

  test('without inserted and removed calls', () => {
    const totals = [
      row('wrapper', 40, { mark: 'inserted', verdict: 'new' }),
      row('old', -40, { mark: 'removed' }),
    ];
    expect(sentenceOf({ ...facts, functions: { self: [], totals } })).toBe(
      `${HEAD}. No function differs for certain.`,
    );
  });
});

test('a function is named even if each of its calls is too small to be tested', () => {
  const recording = (name: string) => {
    const stacks = Array.from({ length: 4000 }, (_, i) => {
      const leaf = i % 10 < 3 ? name : `f${i % 7}`;
      return `app 1/1 | cycles ${i} | py::main:/a.py;py::caller${i % 401}:/a.py;py::${leaf}:/a.py 1`;
    });
    return comparedProfile(profileOf(stacks.join('\n')));
  };
  const sides = { a: [recording('slow')], b: [recording('slower')] };
  const options = { level: 'merged', renames: [], minEffect: 0.005 } as const;
  const { sentence, explained } = compare(prepareComparison(sides, options), {});
  expect(explained).toEqual([]);
  expect(sentence).toMatch(/: slow -30\.0 %, slower \+30\.0 % changed; nothing else is certain\.$/);
});
