import { expect, test } from 'vitest';
import { placeTicks, readTime, ticksOf, timeScale, timeText } from './time-axis.ts';

const labels = (from: number, to: number, count: number) =>
  ticksOf(from, to, count).map(({ label }) => label);

test('ticks are at round times, all in the unit that fits the largest', () => {
  expect(labels(0, 450e6, 9)).toEqual([
    '0 ms',
    '50 ms',
    '100 ms',
    '150 ms',
    '200 ms',
    '250 ms',
    '300 ms',
    '350 ms',
    '400 ms',
    '450 ms',
  ]);
  expect(labels(0, 3e9, 3)).toEqual(['0 s', '1 s', '2 s', '3 s']);
  expect(labels(0, 3000, 3)).toEqual(['0 µs', '1 µs', '2 µs', '3 µs']);
  expect(labels(0, 3, 3)).toEqual(['0 ns', '1 ns', '2 ns', '3 ns']);
});

test('ticks in a small part of a long range have enough decimals to differ', () => {
  expect(labels(1.2e9, 1.2e9 + 4e3, 4)).toEqual([
    '1.200000 s',
    '1.200001 s',
    '1.200002 s',
    '1.200003 s',
    '1.200004 s',
  ]);
});

test('the number of ticks is close to the requested number, and zero for an empty range', () => {
  for (let length = 1; length < 1e12; length *= 1.7)
    for (const count of [1, 3, 8, 20])
      expect(ticksOf(5, 5 + length, count).length).toBeLessThan(count * 1.6 + 2);
  expect(ticksOf(3, 3, 5)).toEqual([]);
});

test('all times of a scale have the same unit', () => {
  const scale = timeScale(2e9, 1e6);
  expect(timeText(1.5e9, scale)).toBe('1.500 s');
  expect(timeText(0, scale)).toBe('0.000 s');
});

test('the last label moves to the left of its tick if it would be cut off, or is left out if it would touch another label', () => {
  const sides = (width: number, ...ats: number[]) =>
    placeTicks(
      ats.map((at) => ({ at, label: 'x' })),
      width,
      (at) => at * 2,
      () => 40,
    ).map(({ x, side }) => [x, side]);
  expect(sides(200, 0, 50, 80)).toEqual([
    [0, 'right'],
    [100, 'right'],
    [160, 'right'],
  ]);
  expect(sides(190, 0, 80)).toEqual([
    [0, 'right'],
    [160, 'left'],
  ]);
  expect(sides(190, 0, 50, 80)).toEqual([
    [0, 'right'],
    [100, 'right'],
    [160, undefined],
  ]);
});

test('reads times with and without a unit', () => {
  const seconds = timeScale(9e9, 1e6);
  const read = (text: string) => readTime(text, seconds);
  expect(['2', ' 2.5 s', '.5', '2,5', '300ms', '40 us', '7 µs', '12 ns', '3.'].map(read)).toEqual([
    2e9, 2.5e9, 0.5e9, 2.5e9, 0.3e9, 40e3, 7e3, 12, 3e9,
  ]);
  expect(['', 'x', '-1', '1 h', '1.2.3', 's', '.'].map(read)).toEqual(
    Array.from({ length: 7 }, () => undefined),
  );
  expect(readTime('2', timeScale(9e6, 1e3))).toBe(2e6);
});
