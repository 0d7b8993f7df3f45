import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping } from '../model/session.ts';
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
const recording = recordingOf(profile, {
  threadList: [
    { pid: 7, tid: 8, comm: 'worker' },
    { pid: 9, tid: 9, comm: 'other' },
  ],
});

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

describe('a menu tells keys', () => {
  const keysIn = ({ groups }: SubjectMenu) =>
    groups.flat().flatMap((entry) => ('run' in entry && entry.key ? [entry.key] : []));

  test('where the keyboard is on what the menu is about', () => {
    for (const subject of [
      { by: 'kind', id: Kind.native },
      { by: 'function', id: funcCalled(PYTHON) },
    ] as const) {
      store.setState({ viewName: 'table', subject });
      expect(keysIn(menu(subject.by, subject.id))).toContain('h');
    }
  });

  test('and nowhere else: they would act on something else', () => {
    for (const subject of [undefined, { by: 'function', id: funcCalled(PYTHON) }] as const) {
      store.setState({ subject });
      expect(keysIn(menu('kind', Kind.native))).toEqual([]);
    }
  });
});

test('a thread, its process and the others are chosen, left out and taken back', () => {
  const threadList = [
    { pid: 1, tid: 1, comm: 'main' },
    { pid: 1, tid: 2, comm: 'python' },
    { pid: 1, tid: 2, comm: 'pool' },
    { pid: 3, tid: 3, comm: 'other' },
  ];
  const entries = () => menuOf({ ...recording, threadList }, { by: 'thread', id: 2 }, () => {})?.groups ?? [];
  const chosenBy = (label: string) => {
    command(entries(), label).run();
    return store.getState().options.threads;
  };
  expect(labels(entries())[0]).toEqual(['Only this thread', 'Only process 1', 'Without this thread']);
  expect(chosenBy('Without this thread')).toEqual([0, 3]);
  expect(chosenBy('This thread too')).toBeUndefined();
  expect(chosenBy('Only process 1')).toEqual([0, 1, 2]);
  expect(chosenBy('Only this thread'), 'under all its names').toEqual([1, 2]);
  expect(labels(entries())[0]).toEqual(['Only this thread', 'Only process 1', 'All threads']);
  expect(chosenBy('All threads')).toBeUndefined();
});
