import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { sortFew } from './sort-few.ts';

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
