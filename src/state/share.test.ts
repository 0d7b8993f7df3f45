import { expect, test } from 'vitest';
import type { ShareChoice } from '../model/sharing.ts';
import { ALL } from '../model/session.ts';
import { readAddress, type Address } from './address.ts';
import { enclosedOf } from './enclosed.ts';
import { coarser, firstChoice, isOnThisMachine, sharedAddress, siteOf } from './share.ts';
import { store } from './store.ts';

const CHOICE: ShareChoice = { what: 'all', hasThreads: true, isShort: true, least: 0 };
const SAME = { alike: 0, strayed: [], moved: 0 };
const OPTIONS = { level: 'python', event: 0, ...ALL } as const;
const FILTER = { action: 'hide', isOn: true } as const;
const ADDRESS: Address = {
  view: 'time',
  level: 'python',
  event: 'cycles',
  threads: ['7'],
  range: { from: 1, to: 2 },
  filters: [
    { ...FILTER, target: { by: 'function', name: 'py::f:/home/ada/a.py', module: '' } },
    { ...FILTER, target: { by: 'file', path: '/home/ada/a.py' } },
    { ...FILTER, target: { by: 'kind', kind: 3 } },
  ],
  zoomed: 3,
  selected: 4,
  seen: { from: 0.4, to: 0.5, past: 0 },
  sandwiched: { name: 'f', module: '/home/ada/lib.so' },
};

test('the address goes with the profile, in the names that stand in it', () => {
  const address = sharedAddress({ options: OPTIONS, viewName: 'time' }, ADDRESS, CHOICE, SAME);
  expect(address).toEqual({
    ...ADDRESS,
    view: undefined,
    seen: undefined,
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
      isShort: false,
    },
    SAME,
  );
  expect(filters).toEqual(ADDRESS.filters);
});

test('what is in the profile already is not said again', () => {
  const seen = sharedAddress(
    { options: OPTIONS, viewName: 'flame' },
    ADDRESS,
    { ...CHOICE, what: 'seen' },
    SAME,
  );
  expect(seen).toMatchObject({ level: 'python', zoomed: 3, selected: 4 });
  expect(seen).toMatchObject({ filters: undefined, threads: undefined, event: undefined });
});

test('boxes that would be merged are named where none is small enough', () => {
  const address = { ...ADDRESS, view: undefined, ends: [1] };
  const state = { options: OPTIONS, viewName: 'flame' } as const;
  const { zoomed, selected, seen, ends } = sharedAddress(state, address, { ...CHOICE, least: 0.01 }, SAME);
  expect([zoomed, selected, seen, ends]).toEqual([3, 4, ADDRESS.seen, [1]]);
});

test('boxes are not named where they have other numbers', () => {
  const inRange = { ...OPTIONS, range: { from: 1, to: 2 } };
  for (const [options, viewName, choice, blurred] of [
    [inRange, 'flame', CHOICE, SAME],
    [OPTIONS, 'table', CHOICE, SAME],
    [OPTIONS, 'flame', { ...CHOICE, least: 0.01 }, { ...SAME, moved: 1 }],
    [{ ...OPTIONS, threads: [1] }, 'flame', { ...CHOICE, hasThreads: false }, SAME],
    [OPTIONS, 'flame', CHOICE, { ...SAME, alike: 2 }],
    [OPTIONS, 'flame', CHOICE, { ...SAME, strayed: ['ada'] }],
  ] as const) {
    const address = { ...ADDRESS, view: undefined, ends: [1] };
    const { zoomed, selected, seen, ends } = sharedAddress({ options, viewName }, address, choice, blurred);
    expect([zoomed, selected, seen, ends]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

test('what is chosen is offered first, and each next choice holds less', () => {
  const state = store.getInitialState();
  expect(firstChoice(state).what).toBe('all');
  expect(firstChoice({ ...state, options: { ...OPTIONS, threads: [1] } }).what).toBe('looked at');
  const choices = coarser(CHOICE);
  expect(choices.slice(0, 3)).toEqual([
    { ...CHOICE, hasThreads: false },
    { ...CHOICE, hasThreads: false, what: 'seen' },
    { ...CHOICE, hasThreads: false, what: 'seen', least: 0.0005 },
  ]);
  expect(coarser(choices.at(-1) ?? CHOICE)).toEqual([]);
});

test('a profile is found in a link, wherever it stands', () => {
  expect(enclosedOf('#level=python&title=a%26b&profile=1.2.AA')).toEqual({
    text: '1.2.AA',
    title: 'a&b',
    source: 'title=a%26b&profile=1.2.AA',
    hash: '#level=python&title=a%26b&profile=1.2.AA',
  });
  expect(enclosedOf('profile=x&title=%E0%A4')).toMatchObject({ text: 'x', title: 'A profile from a link' });
  expect(enclosedOf('#profileURL=a.perf&title=b')).toBe(undefined);
});

test.each([
  'view=tree&amp;title=a%26b&amp;profile=1.2.AA',
  'view=tree%26title=a%26b%26profile=1.2.AA',
  'view%3Dtree%26title%3Da%2526b%26profile%3D1.2.AA',
])('a link is read that was escaped on the way: %s', (hash) => {
  expect(enclosedOf(`#${hash}`)).toMatchObject({ title: 'a&b', source: 'title=a%26b&profile=1.2.AA' });
  expect(readAddress(hash)).toMatchObject({ view: 'tree' });
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
])('links to %s open nowhere else: %s', (address, isHere) => {
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
])('the site %j is %j', (written, site) => {
  expect(siteOf(written)).toBe(site);
});
