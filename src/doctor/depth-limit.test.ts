import { expect, test } from 'vitest';
import { depthLimitOf } from './depth-limit.ts';

/** Numbers of samples by depth: `peak` at `deepest`, and `below` at each of the eight depths below it. */
function samplesByDepth(deepest: number, peak: number, below: number): number[] {
  return Array.from({ length: 200 }, (_, depth) => {
    if (depth > deepest || depth < deepest - 8) return 0;
    return depth === deepest ? peak : below;
  });
}

test.each([
  ['a peak at the greatest depth', 127, 30, 10, 127],
  ['less than three times the mean below', 127, 29, 10, 0],
  ['five samples', 127, 5, 1, 127],
  ['four samples', 127, 4, 0, 0],
  ['a rare depth below counts as one sample', 127, 5, 0.5, 127],
  ['as shallow as 16 frames', 16, 30, 0, 16],
  ['shallower than 16 frames', 15, 30, 0, 0],
])('%s', (_, deepest, peak, below, limit) => {
  expect(depthLimitOf(samplesByDepth(deepest, peak, below))).toBe(limit);
});

test('the mean is of eight depths', () => {
  const counts = samplesByDepth(127, 8, 0);
  counts[119] = 22;
  expect(depthLimitOf(counts)).toBe(0);
  counts[119] = 21;
  expect(depthLimitOf(counts)).toBe(127);
  counts[118] = 100;
  expect(depthLimitOf(counts)).toBe(127);
});

test('no samples', () => {
  expect(depthLimitOf([])).toBe(0);
  expect(depthLimitOf([0, 0, 0])).toBe(0);
});
