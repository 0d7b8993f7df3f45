import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { FILTER_ACTIONS, type Filter, type Target } from '../model/filter.ts';
import { LEVELS } from '../model/levels.ts';
import { GROUPINGS } from '../model/session.ts';
import { readAddress, writeAddress, type Address } from './address.ts';
import { TABLE_COLUMNS, VIEW_NAMES } from './store.ts';

const NOTHING = readAddress('');

test('nothing is nothing', () => {
  expect(writeAddress(NOTHING)).toBe('');
  expect(Object.values(NOTHING).every((value) => value === undefined)).toBe(true);
});

test('what a person looks at can be read', () => {
  const address: Address = {
    view: 'table',
    level: 'python',
    threads: ['24720', '.3'],
    range: { from: 1.2e9, to: 3.45e9 + 1 },
    filters: [
      {
        action: 'focus',
        target: { by: 'function', name: 'py::Parser.parse:/app/a.py', module: '' },
        isOn: true,
      },
      { action: 'hide', target: { by: 'function', name: 'memcpy', module: '/lib/libc.so.6' }, isOn: false },
      { action: 'recursion', target: undefined, isOn: true },
    ],
    sorting: { column: 'total', isDescending: true },
    search: 'parse|lex.',
  };
  expect(writeAddress(address)).toBe(
    'view=table&level=python&threads=24720,.3&time=1.2-3.450000001' +
      '&filter=focus~function~py::Parser.parse:/app/a.py&filter=!hide~function~memcpy~/lib/libc.so.6&filter=recursion' +
      '&sort=-total&search=parse%7Clex%2E',
  );
});

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.stringMatching(/^[a-z~!'()*%&=#./:,é -]{1,12}$/),
);
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
const target: fc.Arbitrary<Target> = fc.oneof(
  fc.record({
    by: fc.constant('function' as const),
    name: text,
    module: fc.oneof(fc.constant(''), text),
  }),
  fc.record({ by: fc.constantFrom('file', 'module', 'package'), path: text }),
  fc.record({ by: fc.constant('kind' as const), kind: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ by: fc.constant('pattern' as const), query: text }),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ action: fc.constantFrom(...FILTER_ACTIONS), target, isOn: fc.boolean() }),
  fc.record({
    action: fc.constant('recursion' as const),
    target: fc.constant(undefined),
    isOn: fc.boolean(),
  }),
);
const address: fc.Arbitrary<Address> = fc.record({
  view: maybe(fc.constantFrom(...VIEW_NAMES)),
  level: maybe(fc.constantFrom(...LEVELS.map(({ name }) => name))),
  event: maybe(text),
  threads: maybe(fc.array(fc.stringMatching(/^(?:\d{1,7}|\.\d{1,5})$/), { minLength: 1, maxLength: 5 })),
  range: maybe(
    fc
      .tuple(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 2 ** 45 }))
      .map(([from, length]) => ({ from, to: from + length })),
  ),
  filters: maybe(fc.array(filter, { minLength: 1, maxLength: 4 })),
  zoomed: maybe(fc.nat(1e8)),
  selected: maybe(fc.nat(1e8)),
  seen: maybe(
    fc.tuple(fc.nat(9998), fc.integer({ min: 1, max: 10_000 }), fc.nat(1e6)).map(([from, width, past]) => ({
      from: from / 10_000,
      to: Math.min(10_000, from + width) / 10_000,
      past: past / 100,
    })),
  ),
  half: maybe(fc.constantFrom('callers', 'callees')),
  sandwiched: maybe(fc.record({ name: text, module: fc.oneof(fc.constant(''), text) })),
  inverted: maybe(fc.constantFrom('flame', 'icicle')),
  grouping: maybe(fc.constantFrom(...GROUPINGS)),
  sorting: maybe(fc.record({ column: fc.constantFrom(...TABLE_COLUMNS), isDescending: fc.boolean() })),
  search: maybe(text),
});

test('what is written is read, and goes through a URL as it is', () => {
  fc.assert(
    fc.property(address, (each) => {
      const written = writeAddress(each);
      expect(readAddress(written)).toEqual({ ...NOTHING, ...each });
      expect(new URL(`https://host/sub/#${written}`).hash.slice(1)).toBe(written);
      expect(written).not.toMatch(/[.\s"<>`]$/);
    }),
    { numRuns: 500 },
  );
});

test('whatever is behind the sign, something is made of it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^#(?:(?:view|time|filter|zoom)=[~%!.0-9a-z-]*&?)*$/)),
      (hash) => {
        const read = readAddress(hash);
        expect(readAddress(writeAddress(read))).toEqual(read);
      },
    ),
  );
});

test.each([
  ['view=time-ordered', { view: 'time' }],
  ['view=left-heavy', { view: 'flame' }],
  ['view=nothing&level=All', {}],
  ['time=3-2', {}],
  ['time=a-b', {}],
  ['zoom=-1&box=1e9', {}],
  ['seen=0.25-0.5~3.5', { seen: { from: 0.25, to: 0.5, past: 3.5 } }],
  ['seen=0.123456789012345-0.2', { seen: { from: 0.123456789, to: 0.2, past: 0 } }],
  ['seen=0.5-0.5&seen=0-1.5&seen=-1-0', {}],
  ['filter=explode~function~f&filter=hide&filter=hide~color~red&filter=drop~kind~x', {}],
  ['search=%E0%A4', {}],
  ['level=raw&level=python', { level: 'python' }],
  [
    'level=raw&filter=hide~function~me',
    {
      level: 'raw',
      filters: [{ action: 'hide', target: { by: 'function', name: 'me', module: '' }, isOn: true }],
    },
  ],
])('%s', (hash, read) => {
  expect(readAddress(`#${hash}`)).toEqual({ ...NOTHING, ...read });
});

test('of more filters than a link may hold the first ones count', () => {
  const { filters } = readAddress('filter=hide~function~x&'.repeat(5000));
  expect(filters).toHaveLength(200);
});
