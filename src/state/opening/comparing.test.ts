import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { FIRST_COMPARISON, type ComparedPart, type ComparisonOptions } from '../../model/comparison.ts';
import { swapSides } from './comparing.ts';
import { setView } from '../view/navigation.ts';
import { selectAllSamples, undo } from '../view/selection.ts';
import { closeRecording, openRecording, store } from '../store.ts';
import { START_VIEW } from '../view/view-state.ts';

const part = (recording: number): ComparedPart => ({ recording, range: undefined, threads: undefined });

const recordings = ['a', 'b', 'c'].map((name) => recordingOf(profileOf('main 1'), { name }));

function compare(change: Partial<ComparisonOptions> = {}): void {
  const comparison: ComparisonOptions = {
    a: [part(0)],
    b: [part(1)],
    ...FIRST_COMPARISON,
    ...change,
  };
  const [recording] = recordings;
  store.setState({
    recording,
    comparing: { recording: { ...recording, name: '' }, recordings },
    options: { ...START_VIEW.options, comparison },
  });
}

const comparison = () => store.getState().options.comparison;

beforeEach(() => closeRecording());
afterEach(() => closeRecording());

test('a view that comparisons lack is not shown, but named', () => {
  compare();
  setView('table');
  setView('time');
  expect(store.getState()).toMatchObject({ viewName: 'table', missingView: { name: 'time' } });
});

test('swapping the sides reverses everything that has a direction', () => {
  compare({ work: [1, 2], renames: [['old', 'new']] });
  const before = comparison();
  swapSides();
  expect(comparison()).toEqual({
    ...before,
    a: [part(1)],
    b: [part(0)],
    work: [2, 1],
    renames: [['new', 'old']],
  });
  swapSides();
  expect(comparison()).toEqual(before);
});

test('the name follows the sides', () => {
  compare({ a: [part(0), part(2)], b: [part(1)] });
  const before = openRecording(store.getState());
  expect(before?.name).toBe('a, c → b');
  swapSides();
  expect(openRecording(store.getState())?.name).toBe('b → a, c');
  undo();
  expect(openRecording(store.getState())?.name).toBe('a, c → b');
  store.setState({ query: 'f' });
  const after = openRecording(store.getState());
  expect(openRecording(store.getState()), 'nothing is requested again').toBe(after);
});

test('all samples of both sides are selected, unless they are parts of the same recording', () => {
  const range = { from: 0, to: 1 };
  compare({ a: [{ ...part(0), range }], b: [{ ...part(1), threads: [1] }, part(2)] });
  selectAllSamples();
  expect(comparison()).toMatchObject({ a: [part(0)], b: [part(1), part(2)] });
  undo();
  expect(comparison()?.a).toEqual([{ ...part(0), range }]);
  const halves = { a: [{ ...part(0), range }], b: [{ ...part(0), range: { from: 1, to: 2 } }] };
  compare(halves);
  selectAllSamples();
  expect(comparison()).toMatchObject(halves);
});
