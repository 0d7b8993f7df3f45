import { expect, test } from 'vitest';
import { amountIn, columnsOf, rangeOf, scaleOf, timeOf } from './timeline-columns.ts';
import { timeText } from './time-axis.ts';

const TIMELINE = { from: 1000e9, to: 1010e9, columns: 1000 };

test('a time range converts to columns and back; the complete timeline converts to no range', () => {
  const range = { from: 1001e9, to: 1002.5e9 };
  const columns = columnsOf(TIMELINE, range);
  expect(columns).toEqual({ from: 100, to: 250 });
  expect(columns && rangeOf(TIMELINE, columns)).toEqual(range);
  expect(rangeOf(TIMELINE, { from: 0, to: 1000 })).toBeUndefined();
  expect(columnsOf(TIMELINE, undefined)).toBeUndefined();
});

test('a range that ends with the timeline includes the last sample', () => {
  expect(rangeOf(TIMELINE, { from: 900, to: 1000 })).toEqual({ from: 1009e9, to: 1010e9 });
});

test('ranges are clamped to the timeline', () => {
  expect(columnsOf(TIMELINE, { from: 0, to: 2000e9 })).toEqual({ from: 0, to: 1000 });
});

test('times are relative to the left end of the timeline', () => {
  expect(timeText(timeOf(TIMELINE, 123), scaleOf(TIMELINE))).toBe('1.23 s');
});

test('the number of samples in a range is estimated from its weight', () => {
  const columns = new Float32Array(40);
  columns[0] = 30;
  columns[36] = 10;
  const lane = { threads: [0], pid: 1, tid: 1, comm: 'x', weight: 40, samples: 4, columns };
  expect(amountIn([lane], { from: 0, to: 9 })).toEqual({ weight: 30, samples: 3 });
  expect(amountIn([lane, lane], { from: 0, to: 10 })).toEqual({ weight: 80, samples: 8 });
});
