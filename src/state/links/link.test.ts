import { beforeEach, describe, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { findNode } from '../../../fixtures/tree.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { invertedTree } from '../../calltree/build/inverted.ts';
import { pathTo } from '../../model/call-path.ts';
import { partId } from '../../model/costs.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { ALL_SAMPLES, type Recording } from '../../model/session.ts';
import { allStacksOf, type CallTree } from '../../model/tree.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { readAddress, writeAddress } from '../../sharing/address.ts';
import { currentGraph, namesOf } from '../view/graphs.ts';
import { closeRecording, type State, store } from '../store.ts';
import { SLOTS } from '../engine/answers.ts';
import { addressOf, isSettled, namesIn, fingerprintOf } from './link.ts';
import { viewStateAt } from './linked-view.ts';
import type { ViewName } from '../../model/view-names.ts';
import { indexOfSubject, subjectOfRow } from '../view/tables.ts';
import { START_VIEW, viewStateOf, type Subject } from '../view/view-state.ts';

const { profile } = classify(profileOf('main@/usr/bin/python3;py::f:/a.py 1'));
const recording = recordingOf(profile);

beforeEach(closeRecording);

const NO_ROWS = {
  options: START_VIEW.options,
  self: new Float64Array(1),
  selfSamples: new Int32Array(1),
  total: new Float64Array(1),
  totalSamples: new Int32Array(1),
  weight: 0,
  samples: 0,
};

function viewAt(hash: string, of: Recording = recording) {
  return viewStateAt(readAddress(hash), of, viewStateOf(store.getState()));
}

describe('a row of the table', () => {
  const inTable = (row: Subject): State => ({
    ...store.getInitialState(),
    viewName: 'table',
    grouping: row.by,
    row,
  });

  test.each([
    ['module', 0, 'v=2&view=table&by=module&row=/usr/bin/python3'],
    ['module', NONE, 'v=2&view=table&by=module&row=~-1'],
    ['function', 0, 'v=2&view=table&row=main~/usr/bin/python3'],
    ['kind', 1, 'v=2&view=table&by=kind&row=own'],
    ['thread', 0, 'v=2&view=table&by=thread&row=-1~~-1'],
    ['cost', 5, 'v=2&view=table&by=cost&row=gc'],
  ] as const)('of a %s is linked by name: %d', (by, id, hash) => {
    expect(writeAddress(addressOf(inTable({ by, id }), recording))).toBe(hash);
    expect(viewAt(hash).view.row).toEqual({ by, id });
  });

  test('of a line is linked by its function, before its table is known, too', () => {
    const row = { by: 'line', id: 0, line: 42 } as const;
    const hash = 'v=2&view=table&by=line&row=main~/usr/bin/python3~42';
    expect(writeAddress(addressOf(inTable(row), recording))).toBe(hash);
    expect(viewAt(hash).view.row).toEqual(row);
    const split = {
      whole: Int32Array.of(0, 1, 0, 1, 0),
      line: Int32Array.of(0, 0, 41, 42, 42),
    };
    const ids = Int32Array.of(3, 4, 0);
    expect(indexOfSubject(row, ids, split)).toBe(1);
    expect(subjectOfRow('line', ids[1], split)).toEqual(row);
    expect(indexOfSubject({ ...row, line: 0 }, ids, split)).toBe(2);
  });

  test.each([
    [{ cost: 'libraries', part: 'json' }, 'v=2&view=table&by=part&row=libraries~json'],
    [{ cost: 'bytecode', part: '' }, 'v=2&view=table&by=part&row=bytecode~'],
  ] as const)('of a part is linked by its cost and name: %o', (part, hash) => {
    const row = { by: 'part', id: partId(part) } as const;
    const table = { ...NO_ROWS, by: 'part', length: 1, id: Int32Array.of(row.id), parts: [part] } as const;
    expect(writeAddress(addressOf({ ...inTable(row), table }, recording))).toBe(hash);
    expect(viewAt(hash).view.row).toEqual(row);
    expect(viewAt('v=2&view=table&by=part&row=nothing~json').view.row).toEqual({ by: 'part', id: NONE });
  });
});

const GOOD = 'filter=hide~function~x';
const UNKNOWN = 'filter=explode';
test.each([
  [[UNKNOWN], '1 filter in this link was skipped'],
  [[GOOD, UNKNOWN, UNKNOWN], '2 filters in this link were skipped'],
  [Array(201).fill(GOOD), '1 filter in this link was skipped'],
  [[UNKNOWN, ...Array(202).fill(GOOD)], '4 filters in this link were skipped'],
])('skipped filters of a link are counted', (filters: string[], text) => {
  expect(viewAt(filters.join('&')).problem).toEqual({
    text: `${text}: at most 200 are applied, and only those that this version can read.`,
  });
});

test('threads are linked by ID and name, and by process ID only if needed', () => {
  const threadList = [
    { pid: 1, tid: 7, comm: 'python' },
    { pid: 1, tid: 7, comm: 'worker' },
    { pid: 1, tid: 8, comm: 'worker' },
    { pid: 2, tid: 8, comm: 'worker' },
    { pid: NONE, tid: NONE, comm: 'a, b' },
  ];
  const of = { ...recording, threadList };
  for (const [threads, text] of [
    [[0, 1], '7~python,7~worker'],
    [[1], '7~worker'],
    [[2], '1/8~worker'],
    [[2, 3], '8~worker'],
    [[4], '~a%2C%20b'],
  ] as const) {
    const state = store.getState();
    const hash = writeAddress(addressOf({ ...state, options: { ...state.options, threads } }, of));
    expect(hash).toBe(`v=2&threads=${text}`);
    expect(viewAt(hash, of).view.options.threads).toEqual(threads);
  }
  expect(viewAt('threads=7,8', of).view.options.threads).toEqual([0, 1, 2, 3]);
});

describe('the recording that a link belongs to', () => {
  const link = (fingerprint: string) =>
    `recording=a.perf~${fingerprint}&level=python&zoom=1.2&node=1.2&open=1.2&view=tree`;

  test('is named without folders, and identified by its samples', () => {
    const elsewhere = { ...recording, name: '/home/ada/secret/a.perf.gz' };
    const { recording: named } = namesIn(store.getInitialState(), elsewhere);
    expect(named).toEqual({ name: 'a.perf.gz', fingerprint: fingerprintOf(recording) });
    expect(fingerprintOf({ ...recording, notes: [], size: 1, strings: [] })).toBe(fingerprintOf(recording));
    const event = { name: 'page-faults', samples: 1, weight: 1, measure: 'page-faults' };
    for (const change of [{ samples: 99 }, { start: 98 }, { duration: 97 }, { events: [event] }])
      expect(fingerprintOf({ ...recording, ...change })).not.toBe(fingerprintOf(recording));
  });

  test('without times is identified by its stacks', () => {
    const untimed = { ...recording, start: NaN, duration: NaN, stackHash: 1 };
    const other = { ...untimed, stackHash: 2 };
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(untimed));
  });

  test('is shown at the locations of the link', () => {
    const { problem, view } = viewAt(link(fingerprintOf(recording)));
    expect(problem).toBeUndefined();
    const node = { path: 1, landmark: 2 };
    expect(view.locations.calls).toMatchObject({ zoomed: node, selected: node, expanded: [node] });
  });

  test('is named in an error message if another one is open, and no location is applied', () => {
    const { problem, view } = viewAt(link('1'));
    expect(problem?.text).toMatch(/^This link is for “a\.perf”, not for “.*”: only its view/);
    expect(view.locations.calls).toEqual({ zoomed: [], selected: [], visibleRange: undefined });
    expect([view.options.level, view.viewName]).toEqual(['python', 'tree']);
  });
});

