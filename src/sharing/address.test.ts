import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { COSTS } from '../model/costs.ts';
import { FILTER_ACTIONS, type Filter, type Target } from '../model/filter.ts';
import { FINDING_IDS } from '../model/findings.ts';
import { LEVELS } from '../model/levels.ts';
import type { PathHashes } from '../model/call-path.ts';
import { Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import { GROUPINGS } from '../model/session.ts';
import { COMPARED_COLUMNS, TABLE_COLUMNS, VIEW_NAMES, type ComparedTableState } from '../model/view-names.ts';
import { KEYS, fragmentParts, readAddress, withoutMinorKeys, writeAddress, type Address } from './address.ts';
import { titleIn } from './escape-text.ts';
import type { RowName, ThreadName } from './link-values.ts';

const NOTHING = readAddress('');

test('the initial view is an empty address', () => {
  expect(writeAddress(NOTHING)).toBe('');
  expect(Object.values(NOTHING).every((value) => value === undefined)).toBe(true);
});

test('writes a readable address', () => {
  const address: Address = {
    view: 'table',
    level: 'python',
    threads: [
      { tid: '24720', comm: 'worker, 2' },
      { pid: '1', tid: '3', comm: '' },
    ],
    range: { from: 1.2e9, to: 3.45e9 + 1 },
    filters: [
      {
        action: 'focus',
        target: { by: 'function', name: 'py::Parser.parse:/app/a.py', module: '' },
        isOn: true,
      },
      { action: 'hide', target: { by: 'function', name: 'memcpy', module: '/lib/libc.so.6' }, isOn: false },
      { action: 'keep', target: { by: 'folder', path: '/home/ada/my shop' }, isOn: true },
      {
        action: 'only',
        target: { by: 'line', name: 'py::f:/app/a.py', module: '', line: 42 },
        isOn: true,
      },
      { action: 'recursion', target: undefined, isOn: true },
    ],
    sorting: { column: 'total', isDescending: true },
    search: 'parse|lex.',
  };
  expect(writeAddress(address)).toBe(
    'v=2&view=table&level=python&threads=24720~worker%2C%202,1/3~&time=1.2-3.450000001' +
      '&filter=focus~function~py::Parser.parse:/app/a.py&filter=!hide~function~memcpy~/lib/libc.so.6&filter=keep~folder~/home/ada/my%20shop&filter=only~line~42~py::f:/app/a.py&filter=recursion' +
      '&sort=-total&search=parse%7Clex%2E',
  );
});

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.stringMatching(/^[a-z~!'()*%&=#./:,é -]{1,12}$/),
);
const textOrNone = fc.oneof(fc.constant(''), text);
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
const target: fc.Arbitrary<Target> = fc.oneof(
  fc.record({ by: fc.constant('function' as const), name: textOrNone, module: textOrNone }),
  fc.record({ by: fc.constantFrom('file', 'module', 'package', 'folder'), path: textOrNone }),
  fc.record({ by: fc.constant('kind' as const), kind: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ by: fc.constant('pattern' as const), query: text }),
);
const sampleTarget: fc.Arbitrary<Target> = fc.oneof(
  fc.record({ by: fc.constant('cost' as const), cost: fc.constantFrom(...COSTS.map(({ id }) => id)) }),
  fc.record({ by: fc.constant('finding' as const), finding: fc.constantFrom(...FINDING_IDS) }),
  fc.record({
    by: fc.constant('line' as const),
    name: textOrNone,
    module: textOrNone,
    line: fc.integer({ min: 1, max: 2 ** 23 - 1 }),
  }),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ action: fc.constantFrom('only', 'drop'), target: sampleTarget, isOn: fc.boolean() }),
  fc.record({ action: fc.constantFrom(...FILTER_ACTIONS), target, isOn: fc.boolean() }),
  fc.record({
    action: fc.constant('recursion' as const),
    target: fc.constant(undefined),
    isOn: fc.boolean(),
  }),
);
const visibleRange = fc
  .tuple(fc.nat(9998), fc.integer({ min: 1, max: 10_000 }), fc.nat(1e6))
  .map(([from, width, rowsBefore]) => ({
    from: from / 10_000,
    to: Math.min(10_000, from + width) / 10_000,
    rowsBefore: rowsBefore / 100,
  }));
