import { beforeEach, expect, test } from 'vitest';
import { FIRST_COMPARISON, type ComparedPart } from '../../model/comparison.ts';
import { SLOTS } from '../engine/answers.ts';
import { closeRecording, store } from '../store.ts';

const ALL: Omit<ComparedPart, 'recording'> = { range: undefined, threads: undefined };
const SIDES = {
  a: [{ recording: 0, ...ALL }],
  b: [{ recording: 1, ...ALL }],
  ...FIRST_COMPARISON,
} as const;

beforeEach(() => {
  closeRecording();
  const { options } = store.getState();
  store.setState({ options: { ...options, comparison: SIDES } });
});

function refuse(): void {
  const { options } = store.getState();
  const value = { ok: false, problem: { text: 'B has only 100 samples.' } } as const;
  const change = SLOTS.comparison?.answered(store.getState(), { value, isComplete: true }, { options });
  store.setState(change ?? {});
}

test('why the sides cannot be compared is kept until the comparison ends', () => {
  refuse();
  const { options, notComparable, comparison, problem } = store.getState();
  expect(notComparable).toEqual({ text: 'B has only 100 samples.', options });
  expect([comparison, problem]).toEqual([undefined, undefined]);
  expect(SLOTS.comparison?.known?.(store.getState(), { options })).toBe('complete');
  closeRecording();
  expect(store.getState().notComparable).toBeUndefined();
});

test('the timelines are requested even if the sides cannot be compared', () => {
  const question = () => SLOTS.comparedTimelines?.question(store.getState());
  expect(question(), 'the comparison is more urgent').toBeUndefined();
  refuse();
  expect(question()).toMatchObject({ a: 0, b: 1 });
});
