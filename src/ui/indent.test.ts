// Deeper boxes are never indented less, and never so far that no room is left.

import { expect, test } from 'vitest';
import { indentOf, MOST_STEPS, PLAIN_LEVELS } from './indent.ts';

test('each level is indented at least as far as the one above, and at most a step farther', () => {
  for (let depth = 1; depth < 3000; depth++) {
    const step = indentOf(depth) - indentOf(depth - 1);
    expect(step).toBeGreaterThanOrEqual(0);
    expect(step).toBeLessThanOrEqual(1);
    if (depth <= PLAIN_LEVELS) expect(step).toBe(1);
  }
  expect(indentOf(127)).toBeLessThan(23);
  expect(indentOf(10_000)).toBe(MOST_STEPS);
});
