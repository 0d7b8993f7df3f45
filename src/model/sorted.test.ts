import { expect, test } from 'vitest';
import fc from 'fast-check';
import { lastAtMost, lastRowAtMost, sortFew } from './sorted.ts';
import '../../fixtures/seed.ts';

test.each([
  [[1, 3, 3, 5], 0, -1],
  [[1, 3, 3, 5], 1, 0],
  [[1, 3, 3, 5], 3, 2],
  [[1, 3, 3, 5], 4, 2],
  [[1, 3, 3, 5], 9, 3],
  [[], 9, -1],
])('in %j, the last entry that is at most %d has index %d', (values, value, entry) => {
  expect(lastAtMost(Float64Array.from(values), values.length, value)).toBe(entry);
  expect(lastRowAtMost(values.length, (row) => values[row], value)).toBe(entry);
});

test('short and long lists are sorted like by the built-in sort, up to the length', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(lists, fc.nat(60), (values, atMost) => {
      const length = Math.min(atMost, values.length);
      const sorted = [...values];
      sortFew(sorted, (x, y) => x - y, length);
      const expected = values.slice(0, length).sort((x, y) => x - y);
      expect(sorted).toEqual([...expected, ...values.slice(length)]);
    }),
  );
});