const EVAL = '_PyEval_EvalFrameDefault';
const STACKS = [
  `main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};memcpy 3`,
  `main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};malloc 3`,
  `main;py::b:/a.py;${EVAL};builtin_sum;py::f:/a.py;${EVAL};malloc 5`,
  `main;py::b:/a.py;${EVAL};py::b:/a.py;${EVAL};py::f:/a.py 3`,
];

interface Open {
  readonly of: Recording;
  readonly profile: Profile;
  readonly tree: CallTree;
}

/** A recording of these stacks. Their order determines how functions, nodes and siblings of equal weight are numbered. */
function recordingWith(lines: readonly string[], level: 'raw' | 'python' = 'raw'): Open {
  const shown = atLevel(classify(profileOf(lines.join('\n'))), level);
  return { of: recordingOf(shown), profile: shown, tree: buildTree(shown, 0).tree };
}

function show({ of, tree }: Open, viewName: ViewName, hash = ''): void {
  closeRecording();
  const { view } = viewAt(hash, of);
  store.setState({ recording: of, ...view, viewName });
  const shape = viewName === 'inverted' ? ('callers' as const) : ('calls' as const);
  const { options } = store.getState();
  const value = {
    options,
    shape,
    isComplete: true,
    tree: shape === 'callers' ? invertedTree(allStacksOf(tree)) : tree,
  };
  const question = { options, shape };
  const answered = SLOTS.tree?.answered(store.getState(), { value, isComplete: true }, question);
  store.setState(answered ?? {});
}

/** The link to a node that is zoomed and selected. */
function linkTo(open: Open, node: number): string {
  show(open, 'flame');
  const { locations } = store.getState();
  const path = pathTo(open.tree, node, namesOf(open.of));
  store.setState({ locations: { ...locations, calls: { zoomed: path, selected: path } } });
  return writeAddress(addressOf(store.getState(), open.of));
}

