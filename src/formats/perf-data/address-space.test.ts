import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { codeFile } from '../../../fixtures/perf-data-reading.ts';
import { AddressSpace } from './address-space.ts';

type Mapped = readonly [name: string, start: number, end: number, offset?: number];

function map(space: AddressSpace, [name, start, end, offset = 0]: Mapped): void {
  space.map(start, end, offset, codeFile(name));
}

function spaceOf(...all: readonly Mapped[]): AddressSpace {
  const space = new AddressSpace();
  for (const each of all) map(space, each);
  return space;
}

/** Draws the file mapped at each address as one letter, such as `aaa.bb`. */
function drawn(space: AddressSpace, length = 10): string {
  return Array.from({ length }, (_, at) => at)
    .map((at) => space.find(at))
    .map((row) => (row < 0 ? '.' : space.file(row).name))
    .join('');
}

describe('a new mapping replaces the parts of earlier ones that it overlaps', () => {
  test.each<[string, Mapped, string]>([
    ['before an earlier one', ['b', 0, 2], 'bbaaaa....'],
    ['after an earlier one', ['b', 6, 8], '..aaaabb..'],
    ['at its start', ['b', 0, 4], 'bbbbaa....'],
    ['at its end', ['b', 4, 9], '..aabbbbb.'],
    ['in its middle', ['b', 3, 5], '..abba....'],
    ['over exactly its range', ['b', 2, 6], '..bbbb....'],
    ['over more than its range', ['b', 1, 9], '.bbbbbbbb.'],
    ['of size 0', ['b', 4, 4], '..aaaa....'],
    ['of negative size', ['b', 4, 3], '..aaaa....'],
    ['of size NaN', ['b', 4, NaN], '..aaaa....'],
  ])('%s', (_, later, expected) => {
    expect(drawn(spaceOf(['a', 2, 6], later))).toBe(expected);
  });

  test('over several earlier ones', () => {
    expect(drawn(spaceOf(['a', 0, 3], ['b', 3, 5], ['c', 6, 9], ['d', 1, 7]))).toBe('addddddcc.');
  });
});

test('the remainder of a split mapping keeps its file offsets and bias', () => {
  const space = spaceOf(['a', 100, 200, 1000], ['b', 120, 150, 7]);
  const at = (address: number) => {
    const row = space.find(address);
    return [space.file(row).name, space.offset(row, address), space.bias(row)];
  };
  expect(at(119)).toEqual(['a', 1019, -900]);
  expect(at(120)).toEqual(['b', 7, 113]);
  expect(at(150)).toEqual(['a', 1050, -900]);
  expect(at(199)).toEqual(['a', 1099, -900]);
});

test('a copy and its original change independently', () => {
  const parent = spaceOf(['a', 0, 4]);
  const child = parent.copy();
  map(child, ['b', 1, 2]);
  map(parent, ['c', 3, 9]);
  const grandchild = child.copy();
  map(grandchild, ['d', 0, 1]);
  expect([parent, child, grandchild].map((space) => drawn(space))).toEqual([
    'aaacccccc.',
    'abaa......',
    'dbaa......',
  ]);
});

test('maps addresses in the upper half, which are negative', () => {
  const space = spaceOf(['k', -4096, -10]);
  expect([space.find(-4097), space.find(-4096), space.find(-11), space.find(-10)]).toEqual([-1, 0, 0, -1]);
});

test('counts the changes that invalidate earlier lookups', () => {
  const space = spaceOf(['a', 0, 4]);
  const { generation } = space;
  map(space, ['b', 1, 2]);
  expect(space.generation).not.toBe(generation);
  expect([new AddressSpace().isEmpty, space.isEmpty]).toEqual([true, false]);
});

test('agrees with a page table for any sequence of mappings', () => {
  const PAGES = 64;
  const mapping = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.integer({ min: 0, max: PAGES }),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 1000 }),
    fc.integer({ min: 0, max: PAGES - 1 }),
  );
  fc.assert(
    fc.property(fc.array(mapping, { maxLength: 40 }), fc.boolean(), (mappings, copies) => {
      const pages = Array<string>(PAGES + 12).fill('.');
      let space = new AddressSpace();
      for (const [name, start, size, offset, probe] of mappings) {
        map(space, [name, start, start + size, offset]);
        for (let page = start; page < start + size; page++) pages[page] = `${name}${offset + page - start}`;
        // A lookup fills the cache that later lookups consult first.
        space.find(probe);
        if (copies) space = space.copy();
      }
      const found = pages.map((_, page) => {
        const row = space.find(page);
        return row < 0 ? '.' : `${space.file(row).name}${space.offset(row, page)}`;
      });
      expect(found).toEqual(pages);
    }),
    { numRuns: 300 },
  );
});
