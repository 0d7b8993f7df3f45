import { expect, test } from 'vitest';
import { FAMILIES } from '../../model/kinds.ts';
import { amountIn, columnsOfRange, rangeOf, stopsOf, timeOf, withEnd } from './timeline-columns.ts';
import { scaleOf, timeText } from './time-axis.ts';

const TIMELINE = { from: 1000e9, to: 1010e9, columns: 1000 };

test('a time range converts to columns and back; the complete timeline converts to no range', () => {
  const range = { from: 1001e9, to: 1002.5e9 };
  const columns = columnsOfRange(TIMELINE, range);
  expect(columns).toEqual({ from: 100, to: 250 });
  expect(columns && rangeOf(TIMELINE, columns)).toEqual(range);
  expect(rangeOf(TIMELINE, { from: 0, to: 1000 })).toBeUndefined();
  expect(columnsOfRange(TIMELINE, undefined)).toBeUndefined();
});

test('a range that ends with the timeline includes the last sample', () => {
  expect(rangeOf(TIMELINE, { from: 900, to: 1000 })).toEqual({ from: 1009e9, to: 1010e9 });
});

test('ranges are clamped to the timeline', () => {
  expect(columnsOfRange(TIMELINE, { from: 0, to: 2000e9 })).toEqual({ from: 0, to: 1000 });
});

test('times are relative to the left end of the timeline', () => {
  expect(timeText(timeOf(TIMELINE, 123), scaleOf(TIMELINE))).toBe('1.23 s');
});

test('the number of samples in a range is estimated from its weight', () => {
  const columns = new Float32Array(10 * FAMILIES.length);
  columns[0] = 30;
  columns[9 * FAMILIES.length] = 10;
  const lane = {
    threads: [0],
    pid: 1,
    tid: 1,
    comm: 'x',
    weight: 40,
    samples: 4,
    bands: FAMILIES.length,
    columns,
  };
  expect(amountIn([lane], { from: 0, to: 9 })).toEqual({ weight: 30, samples: 3 });
  expect(amountIn([lane, lane], { from: 0, to: 10 })).toEqual({ weight: 80, samples: 8 });
});

test('typing one end of the range keeps the other one, unless the range would be empty or reversed', () => {
  const at = (seconds: number) => (1000 + seconds) * 1e9;
  const range = { from: at(5), to: at(6) };
  expect(withEnd(TIMELINE, undefined, 'from', 2e9)).toEqual({ from: at(2), to: at(10) });
  expect(withEnd(TIMELINE, undefined, 'to', 4e9)).toEqual({ from: at(0), to: at(4) });
  expect(withEnd(TIMELINE, range, 'from', 2e9)).toEqual({ from: at(2), to: at(6) });
  expect(withEnd(TIMELINE, range, 'from', 7e9)).toEqual({ from: at(7), to: at(10) });
  expect(withEnd(TIMELINE, range, 'to', 4e9)).toEqual({ from: at(0), to: at(4) });
  expect(withEnd(TIMELINE, range, 'to', 99e9)).toEqual({ from: at(5), to: at(10) });
  expect(withEnd(TIMELINE, { from: at(0), to: at(6) }, 'to', 10e9), 'everything').toBeUndefined();
  expect(withEnd(TIMELINE, range, 'from', 10e9), 'never empty').toBe(range);
});

test('a range snaps to round times a few pixels apart, and to both ends', () => {
  expect(stopsOf(TIMELINE, 120)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  const stops = stopsOf({ ...TIMELINE, to: 1009.05e9 }, 900);
  expect([stops[1], stops.at(-1)]).toEqual([expect.closeTo((0.1 / 9.05) * 1000), 1000]);
  expect(stopsOf({ ...TIMELINE, to: TIMELINE.from + 1 }, 900)).toEqual([0, 1000]);
});
