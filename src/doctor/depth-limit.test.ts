import { expect, test } from 'vitest';
import { depthLimitOf } from './recording-facts.ts';

/** Number of samples per depth: `peak` at `deepest`, and `below` at each of the eight depths before it. */
function samplesByDepth(deepest: number, peak: number, below: number): number[] {
  return Array.from({ length: 200 }, (_, depth) => {
    if (depth > deepest || depth < deepest - 8) return 0;
    return depth === deepest ? peak : below;
  });
}

test.each([
  ['a peak at the greatest depth', 127, 30, 10, 127],
  ['a peak of less than three times the mean', 127, 29, 10, 0],
  ['five samples are enough', 127, 5, 1, 127],
  ['four samples are too few', 127, 4, 0, 0],
  ['a mean below 1 counts as 1', 127, 5, 0.5, 127],
  ['16 frames can be the limit', 16, 30, 0, 16],
  ['15 frames cannot', 15, 30, 0, 0],
])('%s', (_, deepest, peak, below, limit) => {
  expect(depthLimitOf(samplesByDepth(deepest, peak, below))).toBe(limit);
});

test('the mean is that of the eight depths below the peak', () => {
  const counts = samplesByDepth(127, 8, 0);
  counts[119] = 22;
  expect(depthLimitOf(counts)).toBe(0);
  counts[119] = 21;
  expect(depthLimitOf(counts)).toBe(127);
  counts[118] = 100;
  expect(depthLimitOf(counts)).toBe(127);
});

test('without samples there is no limit', () => {
  expect(depthLimitOf([])).toBe(0);
  expect(depthLimitOf([0, 0, 0])).toBe(0);
});