function pathShown(open: Open): string {
  const graph = currentGraph(store.getState());
  const names: string[] = [];
  for (const id of graph ? pathTo(graph.tree, graph.selected, namesOf(open.of)) : [])
    names.push(open.of.strings[open.of.funcs.name[namesOf(open.of).ids.rowOf(id)]]);
  return names.join(' > ');
}

describe('a link to a node', () => {
  test.each([0, 1, 2, 3])('leads to the same node in a tree of another order: %d', (shift) => {
    const open = recordingWith(STACKS);
    const others = recordingWith([...STACKS.slice(shift), ...STACKS.slice(0, shift)].reverse());
    for (let node = 1; node < open.tree.length; node++) {
      const hash = linkTo(open, node);
      const path = pathShown(open);
      show(others, 'flame', hash);
      expect(pathShown(others)).toBe(path);
      expect(currentGraph(store.getState())?.zoomed, hash).toBe(currentGraph(store.getState())?.selected);
    }
  });

  test('leads to the same node at a level with other frames', () => {
    const open = recordingWith(STACKS);
    const python = recordingWith(STACKS, 'python');
    const path = 'main > py::b:/a.py > py::b:/a.py > py::f:/a.py';
    const before = findNode(python.tree, python.profile, 'py::b:/a.py > py::b:/a.py > py::f:/a.py');
    const hash = linkTo(python, before);
    show(open, 'flame', hash);
    expect(pathShown(open).replaceAll(` > ${EVAL}`, '')).toBe(path);
    const back = linkTo(open, currentGraph(store.getState())?.selected ?? 0);
    show(python, 'flame', back);
    expect(currentGraph(store.getState())?.selected).toBe(before);
  });

  test('that the recording lacks leads to the root', () => {
    const open = recordingWith(STACKS);
    for (const hash of ['v=2&zoom=1.1&node=2.2', 'zoom=99999', 'v=2&node=']) {
      show(open, 'flame', hash);
      expect(currentGraph(store.getState())).toMatchObject({ zoomed: 0, selected: 0 });
    }
  });
});

test('a view can be linked once its own answer is complete and for the current options', () => {
  const settled = () => isSettled(store.getState());
  show(recordingWith(STACKS), 'flame');
  expect(settled()).toBe(true);
  store.setState({ viewName: 'time' });
  expect(settled(), 'before the answer').toBe(false);
  const { options } = store.getState();
  const timeOrder = { options, from: 0, length: 0, lanes: [], isComplete: false };
  store.setState({ timeOrder });
  expect(settled(), 'after an approximate answer').toBe(false);
  store.setState({ timeOrder: { ...timeOrder, isComplete: true } });
  expect(settled()).toBe(true);
  store.setState({ timeOrder: { ...timeOrder, options: { ...options }, isComplete: true } });
  expect(settled(), 'after an answer for other options').toBe(false);
});

test('a link to a row of the table leads to the same function in another order', () => {
  const [open, others] = [recordingWith(STACKS), recordingWith([...STACKS].reverse())];
  const row = (of: Recording, name: string): Subject => ({
    by: 'function',
    id: of.funcs.name.findIndex((each) => of.strings[each] === name),
  });
  const state: State = {
    ...store.getInitialState(),
    options: { level: 'raw', event: 0, foldImports: true, ...ALL_SAMPLES },
    viewName: 'table',
    row: row(open.of, 'malloc'),
  };
  const hash = writeAddress(addressOf(state, open.of));
  expect(viewAt(hash, others.of).view.row).toEqual(row(others.of, 'malloc'));
});

test('highlighted costs and the coloring are linked', () => {
  const state = { ...store.getInitialState(), colorBy: 'cost' } as const;
  const hash = writeAddress(addressOf({ ...state, highlightedCosts: new Set(['gc'] as const) }, recording));
  expect(hash).toBe('v=2&costs=gc&color=cost');
  expect(viewAt(hash).view).toMatchObject({ colorBy: 'cost', highlightedCosts: new Set(['gc']) });
  expect(viewAt('lit=own&costs=gc').view).toMatchObject({
    colorBy: 'kind',
    highlighted: new Set(),
    highlightedCosts: new Set(['gc']),
  });
});

test('the cost columns of the table are linked, once each and in order', () => {
  const state = { ...store.getInitialState(), costColumns: ['memory', 'gc'] } as const;
  expect(writeAddress(addressOf(state, recording))).toBe('');
  const hash = writeAddress(
    addressOf({ ...state, viewName: 'table', sorting: { column: 'memory', isDescending: false } }, recording),
  );
  expect(hash).toBe('v=2&view=table&columns=memory,gc&sort=memory');
  expect(viewAt('view=table&columns=gc,memory,gc&sort=-gc').view).toMatchObject({
    costColumns: ['memory', 'gc'],
    sorting: { column: 'gc', isDescending: true },
  });
  expect(viewAt('view=table').view.costColumns).toEqual([]);
});
