import { expect, test } from 'vitest';
import { lastAtMost, lastRowAtMost } from './binary-search.ts';

test.each([
  [[1, 3, 3, 5], 0, -1],
  [[1, 3, 3, 5], 1, 0],
  [[1, 3, 3, 5], 3, 2],
  [[1, 3, 3, 5], 4, 2],
  [[1, 3, 3, 5], 9, 3],
  [[], 9, -1],
])('in %j, the last entry that is at most %d has index %d', (values, value, entry) => {
  expect(lastAtMost(Float64Array.from(values), values.length, value)).toBe(entry);
  expect(lastRowAtMost(values.length, (row) => values[row], value)).toBe(entry);
});
