import { expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import {
  beyondMemory,
  closedWith,
  withoutEnded,
  withOpened,
  type KeptRecording,
  type Opened,
  type OpenedByNumber,
} from './recordings.ts';
import { store } from '../store.ts';
import { viewStateOf } from '../view/view-state.ts';

const kept: KeptRecording = {
  ...viewStateOf(store.getState()),
  recording: recordingOf(profileOf('main 1'), { name: 'a' }),
  comparing: undefined,
  source: '',
  recordingNumber: 1,
  past: [],
  future: [],
};

function entry(change: Partial<Opened> = {}): Opened {
  return { files: [new File(['x'], 'a')], notes: [], source: '', name: 'a', size: 1, memory: 10, ...change };
}

/** Recordings 1 and 2, their comparison 3, and recording 4, all in the memory of workers. */
const ALL: OpenedByNumber = new Map([
  [1, entry({ kept })],
  [2, entry()],
  [3, entry({ kept, compared: [1, 2], files: [], memory: 0 })],
  [4, entry({ kept })],
]);

const keptIn = (all: OpenedByNumber) => [...all].filter(([, each]) => each.kept).map(([number]) => number);

test('recordings of comparisons are not forgotten before these', () => {
  const many = new Map(Array.from({ length: 64 }, (_, i) => [i + 10, entry()] as const));
  const all = withOpened(ALL, many);
  expect(all.size).toBe(64);
  expect([1, 2, 3, 4].map((number) => all.has(number))).toEqual([true, true, false, false]);
  expect(withOpened(all, new Map([[100, entry()]])).has(1)).toBe(false);
});

test('a worker keeps its comparison until its recording is shown by itself', () => {
  expect(keptIn(withoutEnded(ALL, [1, 4], 4))).toEqual([1, 3, 4]);
  expect(keptIn(withoutEnded(ALL, [1, 4], 3))).toEqual([1, 3, 4]);
  expect(keptIn(withoutEnded(ALL, [1, 4], 1))).toEqual([1, 4]);
  expect(keptIn(withoutEnded(ALL, [4], 4))).toEqual([4]);
});

test('a recording that is not in memory any more keeps its view, and its files unless a link leads to them', () => {
  const past = [viewStateOf(store.getState())];
  const source = 'example=web-shop';
  const all = new Map(ALL).set(4, entry({ kept: { ...kept, past }, source })).set(1, entry({ kept, source }));
  const ended = withoutEnded(all, [], 0);
  expect(ended.get(4)).toMatchObject({ files: [], view: { past, options: kept.options } });
  expect(ended.get(1)?.files, 'for the comparison').toHaveLength(1);
});

test('beyond the memory, recordings that were not shown for the longest time end, but never the one that is shown', () => {
  expect(beyondMemory(ALL, [1, 4], 4, 30)).toEqual([]);
  expect(beyondMemory(ALL, [1, 4], 4, 29), 'with what it is compared with').toEqual([1]);
  expect(beyondMemory(ALL, [1, 4], 3, 29)).toEqual([4]);
  expect(beyondMemory(ALL, [1, 4], 3, 5)).toEqual([4]);
});

test('comparisons are closed with each of their recordings', () => {
  expect(closedWith(ALL, 2)).toEqual([2, 3]);
  expect(closedWith(ALL, 3)).toEqual([3]);
});
