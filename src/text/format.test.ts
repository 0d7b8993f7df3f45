import { expect, test } from 'vitest';
import {
  formatBytes,
  formatComparedWeight,
  formatDuration,
  formatNumberOf,
  formatShare,
  formatWeight,
  totalText,
} from './format.ts';

test.each([
  [0, '0%'],
  [1, '100.0%'],
  [0.12345, '12.3%'],
  [0.012345, '1.23%'],
  [0.00012345, '0.012%'],
  [0.000001, '<0.001%'],
])('formats a share of %d as %s', (share, text) => expect(formatShare(share)).toBe(text));

test.each([
  [1_234_567_890, 'cpu-clock:ppp', '1.23 s'],
  [2_000_000, 'task-clock', '2 ms'],
  [1_500_000_000, 'offcpu-time', '1.5 s'],
  [0, 'cpu-clock', '0 ns'],
  [1_234_567_890, 'cycles:P', '1.23 G'],
  [12_345, 'page-faults', '12,345'],
  [1_500_000_000, 'cpu (nanoseconds)', '1.5 s'],
  [5, 'cpu-clocks', '5'],
  [0.6, 'none', '0.6'],
  [1234.5, 'none', '1,235'],
])('formats a weight of %d of the event %s as %s', (weight, event, text) =>
  expect(formatWeight(weight, event)).toBe(text),
);

test('formats sizes, durations and counts with their units', () => {
  expect(formatBytes(3_706_606_825)).toBe('3.71 GB');
  expect(formatBytes(512)).toBe('512 bytes');
  expect(formatDuration(42_500_000_000)).toBe('42.5 s');
  expect(formatNumberOf(1, 'sample')).toBe('1 sample');
  expect(formatNumberOf(2506, 'sample')).toBe('2,506 samples');
});

test('weights that are compared have three digits', () => {
  const textOf = (event: string) => (weight: number) => formatComparedWeight(weight, event);
  expect([0, 0.25, 3, 2e6, 19.97e9, 20e9, 1234e9].map(textOf('cpu-clock'))).toEqual([
    '0',
    '0.250 ns',
    '3.00 ns',
    '2.00 ms',
    '20.0 s',
    '20.0 s',
    '1,234 s',
  ]);
  expect([7, 85.71, 999.7, 12_345, 2e6].map(textOf('cycles'))).toEqual([
    '7',
    '85.7',
    '1,000',
    '12,345',
    '2.00 M',
  ]);
});

test.each([
  [9_060_000_000, 'cpu-clock:ppp', '9.06 s CPU'],
  [2_000_000, 'task-clock', '2 ms CPU'],
  [1_200_000_000, 'offcpu-time', '1.2 s off CPU'],
  [31_200_000_000, 'cycles:u', '31.2 G cycles'],
  [12_345, 'page-faults', '12,345 page-faults'],
  [5, '', '5'],
])('formats %d of event “%s” as “%s”', (weight, event, text) => {
  expect(totalText(weight, event)).toBe(text);
});
