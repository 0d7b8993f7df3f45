import { expect, test } from 'vitest';
import { readUnits } from './WorkFields.tsx';

test.each([
  ['1000', 1000],
  [' 1,000 ', 1000],
  ['12,345,678.5', 12_345_678.5],
  ['1 000', 1000],
  ['1\u{a0}000', 1000],
  ["1'000", 1000],
  ['1_000', 1000],
  ['0.5', 0.5],
  ['1e6', 1e6],
])('%j is a number', (text, units) => {
  expect(readUnits(text)).toBe(units);
});

test.each(['', ' ', 'abc', '0', '-5', '1,00', '1,5', '1,000,00', 'Infinity', 'NaN'])('%j is none', (text) => {
  expect(readUnits(text)).toBeUndefined();
});
