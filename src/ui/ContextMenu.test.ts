import { beforeEach, describe, expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { COSTS, partId, type CostPart } from '../model/costs.ts';
import { Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping, Table } from '../model/session.ts';
import { classify } from '../python/classify.ts';
import { closeRecording, store } from '../state/store.ts';
import { filterLabel } from './filters/filter-labels.ts';
import type { MenuCommand, MenuEntry, Submenu } from './primitives/MenuList.tsx';
import { FILTER_COMMANDS, filterSubject } from './filters/filter-commands.ts';
import { subjectMenu, type SubjectMenu } from './ContextMenu.tsx';

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

function funcNamed(name: string): number {
  return funcs.name.findIndex((id) => strings[id] === name);
}

const PYTHON = 'py::f:/v/site-packages/numpy/core/a.py';
const copied: string[] = [];

function menu(by: Grouping, id: number): SubjectMenu {
  const result = subjectMenu(recording, { by, id }, (text) => copied.push(text));
  if (!result) throw new Error('no menu');
  return result;
}

const labels = (groups: readonly (readonly MenuEntry[])[]) =>
  groups.map((group) => group.map(({ label }) => label));

function command(groups: readonly (readonly MenuEntry[])[], label: string): MenuCommand {
  const entry = groups.flat().find((each) => each.label === label);
  if (!entry || !('run' in entry)) throw new Error(`no command ${label}`);
  return entry;
}

function submenu(groups: readonly (readonly MenuEntry[])[], label: string): Submenu {
  const entry = groups.flat().find((each) => each.label === label);
  if (!entry || !('groups' in entry)) throw new Error(`no submenu ${label}`);
  return entry;
}

const chips = () => store.getState().options.filters.map((filter) => filterLabel(filter));

test('the menu of a Python function has submenus for its file, package and kind', () => {
  const { name, place, groups } = menu('function', funcNamed(PYTHON));
  expect({ name, place }).toEqual({ name: 'f', place: 'numpy.core.a' });
  expect(labels(groups)).toEqual([
    ['Open in sandwich'],
    [
      'Focus on it',
      'Focus on its callers',
      'Hide it',
      'Keep only its frames',
      'Drop samples with it',
      'Keep only samples with it',
      'Collapse direct recursion',
    ],
    ['All of file numpy.core.a', 'All of package numpy', 'All of kind site-packages'],
    ['Copy name'],
  ]);
  const { title, groups: ofFile } = submenu(groups, 'All of file numpy.core.a');
  expect(title).toBe('/v/site-packages/numpy/core/a.py');
  expect(labels(ofFile)).toEqual([
    [
      'Focus on it',
      'Focus on its callers',
      'Hide it',
      'Keep only its frames',
      'Drop samples with it',
      'Keep only samples with it',
      'Collapse to one box',
    ],
  ]);
  command(groups, 'Focus on it').run();
  command(ofFile, 'Hide it').run();
  command(submenu(groups, 'All of package numpy').groups, 'Collapse to one box').run();
  expect(chips()).toEqual(['Focus: f', 'Hide: file numpy.core.a', 'Collapse: package numpy']);
  command(groups, 'Copy name').run();
  expect(copied).toEqual([PYTHON]);
});

test('the menu of a C function has a submenu for its module instead of its file', () => {
  const { groups } = menu('function', funcNamed('memcpy'));
  expect(labels(groups)[2]).toEqual(['All of module libc.so.6', 'All of kind native']);
});

test('the menu of a file, package, module or kind adds filters for it', () => {
  const file = strings.indexOf('/v/site-packages/numpy/core/a.py');
  const rows: [Grouping, number, string][] = [
    ['file', file, 'file numpy.core.a'],
    ['package', strings.indexOf('numpy'), 'package numpy'],
    ['module', modules.indexOf('/lib/libc.so.6'), 'module libc.so.6'],
    ['kind', Kind.native, 'kind native'],
  ];
  for (const [by, id, name] of rows) {
    const result = menu(by, id);
    expect(result.name).toBe(name);
    command(result.groups, 'Drop samples with it').run();
  }
  expect(chips()).toEqual(rows.map(([, , name]) => `Drop: ${name}`));
});

test('the menu of a cost, and of a part of one, keeps or drops samples', () => {
  const gc = menu(
    'cost',
    COSTS.findIndex(({ id }) => id === 'gc'),
  );
  expect(gc.name).toBe('Garbage collection');
  expect(labels(gc.groups)).toEqual([
    ['Drop samples with it', 'Keep only samples with it'],
    ['About this cost'],
    ['Copy name'],
  ]);
  command(gc.groups, 'About this cost').run();
  expect(store.getState().explained).toBe('gc');
  command(gc.groups, 'Drop samples with it').run();
  const part = { cost: 'libraries', part: 'json' } as const;
  expect(
    subjectMenu(recording, { by: 'part', id: partId(part) }, () => {}),
    'not in the table',
  ).toBeUndefined();
  store.setState({ table: tableOfPart(part) });
  const { name, place, groups } = menu('part', partId(part));
  expect({ name, place }).toEqual({ name: 'json', place: 'Compiled libraries' });
  command(groups, 'Keep only samples with it').run();
  command(submenu(groups, 'All of cost “Compiled libraries”').groups, 'Drop samples with it').run();
  filterSubject(recording, { by: 'part', id: partId(part) }, 'drop');
  for (const action of ['focus', 'hide', 'collapse'] as const)
    filterSubject(recording, { by: 'cost', id: 0 }, action);
  expect(chips()).toEqual([
    'Drop: cost “Garbage collection”',
    'Only: cost “Compiled libraries: json”',
    'Drop: cost “Compiled libraries”',
    'Drop: cost “Compiled libraries: json”',
    'Only: cost “Running bytecode”',
  ]);
});

function tableOfPart(part: CostPart): Table {
  const numbers = { self: Float64Array.of(1), selfSamples: Int32Array.of(1) };
  const totals = { total: numbers.self, totalSamples: numbers.selfSamples, weight: 1, samples: 1 };
  const rows = { by: 'part', length: 1, id: Int32Array.of(partId(part)), parts: [part] } as const;
  return { options: store.getState().options, ...rows, ...numbers, ...totals };
}

test('the menu of a thread can select only this thread', () => {
  const { name, place, groups } = menu('thread', 0);
  expect({ name, place }).toEqual({ name: 'worker 8', place: 'process 7' });
  command(groups, 'Show only this thread').run();
  expect(store.getState().options.threads).toEqual([0]);
});

test('rows for code without a file, package or module have no menu', () => {
  for (const by of ['file', 'package', 'module'] as const)
    expect(subjectMenu(recording, { by, id: NONE }, () => {})).toBeUndefined();
});

test('keys add the same filters as the menu, but none where the action does not apply', () => {
  const python = { by: 'function', id: funcNamed(PYTHON) } as const;
  for (const { action } of FILTER_COMMANDS) filterSubject(recording, python, action);
  expect(FILTER_COMMANDS.map(({ keys }) => keys.join()).join('')).toBe('okhHdmrp');
  expect(chips()).toEqual([
    'Focus: f',
    'Callers of: f',
    'Hide: f',
    'Keep: f',
    'Drop: f',
    'Only: f',
    'Collapse recursion: f',
    'Collapse: package numpy',
  ]);
  closeRecording();
  filterSubject(recording, { by: 'function', id: funcNamed('memcpy') }, 'collapse');
  filterSubject(recording, { by: 'thread', id: 0 }, 'hide');
  filterSubject(recording, { by: 'file', id: NONE }, 'hide');
  expect(chips()).toEqual([]);
  expect(store.getState().past).toEqual([]);
});

describe('menu entries', () => {
  const keysIn = ({ groups }: SubjectMenu) =>
    groups.flat().flatMap((entry) => ('run' in entry && entry.key ? [entry.key] : []));

  test('show their keys if the subject of the menu has the focus', () => {
    for (const subject of [
      { by: 'kind', id: Kind.native },
      { by: 'function', id: funcNamed(PYTHON) },
    ] as const) {
      store.setState({ viewName: 'table', focusedRow: subject });
      expect(keysIn(menu(subject.by, subject.id))).toContain('h');
    }
  });

  test('show no keys if another subject has the focus, because keys would act on that one', () => {
    for (const subject of [undefined, { by: 'function', id: funcNamed(PYTHON) }] as const) {
      store.setState({ focusedRow: subject });
      expect(keysIn(menu('kind', Kind.native))).toEqual([]);
    }
  });
});

test('threads and processes can be shown alone, excluded and added again', () => {
  const threadList = [
    { pid: 1, tid: 1, comm: 'main' },
    { pid: 1, tid: 2, comm: 'python' },
    { pid: 1, tid: 2, comm: 'pool' },
    { pid: 3, tid: 3, comm: 'other' },
  ];
  const entries = () =>
    subjectMenu({ ...recording, threadList }, { by: 'thread', id: 2 }, () => {})?.groups ?? [];
  const threadsAfter = (label: string) => {
    command(entries(), label).run();
    return store.getState().options.threads;
  };
  expect(labels(entries())[0]).toEqual([
    'Show only this thread',
    'Show only process 1',
    'Exclude this thread',
  ]);
  expect(threadsAfter('Exclude this thread')).toEqual([0, 3]);
  expect(threadsAfter('Add this thread')).toBeUndefined();
  expect(threadsAfter('Show only process 1')).toEqual([0, 1, 2]);
  expect(threadsAfter('Show only this thread'), 'under all its names').toEqual([1, 2]);
  expect(labels(entries())[0]).toEqual(['Show only this thread', 'Show only process 1', 'Show all threads']);
  expect(threadsAfter('Show all threads')).toBeUndefined();
});
