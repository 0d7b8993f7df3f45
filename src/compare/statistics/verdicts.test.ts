import { expect, test } from 'vitest';
import { falseDiscoveryRates } from './verdicts.ts';

// The example of Benjamini and Hochberg (1995): at 5 %, the four smallest p-values are discoveries.
const PUBLISHED = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
  0.759, 1,
];

test('finds the discoveries of the published example', () => {
  expect(falseDiscoveryRates(PUBLISHED).filter((q) => q <= 0.05)).toHaveLength(4);
  expect(falseDiscoveryRates(PUBLISHED)[3]).toBeCloseTo((0.0095 * 15) / 4, 12);
});

test('returns rates in the order of the rows; they never decrease with p', () => {
  expect(falseDiscoveryRates([0.04, 0.01, 0.03])).toEqual([0.04, 0.03, 0.04]);
  expect(falseDiscoveryRates([])).toEqual([]);
});