const node: fc.Arbitrary<PathHashes> = fc.record({ path: fc.nat(2 ** 30), landmark: fc.nat(2 ** 30 - 1) });
const thread: fc.Arbitrary<ThreadName> = fc.record(
  {
    pid: fc.stringMatching(/^\d{1,7}$/),
    tid: fc.stringMatching(/^\d{1,7}$/),
    comm: textOrNone,
  },
  { requiredKeys: ['tid'] },
);
const row: fc.Arbitrary<RowName> = fc.oneof(
  fc.constant({ id: NONE }),
  fc.record({ fields: fc.array(text, { minLength: 1, maxLength: 3 }) }),
);
const address: fc.Arbitrary<Address> = fc.record({
  recording: maybe(
    fc.record({
      name: fc.stringMatching(/^[\w.~&=%#:/-]{1,60}$/),
      fingerprint: maybe(fc.stringMatching(/^[\da-z]{1,8}$/)),
    }),
  ),
  zoomedName: maybe(fc.stringMatching(/^[\w<>.~&=%#:/-]{1,60}$/)),
  view: maybe(fc.constantFrom(...VIEW_NAMES)),
  level: maybe(fc.constantFrom(...LEVELS.map(({ name }) => name))),
  imports: maybe(fc.constant('all' as const)),
  event: maybe(textOrNone),
  threads: maybe(fc.array(thread, { minLength: 1, maxLength: 5 })),
  range: maybe(
    fc
      .tuple(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 2 ** 45 }))
      .map(([from, length]) => ({ from, to: from + length })),
  ),
  filters: maybe(fc.array(filter, { minLength: 1, maxLength: 4 })),
  zoomed: maybe(node),
  selected: maybe(node),
  visibleRange: maybe(visibleRange),
  when: maybe(fc.record({ thread, time: fc.nat(1e9) })),
  otherHalf: maybe(fc.record({ zoomed: node, selected: maybe(node), visibleRange: maybe(visibleRange) })),
  half: maybe(fc.constantFrom('callers', 'callees')),
  sandwiched: maybe(fc.record({ name: textOrNone, module: textOrNone })),
  inverted: maybe(fc.constantFrom('flame', 'icicle')),
  grouping: maybe(fc.constantFrom(...GROUPINGS)),
  sorting: maybe(fc.record({ column: fc.constantFrom(...TABLE_COLUMNS), isDescending: fc.boolean() })),
  row: maybe(row),
  words: maybe(text),
  treeSorting: maybe(fc.constant('self' as const)),
  expanded: maybe(fc.array(node, { maxLength: 5 })),
  highlighted: maybe(fc.array(fc.nat(17), { minLength: 1, maxLength: 5 })),
  highlightedCosts: maybe(
    fc.array(fc.constantFrom(...COSTS.map(({ id }) => id)), { minLength: 1, maxLength: 5 }),
  ),
  costColumns: maybe(fc.array(fc.constantFrom(...COSTS.map(({ id }) => id)), { minLength: 1, maxLength: 5 })),
  colorBy: maybe(fc.constant('cost' as const)),
  search: maybe(text),
});

test('every address is read back unchanged, even from a URL', () => {
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

test('reads every fragment without errors', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^#(?:(?:view|time|filter|zoom)=[~%!.0-9a-z-]*&?)*$/)),
      (hash) => {
        // Skipped filters are not written again.
        const read = { ...readAddress(hash), skippedFilters: undefined };
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
  [`time=0-${'9'.repeat(400)}`, {}],
  ['v=2&zoom=-1&node=1e9', {}],
  ['v=2&zoom=z.1.2&node=zzzzzzzzzz.1&zoom2=A.b', {}],
  ['v=2&open=none&lit=', { expanded: [] }],
  [
    'v=2&open=a.1,x,-1,b.2&lit=1e3',
    {
      expanded: [
        { path: 10, landmark: 1 },
        { path: 11, landmark: 2 },
      ],
    },
  ],
  ['v=2&costs=gc,nothing,memory&color=cost', { highlightedCosts: ['gc', 'memory'], colorBy: 'cost' }],
  ['v=2&costs=nothing&color=kind', {}],
  [
    'v=2&view=table&columns=gc,nothing,memory&sort=-gc',
    { view: 'table', costColumns: ['gc', 'memory'], sorting: { column: 'gc', isDescending: true } },
  ],
  ['v=2&lit=own,runtime,nothing', { highlighted: [Kind.own, Kind.runtime] }],
  ['v=2&visible=0.25-0.5~3.5', { visibleRange: { from: 0.25, to: 0.5, rowsBefore: 3.5 } }],
  ['v=2&visible=0.123456789012345-0.2', { visibleRange: { from: 0.123456789, to: 0.2, rowsBefore: 0 } }],
  ['v=2&visible=0.5-0.5&visible=0-1.5&visible=-1-0', {}],
  ['v=2&threads=7~a,~b,x,12', { threads: [{ tid: '7', comm: 'a' }, { comm: 'b' }, { tid: '12' }] }],
  ['v=2&row=f~/a.so', { row: { fields: ['f', '/a.so'] } }],
  ['v=2&view=table&row=~-1', { view: 'table', row: { id: NONE } }],
  ['filter=explode~function~f&filter=hide&filter=hide~color~red&filter=drop~kind~x', { skippedFilters: 4 }],
  ['filter=only~pattern~&filter=recursion~pattern~', { skippedFilters: 2 }],
  ['function=~/a.so', { sandwiched: { name: '', module: '/a.so' } }],
  ['search=%E0%A4', {}],
  ['level=raw&level=python', { level: 'python' }],
  [
    'level=raw&filter=hide~function~me',
    {
      level: 'raw',
      filters: [{ action: 'hide', target: { by: 'function', name: 'me', module: '' }, isOn: true }],
    },
  ],
  ['open=none', { expanded: [] }],
  ['zoom=3&node=4&open=3,4&threads=.3&row=~7&box=7&seen=0-1', { threads: [], row: { fields: ['', '7'] } }],
  ['filter=only~cost~gc', { filters: [{ action: 'only', target: { by: 'cost', cost: 'gc' }, isOn: true }] }],
  [
    'filter=drop~cost~libraries~json&filter=only~cost~bytecode~',
    {
      filters: [
        { action: 'drop', target: { by: 'cost', cost: 'libraries', part: 'json' }, isOn: true },
        { action: 'only', target: { by: 'cost', cost: 'bytecode', part: '' }, isOn: true },
      ],
    },
  ],
])('reads the valid parts of a link: %s', (hash, read) => {
  expect(readAddress(`#${hash}`)).toEqual({ ...NOTHING, ...read });
});

test('an empty pattern is not written', () => {
  const empty = { action: 'only', target: { by: 'pattern', query: '' }, isOn: true } as const;
  expect(writeAddress({ filters: [empty, { ...empty, target: undefined, action: 'recursion' }] })).toBe(
    'v=2&filter=recursion',
  );
});

const ESCAPED_ALL = encodeURIComponent('view=table&level=raw&search=a%26b');
test.each([
  '##view=table&level=raw&search=a%26b',
  '#%23view=table&level=raw&search=a%26b',
  '%2523#view=table&level=raw&search=a%26b',
  `#${ESCAPED_ALL}`,
  `#%23${ESCAPED_ALL}`,
  `#${encodeURIComponent(ESCAPED_ALL)}`,
  `#${encodeURIComponent(`#${encodeURIComponent(`#${ESCAPED_ALL}`)}`)}`,
  'view=table%26level=raw%26search=a%26b',
  'view=table%26amp;level=raw&amp;search=a%26b',
  'view=table%26level%3Draw%26search%3Da%2526b',
])('a link that another program escaped is read: %s', (hash) => {
  expect(readAddress(hash)).toEqual({ ...NOTHING, view: 'table', level: 'raw', search: 'a&b' });
});

test('escaped separators in a name do not split it', () => {
  const filters = [
    { action: 'hide', target: { by: 'function', name: 'f&level=raw', module: '' }, isOn: true },
  ] as const;
  const address: Address = { filters, search: 'a&b&view=table', words: '%26view=table', event: '#x' };
  expect(readAddress(`#${writeAddress(address)}`)).toEqual({ ...NOTHING, ...address });
});

test.each([
  ['profileURL=e.perf%26level=raw', 'profileURL=e.perf', 'e.perf', 'raw'],
  ['##profileURL=e.perf&level=raw', 'profileURL=e.perf', 'e.perf', 'raw'],
  [encodeURIComponent('#profileURL=e.perf&level=raw'), 'profileURL=e.perf', 'e.perf', 'raw'],
  ['profileURL=e.perf?a=b%26foo=1', 'profileURL=e.perf?a=b%26foo=1', 'e.perf?a=b%26foo=1', undefined],
  [
    'profileURL=e%3Fa%3Db%26level%3Draw',
    'profileURL=e%3Fa%3Db%26level%3Draw',
    'e%3Fa%3Db%26level%3Draw',
    undefined,
  ],
])('%s leads to a recording', (hash, source, url, level) => {
  expect(fragmentParts(hash).filter((part) => /^(?:profileURL|title)=/.test(part))).toEqual([source]);
  expect(source).toBe(`profileURL=${url}`);
  expect(readAddress(hash).level).toBe(level);
});

test.each([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length'])(
  'names of built-in properties are ordinary values: %s',
  (name) => {
    for (const { name: key } of KEYS) {
      const hash = `#v=2&${key}=${name}`;
      const known = { ...NOTHING, ...TEXTS[key]?.(name) };
      expect(readAddress(hash), hash).toEqual(known);
      expect(readAddress(`#${name}=${name}`)).toEqual(NOTHING);
      const written = writeAddress(readAddress(hash));
      expect(written === '' || written.startsWith(`v=2&${key}=`), hash).toBe(true);
    }
  },
);

/** The addresses that result from the keys that accept any text. */
const TEXTS: Readonly<Partial<Record<string, (text: string) => Address>>> = {
  recording: (name) => ({ recording: { name, fingerprint: undefined } }),
  zoomed: (zoomedName) => ({ zoomedName }),
  event: (event) => ({ event }),
  filter: () => ({ skippedFilters: 1 }),
  function: (name) => ({ sandwiched: { name, module: '' } }),
  row: (name) => ({ row: { fields: [name] } }),
  words: (words) => ({ words }),
  search: (search) => ({ search }),
  threads: () => ({ threads: [] }),
};

const UNUSUAL_NUMBER = fc.constantFrom(
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-1',
  '0x10',
  '9'.repeat(400),
  '1.',
  '.5',
  '',
);

test('all numbers read from a link are finite', () => {
  const part = fc.array(
    fc.oneof(UNUSUAL_NUMBER, fc.constantFrom('0', '1', '0.5', '3'), fc.constantFrom('-', '~', ',', '.')),
  );
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), part, ({ name: key }, texts) => {
      const address = readAddress(`#${key}=${texts.join('')}`);
      for (const number of numbersIn(address))
        expect(Number.isFinite(number), `${key}=${texts.join('')}`).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test.each([
  ['a%E2%80%AEb', 'a b'],
  ['%E2%81%A6a%E2%81%A9', 'a'],
  ['a%E2%80%8E%E2%80%8F%D8%9Cb', 'a b'],
  ['a%00%1B%E2%80%8Bb%0Ac', 'a b c'],
  ['%E2%80%AE', ''],
  ['%E0%A4', ''],
  ['x'.repeat(300), 'x'.repeat(200)],
])('reads the title %s as %j', (written, title) => expect(titleIn(written)).toBe(title));

test('filters beyond the limit are skipped and counted', () => {
  const { filters, skippedFilters } = readAddress('filter=hide~function~x&'.repeat(5000));
  expect(filters).toHaveLength(200);
  expect(skippedFilters).toBe(4800);
});

test('minor keys are removed for comparing links', () => {
  const picture = 'view=sandwich&level=python&function=f~&zoom=2.1&zoom2=4.1';
  const besides =
    'v=2&node=3.1&visible=0.1-0.2~3&node2=5.1&visible2=0.4-0.5&lit=own&search=a&sort=-self&words=a&order=self&open=1.1,2.2';
  expect(withoutMinorKeys(`${picture}&${besides}`)).toBe(picture);
  expect(withoutMinorKeys(`${besides}&${picture}`)).toBe(picture);
  expect(withoutMinorKeys(besides)).toBe('');
});

test('reads the valid parts of a recording’s name', () => {
  const recordingIn = (value: string) => readAddress(`recording=${value}`).recording;
  expect(recordingIn('perf.data~1x2y')).toEqual({ name: 'perf.data', fingerprint: '1x2y' });
  expect(recordingIn('perf.data')).toEqual({ name: 'perf.data', fingerprint: undefined });
  expect(recordingIn('a%7Eb~TOO-LONG-OR-INVALID')).toEqual({ name: 'a~b', fingerprint: undefined });
  expect(recordingIn('%E2%80%AEa%00~1')).toEqual({ name: 'a', fingerprint: '1' });
  expect(recordingIn(`${'x'.repeat(500)}~1`)?.name).toHaveLength(60);
  for (const none of ['', '~1', '%E0%A4~1']) expect(recordingIn(none)).toBeUndefined();
});

/** Writes and reads the address of a comparison with this table. */
function linkedTable(table: ComparedTableState | undefined): ComparedTableState | undefined {
  const comparison = { a: [{ recording: 0 }], b: [{ recording: 1 }], table };
  return readAddress(writeAddress({ comparison })).comparison?.table;
}

test('a link has the order of the table of a comparison', () => {
  expect(linkedTable(undefined)).toBeUndefined();
  for (const column of COMPARED_COLUMNS) {
    const table = { of: 'total', column, isDescending: true, showsSmall: false } as const;
    expect(linkedTable(table)).toEqual(table);
    expect(linkedTable({ ...table, of: 'self', isDescending: false, showsSmall: true })).toEqual({
      of: 'self',
      column,
      isDescending: false,
      showsSmall: true,
    });
  }
});
