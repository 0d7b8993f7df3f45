import { expect, test } from 'vitest';
import { KnownObjects } from './known-objects.ts';

const objectOf = (name: string, begin: number) => ({ code: { name, total: 100 }, begin });
const known = new KnownObjects([objectOf('g', 1200), objectOf('f', 1000), objectOf('h', 1300)]);

test.each([
  ['x', 899, false],
  ['x', 901, true],
  ['x', 1099, true],
  ['x', 1100, false],
  ['x', 1150, true],
  ['x', 1200, true],
  ['x', 1400, false],
  ['g', 1200, false],
  ['g', 1208, true],
])('an object of %s at %i overlaps others: %s', (name, begin, overlaps) => {
  expect(known.overlaps(objectOf(name, begin))).toBe(overlaps);
});
