import { expect, test } from 'vitest';
import { sidePart } from './side-part.ts';

const thread = (tid: number, comm: string) => ({ pid: 7, tid, comm });
const recording = {
  start: 5e9,
  threadList: [thread(7, 'main'), thread(8, 'pool'), thread(9, 'pool'), thread(10, '')],
};
const range = (from: number, to: number) => ({ from: 5e9 + from * 1e9, to: 5e9 + to * 1e9 });

test.each([
  [undefined, undefined, ''],
  [range(0, 10), undefined, '0 to 10 s'],
  [{ ...range(2.5, 3.000_25), to: 8e9 + 250_001 }, undefined, '2.5 to 3.00025 s'],
  [undefined, [0], 'thread main'],
  [undefined, [1], 'thread pool 8'],
  [undefined, [1, 2], 'threads pool'],
  [range(0, 10), [0, 2, 3], '0 to 10 s, threads main, pool 9 and 10'],
])('%#', (time, threads, text) => {
  expect(sidePart([{ recording, range: time, threads }])).toBe(text);
});

test('a thread with two names is one thread', () => {
  const threadList = [thread(7, 'perf-exec'), thread(7, 'app'), thread(8, 'app')];
  const part = { recording: { ...recording, threadList }, threads: [0, 1] };
  expect(sidePart([part])).toBe('thread perf-exec and app 7');
});

test('recordings of a side with the same part, and with different ones', () => {
  const part = { recording, range: range(0, 10) };
  expect(sidePart([part, { ...part, recording: { ...recording, start: 5e9 } }])).toBe('0 to 10 s');
  expect(sidePart([part, { recording, range: range(1, 2) }])).toBe('0 to 10 s and 1 to 2 s');
});
