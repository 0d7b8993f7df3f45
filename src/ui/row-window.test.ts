// Windows of rows: what is in sight is drawn, from the first row to the last, however many there are.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heightOf, ROW_HEIGHT, scrollTo, TALLEST, windowAt } from './row-window.ts';

const counts = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50_000_000 }));
const views = fc.integer({ min: ROW_HEIGHT, max: 2000 });

/** The rows of which something is in sight, by where they are drawn. */
function inSight(scrolled: number, view: number, count: number): [number, number] {
  const { first, end, shift } = windowAt(scrolled, view, count);
  const rows = Array.from({ length: end - first }, (_, i) => first + i).filter((row) => {
    const top = row * ROW_HEIGHT + shift - scrolled;
    return top > -ROW_HEIGHT && top < view;
  });
  return [rows[0], rows[rows.length - 1]];
}

describe('a window', () => {
  test('of few rows has all of them', () => {
    expect(windowAt(0, 600, 3)).toEqual({ first: 0, end: 3, shift: 0 });
    expect(windowAt(0, 600, 0)).toEqual({ first: 0, end: 0, shift: 0 });
  });

  test('of many rows has those in sight and some around', () => {
    const { first, end, shift } = windowAt(24_000, 240, 100_000);
    expect(first).toBeLessThan(1000);
    expect(first).toBeGreaterThan(980);
    expect(end).toBeGreaterThan(1010);
    expect(end).toBeLessThan(1030);
    expect(shift).toBe(0);
  });

  test('at the end of a list that is too tall for a browser shows the last row', () => {
    const count = 6_000_000;
    expect(heightOf(count)).toBe(TALLEST);
    expect(inSight(TALLEST - 480, 480, count)).toEqual([count - 20, count - 1]);
    expect(inSight(0, 480, count)).toEqual([0, 19]);
  });

  test('is without gaps wherever it is scrolled to', () => {
    fc.assert(
      fc.property(
        counts,
        views,
        fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share),
        (count, view, share) => {
          const most = Math.max(0, heightOf(count) - view);
          const scrolled = Math.round(share * most);
          const [first, last] = inSight(scrolled, view, count);
          const { shift } = windowAt(scrolled, view, count);
          expect(first * ROW_HEIGHT + shift - scrolled, 'no gap above').toBeLessThanOrEqual(0.01);
          const bottom = (last + 1) * ROW_HEIGHT + shift - scrolled;
          expect(bottom, 'no gap below').toBeGreaterThanOrEqual(Math.min(view, count * ROW_HEIGHT) - 0.01);
        },
      ),
    );
  });
});

describe('scrolling to a row', () => {
  test('moves nothing when the row is in sight, and as little as will do else', () => {
    expect(scrollTo(12, 'edge', 240, 480, 1000)).toBe(240);
    expect(scrollTo(9, 'edge', 240, 480, 1000)).toBe(216);
    expect(scrollTo(30, 'edge', 240, 480, 1000)).toBe(264);
    expect(scrollTo(30, 'middle', 240, 480, 1000)).toBe(492);
    expect(scrollTo(12, 'middle', 240, 480, 1000)).toBe(240);
    expect(scrollTo(999, 'middle', 0, 480, 1000)).toBe(24_000 - 480);
  });

  test('brings every row wholly into sight', () => {
    fc.assert(
      fc.property(
        counts,
        views,
        fc.nat(),
        fc.constantFrom('edge', 'middle'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, view, any, where, share) => {
          const row = any % count;
          const before = share * Math.max(0, heightOf(count) - view);
          const scrolled = scrollTo(row, where, before, view, count);
          const { first, end, shift } = windowAt(scrolled, view, count);
          expect(row).toBeGreaterThanOrEqual(first);
          expect(row).toBeLessThan(end);
          const top = row * ROW_HEIGHT + shift - scrolled;
          expect(top).toBeGreaterThanOrEqual(-0.01);
          expect(top + ROW_HEIGHT).toBeLessThanOrEqual(view + 0.01);
        },
      ),
    );
  });
});
