import { beforeEach, expect, test, vi } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping, Recording } from '../model/session.ts';
import { classify } from '../python/classify.ts';
import { closeRecording, store } from '../state/store.ts';
import { wordsOfFilter } from './filter-words.ts';
import { menuOf, type SubjectMenu } from './menu-entries.ts';
import type { MenuCommand, MenuEntry, Submenu } from './menu-group.ts';
import { act, SUBJECT_ACTIONS } from './subject-filters.ts';

vi.mock('../state/refresh.ts', () => ({ refreshAll: vi.fn(), engine: {} }));

const { profile } = classify(
  profileOf(`
    main@/usr/bin/python3;py::f:/v/site-packages/numpy/core/a.py;memcpy@/lib/libc.so.6 1
  `),
);
const { strings, modules, funcs } = profile;
const recording: Recording = {
  name: 'x',
  isAddition: false,
  size: 0,
  format: 'folded',
  samples: 1,
  threads: 1,
  start: 0,
  duration: NaN,
  events: [],
  defaultEvent: 0,
  notes: [],
  threadList: [{ pid: 7, tid: 8, comm: 'worker' }],
  strings,
  modules,
  funcs,
};

beforeEach(closeRecording);

function funcCalled(name: string): number {
  return funcs.name.findIndex((id) => strings[id] === name);
}

const PYTHON = 'py::f:/v/site-packages/numpy/core/a.py';
const copied: string[] = [];

function menu(by: Grouping, id: number): SubjectMenu {
  const about = menuOf(recording, { by, id }, (text) => copied.push(text));
  if (!about) throw new Error('there is no menu');
  return about;
}

const labels = (groups: readonly (readonly MenuEntry[])[]) =>
  groups.map((group) => group.map(({ label }) => label));

function command(groups: readonly (readonly MenuEntry[])[], label: string): MenuCommand {
  const entry = groups.flat().find((each) => each.label === label);
  if (!entry || !('run' in entry)) throw new Error(`there is no command ${label}`);
  return entry;
}

function submenu(groups: readonly (readonly MenuEntry[])[], label: string): Submenu {
  const entry = groups.flat().find((each) => each.label === label);
  if (!entry || !('groups' in entry)) throw new Error(`there is no menu ${label}`);
  return entry;
}

const chips = () => store.getState().options.filters.map(wordsOfFilter);

test('a Python function: itself, its file, its package, its kind', () => {
  const { name, place, groups } = menu('function', funcCalled(PYTHON));
  expect({ name, place }).toEqual({ name: 'f', place: 'a.py' });
  expect(labels(groups)).toEqual([
    ['Open in sandwich'],
    [
      'Focus on it',
      'Focus on its callers',
      'Hide it',
      'Drop samples with it',
      'Only samples with it',
      'Collapse its direct recursion',
    ],
    ['All of file a.py', 'All of package numpy', 'All of kind site-packages'],
    ['Copy name'],
  ]);
  const { title, groups: ofFile } = submenu(groups, 'All of file a.py');
  expect(title).toBe('/v/site-packages/numpy/core/a.py');
  expect(labels(ofFile)).toEqual([
    [
      'Focus on it',
      'Focus on its callers',
      'Hide it',
      'Drop samples with it',
      'Only samples with it',
      'Collapse to one box',
    ],
  ]);
  command(groups, 'Focus on it').run();
  command(ofFile, 'Hide it').run();
  command(submenu(groups, 'All of package numpy').groups, 'Collapse to one box').run();
  expect(chips()).toEqual(['Focus: f', 'Hide: file a.py', 'Collapse: package numpy']);
  command(groups, 'Copy name').run();
  expect(copied).toEqual([PYTHON]);
});

test('a function of C has a module and no file', () => {
  const { groups } = menu('function', funcCalled('memcpy'));
  expect(labels(groups)[2]).toEqual(['All of module libc.so.6', 'All of kind native']);
});

test('rows of files, packages, modules and kinds: the same for all of them', () => {
  const file = strings.indexOf('/v/site-packages/numpy/core/a.py');
  const rows: [Grouping, number, string][] = [
    ['file', file, 'file a.py'],
    ['package', strings.indexOf('numpy'), 'package numpy'],
    ['module', modules.indexOf('/lib/libc.so.6'), 'module libc.so.6'],
    ['kind', Kind.native, 'kind native'],
  ];
  for (const [by, id, name] of rows) {
    const about = menu(by, id);
    expect(about.name).toBe(name);
    command(about.groups, 'Drop samples with it').run();
  }
  expect(chips()).toEqual(rows.map(([, , name]) => `Drop: ${name}`));
});

test('a thread can be looked at alone', () => {
  const { name, place, groups } = menu('thread', 0);
  expect({ name, place }).toEqual({ name: 'worker 8', place: 'process 7' });
  command(groups, 'Only this thread').run();
  expect(store.getState().options.threads).toEqual([0]);
});

test('code that has no file, package or module has no menu', () => {
  for (const by of ['file', 'package', 'module'] as const)
    expect(menuOf(recording, { by, id: NONE }, () => {})).toBeUndefined();
});

test('keys do what the menu does, and where nothing can be done, nothing', () => {
  const python = { by: 'function', id: funcCalled(PYTHON) } as const;
  for (const { action } of SUBJECT_ACTIONS) act(recording, python, action);
  expect(chips()).toEqual([
    'Focus: f',
    'Callers of: f',
    'Hide: f',
    'Drop: f',
    'Only: f',
    'Collapse recursion: f',
    'Collapse: package numpy',
  ]);
  closeRecording();
  act(recording, { by: 'function', id: funcCalled('memcpy') }, 'collapse');
  act(recording, { by: 'thread', id: 0 }, 'hide');
  act(recording, { by: 'file', id: NONE }, 'hide');
  expect(chips()).toEqual([]);
  expect(store.getState().past).toEqual([]);
});
