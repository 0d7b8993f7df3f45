import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import type { ComparedRow, Difference } from '../model/comparison.ts';
import { classify } from '../python/classify.ts';
import { headlineOf } from './headline.ts';

const { profile: names } = classify(profileOf('py::parse:/x.py 1\npy::load:/x.py 1'));
const [PARSE, LOAD] = ['py::parse:/x.py', 'py::load:/x.py'].map((name) =>
  names.funcs.name.indexOf(names.strings.indexOf(name)),
);

const CERTAIN: Difference = { a: 10e9, b: 11e9, d: 1e9, lo: 0.6e9, hi: 1.4e9, se: 0.2e9, df: 30, p: 1e-4 };
const SAME = { ...CERTAIN, b: 10e9, d: 0, lo: -0.3e9, hi: 0.3e9, p: 1 };
const UNSURE = { ...SAME, lo: -1e9, hi: 0.4e9 };

const MORE: ComparedRow = { ...CERTAIN, key: '', index: LOAD, q: 0, verdict: 'more', mark: '' };

type Facts = Parameters<typeof headlineOf>[0];

const FACTS: Facts = {
  basis: 'matched',
  measure: 'cpu-clock',
  total: CERTAIN,
  delta: 0.05e9,
  explained: [{ key: '', index: PARSE, d: 0.9e9 }],
  self: [],
  totals: [],
  cpu: [20e9, 11e9],
  runs: [1, 1],
  factor: 0.5,
  factorSe: 0.02,
  work: undefined,
  moves: [],
};

const changeOf = (facts: Partial<Facts>) => headlineOf({ ...FACTS, ...facts }, names).change;
const recordedOf = (facts: Partial<Facts>) => headlineOf({ ...FACTS, ...facts }, names).recorded;

test('says how much changed, and where', () => {
  expect(changeOf({})).toBe(
    'B uses 10.0 % ± 4.0 % more CPU time for the same work: parse +9.0 % of all code; the rest is small or not certain.',
  );
  const less = { ...CERTAIN, d: -1e9, lo: -1.4e9, hi: -0.6e9 };
  expect(changeOf({ basis: 'rate', measure: 'cycles:u', total: less, explained: [] })).toBe(
    'B uses 10.0 % ± 4.0 % less cycles per second. No single function explains it.',
  );
});

test('“no change” and “cannot tell” are different', () => {
  expect(changeOf({ basis: 'cpu', total: SAME, explained: [] })).toBe(
    'No change in CPU time (0.0 % ± 3.0 %). No function changed for certain.',
  );
  expect(changeOf({ total: UNSURE, explained: [] })).toBe(
    'Cannot tell whether CPU time for the same work changed (−10 % to +4 %). No function changed for certain.',
  );
});

test('there is no rest if the parts add up', () => {
  expect(changeOf({ explained: [{ key: '', index: PARSE, d: 1e9 }] })).toMatch(
    / work: parse \+10\.0 % of all code\.$/,
  );
});

test('a recording compared with itself', () => {
  const total = { ...SAME, a: 10e9, b: 10e9 };
  const row: ComparedRow = { ...total, key: '', index: LOAD, q: 1, verdict: 'unsure', mark: '' };
  const text = 'No difference at all: A and B have the same samples.';
  for (const basis of ['matched', 'share'] as const)
    expect(changeOf({ basis, total, explained: [], self: [row], totals: [row] })).toBe(text);
  expect(changeOf({ total, explained: [], self: [{ ...row, d: 1 }], totals: [row] })).not.toBe(text);
});

test('names changed functions if no call explains the total', () => {
  expect(changeOf({ total: SAME, explained: [], self: [MORE] })).toMatch(
    / Changed for certain: load \+10\.0 % of all code\.$/,
  );
  expect(changeOf({ total: SAME, explained: [], totals: [{ ...MORE, mark: 'inserted' }] })).toMatch(
    / No function changed for certain\.$/,
  );
  const unsure = { ...MORE, verdict: 'unsure' } as const;
  expect(changeOf({ explained: [], self: [unsure], totals: [MORE] })).toMatch(
    / work: load \+10\.0 % of all code\.$/,
  );
});

test('names the largest, and counts the others', () => {
  const explained = [6, 5, 4, 3, 2].map((d) => ({ key: '', index: PARSE, d: d * 1e8 }));
  expect(changeOf({ explained })).toMatch(
    /parse \+6\.0 % of all code, parse \+5\.0 %, .*, parse \+3\.0 % and 1 more \+2\.0 %; the rest is small or not certain\.$/,
  );
  expect(changeOf({ total: SAME, explained })).toMatch(/, parse \+3\.0 % and 1 more\.$/);
});

test('shares have no total', () => {
  const total = { ...SAME, a: 1, b: 1, d: 0 };
  const share = { basis: 'share', total } as const;
  expect(changeOf({ ...share, explained: [{ key: '', index: PARSE, d: 0.021 }] })).toBe(
    'Shares of CPU time: parse +2.1 points.',
  );
  expect(changeOf({ ...share, explained: [] })).toBe('Shares of CPU time: no function changed for certain.');
});

test('says what was recorded, and what of it does not count', () => {
  expect(recordedOf({})).toBe(
    'CPU time as recorded: 20.0 s → 11.0 s (−45.0 %). Most functions use about 50 % less in B: less work or a faster machine, not counted as a change.',
  );
  expect(recordedOf({ factor: 3.06 })).toContain(
    'about 3.1 times as much in B: more work or a slower machine, not counted as a change.',
  );
  expect(recordedOf({ factor: 1.04, runs: [1, 2] })).toBe(
    'CPU time as recorded: 20.0 s → 11.0 s per recording (−45.0 %).',
  );
  expect(recordedOf({ factor: 1.09 }), 'more than noise').toContain('about 9 % more');
  expect(recordedOf({ factor: 1.09, factorSe: 0.05 }), 'noise').not.toContain('Most functions');
});

test('known work is not a cause', () => {
  expect(recordedOf({ work: [100, 40] })).toContain(
    'about 25 % more per request in B: a slower machine, not counted as a change.',
  );
  expect(recordedOf({ work: [100, 50] })).not.toContain('Most functions');
});

test('recorded time that most functions share is no reason to worry on other bases, except CPU time', () => {
  expect(recordedOf({ basis: 'cpu' })).toContain(
    'about 50 % less in B: if that means less work or a faster machine, compare for the same work.',
  );
  expect(recordedOf({ basis: 'cpu', factor: 1.02 })).not.toContain('Most functions');
  expect(recordedOf({ basis: 'rate' })).not.toContain('Most functions');
});
