import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAMILIES } from '../../model/kinds.ts';
import type { Lane } from '../../model/session.ts';
import { bandsBetween, barLayoutOf, rebin, sumLanes, weightBetween } from './rebin.ts';

const FAMILY_COUNT = FAMILIES.length;

/** A lane that contains only Python code, with one weight per column. */
function laneOf(weights: readonly number[], samples = weights.length): Lane {
  const columns = new Float32Array(weights.length * FAMILY_COUNT);
  weights.forEach((weight, column) => (columns[column * FAMILY_COUNT] = weight));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  return { threads: [0], pid: 1, tid: 1, comm: 'x', weight, samples, bands: FAMILY_COUNT, columns };
}

function pythonIn(lane: Lane, width: number): number[] {
  const pixels = new Float64Array(width * FAMILY_COUNT);
  rebin(lane, width, pixels);
  return Array.from({ length: width }, (_, pixel) => pixels[pixel * FAMILY_COUNT]);
}

test('columns within one pixel are added up', () => {
  expect(pythonIn(laneOf([1, 2, 3, 4]), 2)).toEqual([3, 7]);
  expect(pythonIn(laneOf([1, 2, 3, 4]), 4)).toEqual([1, 2, 3, 4]);
});

test('a column that spans two pixels is split between them', () => {
  expect(pythonIn(laneOf([6, 6, 6]), 2)).toEqual([9, 9]);
  expect(pythonIn(laneOf([6, 0]), 4)).toEqual([3, 3, 0, 0]);
});

test('weight is conserved for all widths', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 400 }),
      (weights, width) => {
        const lane = laneOf(weights);
        const pixels = pythonIn(lane, width);
        expect(pixels.reduce((sum, each) => sum + each, 0)).toBeCloseTo(lane.weight, 6);
        // For each pixel, the sum up to it equals the sum of the columns up to the same position.
        const middle = Math.floor(width / 2);
        const left = pixels.slice(0, middle).reduce((sum, each) => sum + each, 0);
        expect(left).toBeCloseTo(weightBetween(lane, 0, (middle / width) * weights.length), 5);
      },
    ),
    { seed: 1 },
  );
});

test('bars are a pixel wide for dense samples, wider for sparse ones, and full for a busy thread', () => {
  const dense = laneOf(
    Array.from({ length: 400 }, () => 10),
    4000,
  );
  expect(barLayoutOf([dense], 100)).toEqual({ pixels: 1, full: 40, interval: 0.1 });
  const sparse = laneOf(
    Array.from({ length: 400 }, (_, column) => (column % 4 === 0 ? 10 : 0)),
    100,
  );
  const { pixels, full } = barLayoutOf([sparse], 100);
  expect(pixels).toBe(4);
  expect(full).toBeCloseTo(40, 6);
  expect(barLayoutOf([laneOf([0, 0])], 10).pixels).toBe(1);
});

test('evenly spaced samples give an even load on all pixels; a sleeping thread leaves a gap', () => {
  // Each sample lasts 29 columns: 10 samples, a pause, 2 more samples, a pause, and one at the end.
  const weights = Array.from({ length: 29 * 20 + 1 }, () => 0);
  for (const sample of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 20]) weights[sample * 29] = 29;
  const lane = laneOf(weights, 13);
  const { pixels, full, interval } = barLayoutOf([lane], 100);
  expect({ pixels, interval }).toEqual({ pixels: 1, interval: 29 });
  const even = weights.length / 100;
  expect(full).toBeCloseTo(even, 6);
  const painted = new Float64Array(100 * FAMILY_COUNT);
  rebin(lane, 100, painted, interval);
  const seen = Array.from({ length: 100 }, (_, pixel) => painted[pixel * FAMILY_COUNT]);
  for (const pixel of seen.slice(0, 49)) expect(pixel).toBeCloseTo(even, 6);
  for (const pixel of seen.slice(51, 74)) expect(pixel).toBe(0);
  for (const pixel of seen.slice(76, 84)) expect(pixel).toBeCloseTo(even, 6);
  expect(seen[99], 'the part beyond the end is not drawn').toBeLessThan(even);
  expect(seen[99]).toBeGreaterThan(0);
});

test('lanes are added up column by column', () => {
  const columns = sumLanes([laneOf([1, 2]), laneOf([10, 20])]);
  expect([columns[0], columns[FAMILY_COUNT]]).toEqual([11, 22]);
});

test('a column that is partly in the range counts proportionally', () => {
  expect(weightBetween(laneOf([4, 4, 4]), 0.5, 2.25)).toBe(2 + 4 + 1);
  expect(weightBetween(laneOf([4, 4, 4]), 0, 3)).toBe(12);
});

test('the weight of a range can be told apart by band, and has none beyond the ends', () => {
  const lane = { bands: 2, columns: Float32Array.of(1, 2, 3, 4, 5, 6) };
  expect([...bandsBetween(lane, 0.5, 2)]).toEqual([0.5 + 3, 1 + 4]);
  expect([...bandsBetween(lane, -4, 40)]).toEqual([9, 12]);
});
