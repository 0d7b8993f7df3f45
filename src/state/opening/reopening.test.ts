// Opening comparisons, and showing them again from the browser's history. The worker only names recordings.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { until } from '../../../fixtures/until.ts';
import { PendingAnswers } from '../../async/answers.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { RecordingId } from '../../model/comparison.ts';
import type { Filter } from '../../model/filter.ts';
import type { OpenedRecording, Question } from '../../model/queries.ts';
import type { InputFile, Outcome, Recording } from '../../model/session.ts';
import { SLOTS } from '../engine/answers.ts';
import { compareParts, compareWith } from './comparing.ts';
import { openFiles } from './opening.ts';
import { openAgain } from './reopening.ts';
import { addFilter, undo } from '../view/selection.ts';
import { cancelOpening, goToStartScreen, showAgain, stopComparing } from './shown.ts';
import { store } from '../store.ts';
import { close, openNumbers, switchBy } from './switching.ts';

const EVENTS = ['cycles', 'instructions:u'].map((name) => ({ name, samples: 1, weight: 1, measure: name }));
const profile = profileOf('main 1');
const { tree } = buildTree(profile, 0);

function recording(name: string): Recording {
  return recordingOf(profile, { name, events: EVENTS, isAddition: name === 'symbols' });
}

class FakeWorker {
  readonly answers = new PendingAnswers();
  readonly session = {
    ...Object.fromEntries(Object.keys(SLOTS).map((query) => [query, () => new Promise(() => {})])),
    cancel: () => {},
    close: () => {},
    open: (_: RecordingId, [{ name }]: readonly InputFile[]): Promise<Outcome<OpenedRecording>> =>
      Promise.resolve(
        name === 'damaged'
          ? { ok: false, problem: { text: 'It is damaged.' } }
          : { ok: true, value: { recording: recording(name), memory: 1, tree: undefined } },
      ),
    compare: (): Promise<Outcome<Recording>> => Promise.resolve({ ok: true, value: recording('both') }),
    tree: (_: RecordingId, _slot: string, { options, shape }: Question<'tree'>) =>
      Promise.resolve({ value: { options, shape, tree }, isComplete: true }),
  };
  readonly end = () => {};
}

// A function, because mocks are hoisted above the class.
vi.mock('../engine/session-worker.ts', () => ({
  SessionWorker: function () {
    return new FakeWorker();
  },
}));

beforeEach(() => vi.stubGlobal('location', { hash: '' }));

afterEach(() => {
  goToStartScreen();
  for (const number of numbers()) close(number);
  store.setState({ opened: new Map(), openedCount: 0 });
  vi.unstubAllGlobals();
});

const file = (name: string) => new File(['x'], name);
const numbers = () => [...store.getState().opened.keys()];

/** The number and the recordings that the page shows. */
function shown(): string {
  const { recordingNumber, recording: open, comparing } = store.getState();
  return [recordingNumber, ...(comparing?.recordings ?? (open ? [open] : [])).map(({ name }) => name)].join(
    ' ',
  );
}

function openBoth(b = 'b'): Promise<void> {
  return openFiles([file('a')], { compared: { added: { b: [{ files: [file(b)] }] } } });
}

async function again(number: number): Promise<void> {
  expect(showAgain(number) || openAgain(number, {}, undefined)).toBe(true);
  await until(() => store.getState().recordingNumber === number);
  expect(store.getState().recordingNumber).toBe(number);
}

test('of recordings that are opened to be compared, only the comparison is shown', async () => {
  const seen = new Set<string>();
  const unsubscribe = store.subscribe(() => seen.add(shown()));
  await openBoth();
  unsubscribe();
  expect([...seen]).toEqual(['0', '3 a b']);
  expect(numbers()).toEqual([1, 2, 3]);
});

test('if one of them cannot be opened, the open recording stays', async () => {
  await openFiles([file('x')]);
  await openBoth('damaged');
  expect(shown()).toBe('1 x');
  expect(store.getState().problem?.text).toBe('It is damaged.');
  expect(numbers()).toEqual([1]);
});

