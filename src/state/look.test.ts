import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Filter, FilterAction } from '../model/filter.ts';
import * as look from './look.ts';
import { ALL, type Looked } from '../model/session.ts';
import { backIn, closeRecording, store } from './store.ts';

// What is asked for is looked at here, and never answered.
vi.mock('./refresh.ts', () => ({ refreshAll: vi.fn() }));

beforeEach(closeRecording);

function looked(): Looked {
  const { threads, range, filters } = store.getState().options;
  return { threads, range, filters };
}

const steps = () => store.getState().past.length;

function filter(action: FilterAction, name: string): Omit<Filter, 'isOn'> {
  return { action, target: { by: 'function', name, module: '' } };
}

const index = fc.nat(4);
const change: fc.Arbitrary<() => void> = fc.oneof(
  fc.tuple(fc.constantFrom<FilterAction>('focus', 'hide', 'only'), fc.constantFrom('a', 'b', 'c')).map(
    ([action, name]) =>
      () =>
        look.addFilter(filter(action, name)),
  ),
  index.map((at) => () => look.removeFilter(at)),
  index.map((at) => () => look.toggleFilter(at)),
  fc.tuple(index, fc.integer({ min: -3, max: 3 })).map(
    ([at, by]) =>
      () =>
        look.moveFilter(at, by),
  ),
  fc.nat(3).map((from) => () => look.setRange(from === 0 ? undefined : { from, to: 9 })),
  fc.nat(3).map((thread) => () => look.setThreads(thread === 0 ? undefined : [thread])),
  fc.constant(look.lookAtAll),
);
const changes = fc.array(change, { maxLength: 30 });

test('as many undos as there were steps lead back to each choice before, and redos forth again', () => {
  fc.assert(
    fc.property(changes, (acts) => {
      closeRecording();
      const choices = [looked()];
      for (const act of acts) {
        const before = steps();
        act();
        expect(steps() - before, 'a change is one step at most').toBeOneOf([0, 1]);
        if (steps() > before) choices.push(looked());
        else expect(looked()).toEqual(choices.at(-1));
      }
      for (const choice of choices.slice(0, -1).toReversed()) {
        look.undo();
        expect(looked()).toEqual(choice);
      }
      expect(looked()).toEqual(ALL);
      look.undo();
      expect(looked(), 'there is nothing before the beginning').toEqual(ALL);
      for (const choice of choices.slice(1)) {
        look.redo();
        expect(looked()).toEqual(choice);
      }
      look.redo();
      expect(looked()).toEqual(choices.at(-1));
    }),
  );
});

test('undo and redo, in whatever order, are steps on one line', () => {
  fc.assert(
    fc.property(changes, fc.array(fc.boolean()), (acts, back) => {
      closeRecording();
      const line = [looked()];
      for (const act of acts) {
        const before = steps();
        act();
        if (steps() > before) line.push(looked());
      }
      let at = line.length - 1;
      for (const isBack of back) {
        if (isBack) look.undo();
        else look.redo();
        at = Math.max(0, Math.min(line.length - 1, at + (isBack ? -1 : 1)));
        expect(looked()).toEqual(line[at]);
      }
    }),
  );
});

test('a change after an undo forgets what was taken back', () => {
  look.addFilter(filter('hide', 'a'));
  look.undo();
  look.addFilter(filter('hide', 'b'));
  look.redo();
  expect(looked().filters).toEqual([{ ...filter('hide', 'b'), isOn: true }]);
});

test('filters are added at the end and keep their places when they are off', () => {
  for (const name of ['a', 'b', 'c']) look.addFilter(filter('hide', name));
  look.toggleFilter(1);
  const named = () => looked().filters.map(({ target, isOn }) => `${JSON.stringify(target)} ${isOn}`);
  expect(named()).toEqual([
    '{"by":"function","name":"a","module":""} true',
    '{"by":"function","name":"b","module":""} false',
    '{"by":"function","name":"c","module":""} true',
  ]);
  const [a, b, c] = named();
  look.moveFilter(2, -2);
  expect(named()).toEqual([c, a, b]);
  look.moveFilter(0, 1);
  expect(named()).toEqual([a, c, b]);
  look.moveFilter(2, 1);
  expect(named(), 'there is no place behind the last').toEqual([a, c, b]);
});

test('the same filter twice in a row is one, and what is chosen already is no step', () => {
  look.addFilter(filter('hide', 'a'));
  look.addFilter(filter('hide', 'a'));
  expect(steps()).toBe(1);
  look.toggleFilter(0);
  look.addFilter(filter('hide', 'a'));
  expect(looked().filters).toHaveLength(2);
  look.setRange({ from: 1, to: 2 });
  look.setThreads([3]);
  const before = steps();
  look.setRange({ from: 1, to: 2 });
  look.setThreads([3]);
  expect(steps()).toBe(before);
});

test('of steps without end the last are kept', () => {
  for (let from = 1; from <= 300; from++) look.setRange({ from, to: 999 });
  expect(steps()).toBe(200);
  for (let step = 0; step < 300; step++) look.undo();
  expect(looked().range).toEqual({ from: 100, to: 999 });
});

test('a range and threads are kept as a link says them: whole nanoseconds, and rows in their order', () => {
  look.setRange({ from: 1.4, to: 8.6 });
  look.setThreads([2, 1]);
  expect(looked()).toMatchObject({ range: { from: 1, to: 9 }, threads: [1, 2] });
  look.setRange({ from: 1.3, to: 8.7 });
  look.setThreads([1, 2]);
  expect(steps(), 'the same again is no step').toBe(2);
});

test('undo leads back to what was seen, unless something else is asked for', () => {
  const seen = { from: 0.2, to: 0.4, past: 0 };
  store.setState({ seen });
  look.addFilter(filter('hide', 'a'));
  store.setState({ seen: undefined });
  look.undo();
  expect(backIn(store.getState())?.seen).toEqual({ view: seen });
  look.redo();
  expect(backIn(store.getState())?.seen).toEqual({ view: undefined });
  look.undo();
  store.setState({ viewName: 'table' });
  expect(backIn(store.getState())).toBeUndefined();
  store.setState({ viewName: 'flame', options: { ...store.getState().options, level: 'raw' } });
  expect(backIn(store.getState())).toBeUndefined();
  look.redo();
  look.undo();
  expect(backIn(store.getState())?.level).toBe('raw');
});
