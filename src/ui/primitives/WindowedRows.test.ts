import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heightOf, TABLE_ROW_HEIGHT, scrollTo, MAX_HEIGHT, windowAt } from './WindowedRows.tsx';

const counts = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50_000_000 }));
const views = fc.integer({ min: TABLE_ROW_HEIGHT, max: 2000 });

/** The first and last row that are at least partly visible. */
function visibleRows(scrolled: number, view: number, count: number): [number, number] {
  const { first, end, shift } = windowAt(scrolled, view, count);
  const rows = Array.from({ length: end - first }, (_, i) => first + i).filter((row) => {
    const top = row * TABLE_ROW_HEIGHT + shift - scrolled;
    return top > -TABLE_ROW_HEIGHT && top < view;
  });
  return [rows[0], rows[rows.length - 1]];
}

describe('a window', () => {
  test('contains all rows of a short list', () => {
    expect(windowAt(0, 600, 3)).toEqual({ first: 0, end: 3, shift: 0 });
    expect(windowAt(0, 600, 0)).toEqual({ first: 0, end: 0, shift: 0 });
  });

  test('contains the visible rows of a long list and a few more on each side', () => {
    const { first, end, shift } = windowAt(24_000, 240, 100_000);
    expect(first).toBeLessThan(1000);
    expect(first).toBeGreaterThan(980);
    expect(end).toBeGreaterThan(1010);
    expect(end).toBeLessThan(1030);
    expect(shift).toBe(0);
  });

  test('reaches the last row of a list that is too tall for browsers', () => {
    const count = 6_000_000;
    expect(heightOf(count)).toBe(MAX_HEIGHT);
    expect(visibleRows(MAX_HEIGHT - 480, 480, count)).toEqual([count - 20, count - 1]);
    expect(visibleRows(0, 480, count)).toEqual([0, 19]);
  });

  test('has no gaps at any scroll position', () => {
    fc.assert(
      fc.property(counts, views, fc.double({ min: 0, max: 1, noNaN: true }), (count, view, share) => {
        const maxScroll = Math.max(0, heightOf(count) - view);
        const scrolled = Math.round(share * maxScroll);
        const [first, last] = visibleRows(scrolled, view, count);
        const { shift } = windowAt(scrolled, view, count);
        expect(first * TABLE_ROW_HEIGHT + shift - scrolled, 'no gap above').toBeLessThanOrEqual(0.01);
        const bottom = (last + 1) * TABLE_ROW_HEIGHT + shift - scrolled;
        expect(bottom, 'no gap below').toBeGreaterThanOrEqual(
          Math.min(view, count * TABLE_ROW_HEIGHT) - 0.01,
        );
      }),
    );
  });
});

describe('scrolling to a row', () => {
  test('scrolls no further than needed', () => {
    expect(scrollTo(12, 'edge', 240, 480, 1000)).toBe(240);
    expect(scrollTo(9, 'edge', 240, 480, 1000)).toBe(216);
    expect(scrollTo(30, 'edge', 240, 480, 1000)).toBe(264);
    expect(scrollTo(30, 'middle', 240, 480, 1000)).toBe(492);
    expect(scrollTo(12, 'middle', 240, 480, 1000)).toBe(240);
    expect(scrollTo(999, 'middle', 0, 480, 1000)).toBe(24_000 - 480);
  });

  test('makes every row completely visible', () => {
    fc.assert(
      fc.property(
        counts,
        views,
        fc.nat(),
        fc.constantFrom('edge', 'middle'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, view, number, where, share) => {
          const row = number % count;
          const before = share * Math.max(0, heightOf(count) - view);
          const scrolled = scrollTo(row, where, before, view, count);
          const { first, end, shift } = windowAt(scrolled, view, count);
          expect(row).toBeGreaterThanOrEqual(first);
          expect(row).toBeLessThan(end);
          const top = row * TABLE_ROW_HEIGHT + shift - scrolled;
          expect(top).toBeGreaterThanOrEqual(-0.01);
          expect(top + TABLE_ROW_HEIGHT).toBeLessThanOrEqual(view + 0.01);
        },
      ),
    );
  });
});
