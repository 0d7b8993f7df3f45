// Where the parts of a trend are drawn.

import { expect, test } from 'vitest';
import type { Series, TrendUnit } from '../../store/fleet-source.ts';
import { nearestPoint, trendGeometry } from './trend-geometry.ts';

const SIZE = { width: 400, height: 150 };

function chartOf(
  names: readonly string[],
  values: readonly (number | undefined)[],
  unit: TrendUnit = 'version',
) {
  const groups = names.map((name) => ({ name, recordings: 1, first: 0, last: 0, examples: [] }));
  const series: Series = {
    name: 'f',
    points: values.map((value) =>
      value === undefined ? {} : { share: { value, lo: value - 0.01, hi: value + 0.01 } },
    ),
  };
  return trendGeometry(series, { groups, unit }, SIZE, (value) => value.toFixed(2));
}

test('the axis starts at zero, except for values that are close to each other', () => {
  const zero = chartOf(['a', 'b'], [0.1, 0.4]);
  expect(zero.yLabels[0]).toEqual({ at: 130, text: '0.00' });
  const [low, high] = zero.points;
  expect(low.y).toBeGreaterThan(high.y);
  expect(low.lo).toBeGreaterThan(low.y);
  expect(low.hi).toBeLessThan(low.y);
  // A range of at least a fifth of the value.
  const close = chartOf(['a', 'b'], [0.4, 0.405]);
  expect(Number(close.yLabels[0].text)).toBeGreaterThan(0.3);
  expect(Math.abs(close.points[0].y - close.points[1].y)).toBeLessThan(12);
  // No share is above 100 %.
  expect(Number(chartOf(['a', 'b'], [0.99, 0.99]).yLabels.at(-1)?.text)).toBe(1);
});

test('times are placed by their distance, versions at equal ones', () => {
  const xOf = (unit: TrendUnit) =>
    chartOf(['2026-11-01', '2026-11-02', '2026-11-11'], [0.1, 0.1, 0.1], unit).points.map(({ x }) => x);
  const [a, b, c] = xOf('day');
  expect((c - a) / (b - a)).toBeCloseTo(10);
  const [d, e, f] = xOf('version');
  expect(f - e).toBeCloseTo(e - d);
  const [g, h] = chartOf(['2026-11-01 22h', '2026-11-02 00h'], [0.1, 0.1], 'hour').points;
  expect(h.x).toBeGreaterThan(g.x);
  expect(chartOf(['2026-11-01'], [0.1], 'day').points[0].x).not.toBeNaN();
});

test('unknown values have no point, and hosts no line', () => {
  const gap = chartOf(['a', 'b', 'c'], [0.1, undefined, 0.2]);
  expect(gap.points.map(({ index }) => index)).toEqual([0, 2]);
  expect(gap.line).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/);
  expect(chartOf(['a', 'b'], [0.1, 0.2], 'host')).toMatchObject({ line: '', band: '' });
  expect(chartOf(['a'], [undefined]).points).toEqual([]);
  expect(nearestPoint(gap.points, 399)?.index).toBe(2);
  expect(nearestPoint(gap.points, 0)?.index).toBe(0);
  expect(nearestPoint([], 0)).toBeUndefined();
});

test('labels do not touch each other, and the last one is shown', () => {
  const names = Array.from({ length: 200 }, (_, i) => `version-${i}`);
  const { xLabels } = chartOf(
    names,
    names.map(() => 0.1),
  );
  expect(xLabels.at(-1)?.text).toBe('version-199');
  expect(xLabels.length).toBeGreaterThan(2);
  const [first, second] = xLabels;
  expect(second.at - first.at).toBeGreaterThan(6 * 'version-0'.length);
});
