// Tests that did not change differ as ratios measured on a busy machine do; a changed one stands out.

import { expect, test } from 'vitest';
import { compareSuite } from './suite.ts';

/** ln(B/A) of ten unchanged tests, on a machine that was slower by a third in B. */
const UNCHANGED = [0.02, -0.05, 0.07, 0.0, 0.04, -0.03, 0.09, -0.06, 0.01, -0.02].map(
  (log) => log + Math.log(1.33),
);
const certainIn = (logs: readonly number[]) =>
  compareSuite(logs).tests.flatMap(({ isCertain }, i) => (isCertain ? [i] : []));

test('what all tests have in common is no change of any of them', () => {
  const { common } = compareSuite(UNCHANGED);
  expect(common).toBeCloseTo(1.34, 2);
  expect(certainIn(UNCHANGED)).toEqual([]);
});

test('tests that changed do not hide each other', () => {
  const logs = UNCHANGED.map((log, i) => log + (i === 3 ? Math.log(1.5) : i === 7 ? Math.log(0.5) : 0));
  expect(certainIn(logs)).toEqual([3, 7]);
  const { tests, smallestCertain } = compareSuite(logs);
  expect(tests[3].ratio).toBeCloseTo(1.48, 2);
  expect(tests[3].lo).toBeLessThan(1.5);
  expect(tests[3].hi).toBeGreaterThan(1.5);
  expect(tests[3].atLeast).toBeLessThan(tests[3].lo);
  expect(tests[3].ratio).toBeGreaterThan(smallestCertain);
});

test('the more the tests vary, the larger a certain change is', () => {
  const noisy = UNCHANGED.map((log) => 5 * log);
  expect(compareSuite(noisy).smallestCertain).toBeGreaterThan(2);
  expect(certainIn(noisy.map((log, i) => log + (i === 3 ? Math.log(1.5) : 0)))).toEqual([]);
});

test('few tests do not show how much the speed of the machine changed', () => {
  expect(compareSuite([]).tests).toEqual([]);
  expect(compareSuite([Math.log(1.5)])).toMatchObject({ common: undefined, tests: [{ isCertain: false }] });
  expect(certainIn([0, Math.log(5)])).toEqual([1]);
});
