import { expect, test } from 'vitest';
import { comparedNames, comparisonName } from './comparison-name.ts';

const runs = (count: number) => Array.from({ length: count }, (_, i) => `base-${i + 1}`);

test('a comparison is named by its sides', () => {
  expect(comparisonName(['base'], ['new'])).toBe('base → new');
  expect(comparisonName(runs(3), ['new'])).toBe('base-1, base-2, base-3 → new');
  expect(comparisonName(['new'], runs(4))).toBe('new → base-1 and 3 more');
  expect(comparisonName(['base'], ['base'])).toBe('base → base');
});

test('the compared recordings are named in a sentence', () => {
  expect(comparedNames(['base'], ['new-1', 'new-2'])).toBe('“base” with “new-1” and “new-2”');
  expect(comparedNames(runs(5), ['new'])).toBe('“base-1”, “base-2”, “base-3” and 2 more with “new”');
  expect(comparedNames(['base'], ['base'])).toBe('parts of “base”');
});
