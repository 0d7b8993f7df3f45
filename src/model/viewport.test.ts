import { expect, test } from 'vitest';
import { interpolate, panBy, FULL_WIDTH, zoomAt } from './viewport.ts';

test('zooming keeps the position under the pointer in place', () => {
  const { from, to } = zoomAt(FULL_WIDTH, 0.25, 0.5);
  expect([from, to]).toEqual([0.125, 0.625]);
  expect(from + (to - from) * 0.25).toBe(0.25);
});

test('zooming and panning never leave the graph', () => {
  expect(zoomAt({ from: 0.5, to: 1 }, 0.5, 4)).toEqual(FULL_WIDTH);
  expect(panBy({ from: 0.25, to: 0.5 }, -5)).toEqual({ from: 0, to: 0.25 });
  const { from, to } = panBy({ from: 0.6, to: 0.9 }, 3);
  expect(to).toBe(1);
  expect(to - from).toBeCloseTo(0.3, 12);
});

test('zooming stops at the precision of doubles', () => {
  let viewport = FULL_WIDTH;
  for (let i = 0; i < 200; i++) viewport = zoomAt(viewport, 0.5, 0.5);
  expect(viewport.to).toBeGreaterThan(viewport.from);
});

test('interpolating between two ranges interpolates both ends', () => {
  expect(interpolate({ from: 0, to: 1 }, { from: 0.5, to: 0.6 }, 0.5)).toEqual({ from: 0.25, to: 0.8 });
});
