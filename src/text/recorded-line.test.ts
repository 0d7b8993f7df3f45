import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { classify } from '../python/classify.ts';
import { recordedLine } from './recorded-line.ts';

const { profile: names } = classify(profileOf('py::parse:/x.py 1'));

type Facts = Parameters<typeof recordedLine>[0];

const FACTS: Facts = {
  basis: 'matched',
  measure: 'cpu-clock',
  totals: [],
  cpu: [20e9, 11e9],
  runs: [1, 1],
  factor: 0.5,
  factorSe: 0.02,
  moves: [],
};

const lineOf = (facts: Partial<Facts>) => recordedLine({ ...FACTS, ...facts }, names);

test('says what was recorded', () => {
  expect(lineOf({})).toBe('CPU time as recorded: 20.0 s → 11.0 s (−45.0 %).');
  expect(lineOf({ runs: [1, 2] })).toBe('CPU time as recorded: 20.0 s → 11.0 s per recording (−45.0 %).');
});

test('compared as recorded, says if most code differs by the same factor', () => {
  expect(lineOf({ basis: 'cpu' })).toContain(
    'Most code uses about 50 % less in B: if that means less work or a faster machine, compare for the same work.',
  );
  expect(lineOf({ basis: 'cpu', factor: 3.06 })).toContain(
    'about 3.1 times as much in B: if that means more',
  );
  expect(lineOf({ basis: 'cpu', factor: 1.02 })).not.toContain('Most code');
  expect(lineOf({ basis: 'cpu', factor: 1.09, factorSe: 0.05 }), 'noise').not.toContain('Most code');
  expect(lineOf({ basis: 'rate' })).not.toContain('Most code');
});
