import { expect, test } from 'vitest';
import { totalText } from './total-text.ts';

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