test('a comparison and its first recording keep their numbers', async () => {
  await openBoth();
  stopComparing();
  expect(shown()).toBe('1 a');
  await again(3);
  expect(shown()).toBe('3 a b');
  await again(1);
  expect(shown()).toBe('1 a');
  await openFiles([file('c')]);
  expect(shown()).toBe('4 c');
  await again(3);
  expect(shown()).toBe('3 a b');
  await openFiles([file('symbols')]);
  expect(shown()).toBe('1 symbols');
  await again(3);
  await again(1);
  expect(new Set(numbers())).toEqual(new Set([1, 2, 3, 4]));
});

test('a comparison with more recordings has a number of its own', async () => {
  await openBoth();
  await compareWith({ a: [{ files: [file('c')] }] });
  expect(shown()).toBe('5 a b c');
  expect(store.getState().options.comparison).toMatchObject({
    a: [{ recording: 0 }, { recording: 2 }],
    b: [{ recording: 1 }],
  });
  await again(3);
  expect(shown()).toBe('3 a b');
  await again(5);
  expect(shown()).toBe('5 a b c');
});

test('a comparison of parts of a recording is shown again', async () => {
  await openFiles([file('a')]);
  await compareParts({ range: { from: 0, to: 1 } }, { range: { from: 1, to: 2 } });
  await again(1);
  await again(2);
  expect(shown()).toBe('2 a');
  goToStartScreen();
  await again(1);
  expect(store.getState().comparing).toBeUndefined();
});

test('what was compared is listed as open, and shown by itself; a comparison that was ended is not', async () => {
  await openBoth();
  const listed = () => openNumbers(store.getState());
  expect(listed()).toEqual([1, 2, 3]);
  stopComparing();
  expect(listed()).toEqual([1, 2]);
  switchBy(1);
  await until(() => store.getState().recordingNumber === 2);
  expect(shown()).toBe('2 b');
  switchBy(1);
  expect(shown()).toBe('1 a');
  close(1);
  expect(shown()).toBe('2 b');
  expect(numbers()).toEqual([2]);
});

test('a recording that cannot be opened again stays listed, and what was shown is shown again', async () => {
  await openBoth();
  stopComparing();
  const { opened } = store.getState();
  const b = opened.get(2);
  if (b) store.setState({ opened: new Map(opened).set(2, { ...b, files: [file('damaged')] }) });
  switchBy(1);
  await until(() => store.getState().problem !== undefined);
  expect(shown()).toBe('1 a');
  expect(numbers()).toContain(2);
});

const slow = (by: 'function' | 'finding'): Filter => ({
  action: 'hide',
  target: by === 'function' ? { by, name: 'slow', module: '' } : { by, finding: 'no-samples' },
  isOn: true,
});

test('a comparison keeps the filters, the level, the event, the view and the search', async () => {
  await openFiles([file('a')]);
  const { options } = store.getState();
  const filters = [slow('finding'), slow('function')];
  const range = { from: 0, to: 1 };
  store.setState({
    options: { ...options, level: 'raw', event: 1, range, filters },
    viewName: 'tree',
    query: 'f',
  });
  await compareWith({ b: [{ files: [file('b')] }] });
  const kept = { level: 'raw', event: 1, range: undefined, filters: [slow('function')] };
  expect(store.getState()).toMatchObject({ options: kept, viewName: 'tree', query: 'f', past: [] });
});

test('a comparison with more recordings keeps its view, and undo takes them away', async () => {
  await openBoth();
  addFilter(slow('function'));
  store.setState({ viewName: 'icicle', query: 'f' });
  await compareWith({ a: [{ files: [file('c')] }] });
  expect(store.getState()).toMatchObject({ viewName: 'icicle', query: 'f' });
  expect(store.getState().options.filters).toEqual([slow('function')]);
  undo();
  expect(store.getState().options).toMatchObject({
    filters: [slow('function')],
    comparison: { a: [{ recording: 0 }], b: [{ recording: 1 }] },
  });
  undo();
  expect(store.getState().options.filters).toEqual([]);
});

test('what is still shown is not described while a comparison is shown again', async () => {
  await openBoth();
  stopComparing();
  expect(openAgain(3, {}, undefined)).toBe(true);
  expect(store.getState().opening).toBeDefined();
  cancelOpening();
  await new Promise((done) => setTimeout(done));
  expect(shown()).toBe('1 a');
});
