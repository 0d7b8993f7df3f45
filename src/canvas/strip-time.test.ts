import { expect, test } from 'vitest';
import { amountIn, columnsOf, rangeOf, scaleOf, timeOf } from './strip-time.ts';
import { timeText } from './time-axis.ts';

const STRIP = { from: 1000e9, to: 1010e9, columns: 1000 };

test('a range of time is a stretch of columns and back; all of the strip is no range', () => {
  const range = { from: 1001e9, to: 1002.5e9 };
  const columns = columnsOf(STRIP, range);
  expect(columns).toEqual({ from: 100, to: 250 });
  expect(columns && rangeOf(STRIP, columns)).toEqual(range);
  expect(rangeOf(STRIP, { from: 0, to: 1000 })).toBeUndefined();
  expect(columnsOf(STRIP, undefined)).toBeUndefined();
});

test('a range that ends with the strip has its last sample in it', () => {
  expect(rangeOf(STRIP, { from: 900, to: 1000 })).toEqual({ from: 1009e9, to: 1010e9 });
});

test('what lies beyond the strip is not shown', () => {
  expect(columnsOf(STRIP, { from: 0, to: 2000e9 })).toEqual({ from: 0, to: 1000 });
});

test('times are told from the left end', () => {
  expect(timeText(timeOf(STRIP, 123), scaleOf(STRIP))).toBe('1.23 s');
});

test('samples are counted by their share of the lane', () => {
  const columns = new Float32Array(40);
  columns[0] = 30;
  columns[36] = 10;
  const lane = { threads: [0], pid: 1, tid: 1, comm: 'x', weight: 40, samples: 4, columns };
  expect(amountIn([lane], { from: 0, to: 9 })).toEqual({ weight: 30, samples: 3 });
  expect(amountIn([lane, lane], { from: 0, to: 10 })).toEqual({ weight: 80, samples: 8 });
});
