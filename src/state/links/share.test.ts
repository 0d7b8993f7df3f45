import { expect, test } from 'vitest';
import type { SharedProfile, ShareChoice } from '../../model/exports.ts';
import { ALL_SAMPLES, type ViewOptions } from '../../model/session.ts';
import type { Address } from '../../sharing/address.ts';
import { store } from '../store.ts';
import { initialChoice, isOnThisMachine, sharedAddress, siteOf } from './share.ts';

const CHOICE: ShareChoice = { scope: 'all', includesThreads: true, hasShortPaths: true, minShare: 0 };
const SAME: Pick<SharedProfile, 'ambiguousNames' | 'changedPatterns' | 'moved'> = {
  ambiguousNames: 0,
  changedPatterns: [],
  moved: 0,
};
const OPTIONS: ViewOptions = { level: 'python', event: 0, foldImports: true, ...ALL_SAMPLES };
const FILTER = { action: 'hide', isOn: true } as const;
const ZOOMED = { path: 3, landmark: 1 };
const SELECTED = { path: 4, landmark: 2 };
const ADDRESS: Address = {
  view: 'time',
  level: 'python',
  event: 'cycles',
  threads: [{ tid: '7', comm: 'main' }],
  range: { from: 1, to: 2 },
  filters: [
    { ...FILTER, target: { by: 'function', name: 'py::f:/home/ada/a.py', module: '' } },
    { ...FILTER, target: { by: 'file', path: '/home/ada/a.py' } },
    { ...FILTER, target: { by: 'kind', kind: 3 } },
  ],
  zoomed: ZOOMED,
  selected: SELECTED,
  when: { thread: { tid: '7' }, time: 3 },
  visibleRange: { from: 0.4, to: 0.5, rowsBefore: 0 },
  sandwiched: { name: 'f', module: '/home/ada/lib.so' },
};

test('the address uses the shortened names of the shared profile', () => {
  const address = sharedAddress({ options: OPTIONS, viewName: 'time' }, ADDRESS, CHOICE, SAME);
  expect(address).toEqual({
    ...ADDRESS,
    view: undefined,
    visibleRange: undefined,
    when: undefined,
    range: undefined,
    filters: [
      { ...FILTER, target: { by: 'function', name: 'py::f:~/a.py', module: '' } },
      { ...FILTER, target: { by: 'file', path: '~/a.py' } },
      { ...FILTER, target: { by: 'kind', kind: 3 } },
    ],
    sandwiched: { name: 'f', module: '~/lib.so' },
  });
  const { filters } = sharedAddress(
    { options: OPTIONS, viewName: 'flame' },
    ADDRESS,
    {
      ...CHOICE,
      hasShortPaths: false,
    },
    SAME,
  );
  expect(filters).toEqual(ADDRESS.filters);
});

test('the address omits what the shared profile already reflects', () => {
  const shared = sharedAddress(
    { options: OPTIONS, viewName: 'flame' },
    ADDRESS,
    { ...CHOICE, scope: 'visible' },
    SAME,
  );
  expect(shared).toMatchObject({ level: 'python', zoomed: ZOOMED, selected: SELECTED });
  expect(shared).toMatchObject({ filters: undefined, threads: undefined, event: undefined });
});

test('the address contains nodes only if none was merged into its caller', () => {
  const address = { ...ADDRESS, view: undefined, expanded: [ZOOMED] };
  const state = { options: OPTIONS, viewName: 'flame' } as const;
  const small = { ...CHOICE, minShare: 0.01 };
  expect(sharedAddress(state, address, small, SAME)).toMatchObject({ zoomed: ZOOMED, expanded: [ZOOMED] });
  const merged = sharedAddress(state, address, small, { ...SAME, moved: 1 });
  expect([merged.zoomed, merged.selected, merged.expanded]).toEqual([undefined, undefined, undefined]);
});

test('the address contains the visible range only if the picture is the same', () => {
  const rangeIn = (...[options, choice, differences]: readonly [typeof OPTIONS, ShareChoice, typeof SAME]) =>
    sharedAddress({ options, viewName: 'flame' }, { ...ADDRESS, view: undefined }, choice, differences)
      .visibleRange;
  expect(rangeIn(OPTIONS, CHOICE, SAME)).toEqual(ADDRESS.visibleRange);
  for (const [options, choice, differences] of [
    [{ ...OPTIONS, range: { from: 1, to: 2 } }, CHOICE, SAME],
    [OPTIONS, { ...CHOICE, minShare: 0.01 }, { ...SAME, moved: 1 }],
    [{ ...OPTIONS, threads: [1] }, { ...CHOICE, includesThreads: false }, SAME],
    [OPTIONS, CHOICE, { ...SAME, ambiguousNames: 2 }],
    [OPTIONS, CHOICE, { ...SAME, changedPatterns: ['ada'] }],
  ] as const)
    expect(rangeIn(options, choice, differences)).toBeUndefined();
});

test('the selection is offered first', () => {
  const state = store.getInitialState();
  expect(initialChoice(state).scope).toBe('all');
  expect(initialChoice({ ...state, options: { ...OPTIONS, threads: [1] } }).scope).toBe('selected');
});

test.each([
  ['http://127.0.0.1:4173/', true],
  ['http://127.8.0.1/x/', true],
  ['http://localhost:4173/', true],
  ['http://pyrograph.localhost/', true],
  ['http://[::1]:80/', true],
  ['file:///home/ada/out.html', true],
  ['https://pyrograph.example/', false],
  ['https://127.0.0.1.example/', false],
  ['https://mylocalhost/', false],
  ['http://10.0.0.1/', false],
])('%s opens only on this machine: %s', (address, isHere) => {
  expect(isOnThisMachine(new URL(address))).toBe(isHere);
});

test.each([
  ['https://pyrograph.example/a/', 'https://pyrograph.example/a/'],
  [' pyrograph.example/a/#view=table ', 'https://pyrograph.example/a/'],
  ['http://ada:secret@pyrograph.example', 'http://pyrograph.example/'],
  ['', ''],
  ['https://', ''],
  ['not a site', ''],
  ['javascript:alert(1)', ''],
])('the site typed as %j is %j', (written, site) => {
  expect(siteOf(written)).toBe(site);
});
