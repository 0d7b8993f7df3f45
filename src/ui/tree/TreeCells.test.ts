import { expect, test } from 'vitest';
import { indentOf, MAX_STEPS, FULL_STEP_LEVELS } from './TreeCells.tsx';

test('indents each level by zero to one step more than the previous, up to a maximum', () => {
  for (let depth = 1; depth < 3000; depth++) {
    const step = indentOf(depth) - indentOf(depth - 1);
    expect(step).toBeGreaterThanOrEqual(0);
    expect(step).toBeLessThanOrEqual(1);
    if (depth <= FULL_STEP_LEVELS) expect(step).toBe(1);
  }
  expect(indentOf(127)).toBeLessThan(23);
  expect(indentOf(10_000)).toBe(MAX_STEPS);
});
