import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Filter, FilterAction } from '../../model/filter.ts';
import * as selection from './selection.ts';
import { ALL_SAMPLES, type SampleSelection } from '../../model/session.ts';
import { closeRecording, store } from '../store.ts';
import { viewStateOf } from './view-state.ts';

beforeEach(() => {
  closeRecording();
  store.setState({ viewName: 'flame' });
});

function currentSelection(): SampleSelection {
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
        selection.addFilter(filter(action, name)),
  ),
  index.map((at) => () => selection.removeFilter(at)),
  index.map((at) => () => selection.toggleFilter(at)),
  fc.tuple(index, fc.integer({ min: -3, max: 3 })).map(
    ([at, by]) =>
      () =>
        selection.moveFilter(at, by),
  ),
  fc.nat(3).map((from) => () => selection.setRange(from === 0 ? undefined : { from, to: 9 })),
  fc.nat(3).map((thread) => () => selection.setThreads(thread === 0 ? undefined : [thread])),
  fc.constant(selection.toggleMyCode),
  fc.constantFrom('/shop', '/shop/api').map((folder) => () => selection.setMyCode(folder)),
  fc.constant(selection.selectAllSamples),
);
const changes = fc.array(change, { maxLength: 30 });

const ownCode = { event: 0, folder: '/shop', folders: [] };
const myCode = (path: string, isOn = true): Filter => ({
  action: 'keep',
  target: { by: 'folder', path },
  isOn,
});

test('My code is added as the first filter and can be removed', () => {
  store.setState({ ownCode });
  selection.addFilter(filter('hide', 'a'));
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([myCode('/shop'), { ...filter('hide', 'a'), isOn: true }]);
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([{ ...filter('hide', 'a'), isOn: true }]);
  selection.undo();
  expect(currentSelection().filters[0]).toEqual(myCode('/shop'));
});

test('My code remembers a folder that the user chose', () => {
  store.setState({ ownCode });
  selection.toggleMyCode();
  selection.setMyCode('/shop/api');
  selection.setMyCode('/shop/api');
  expect(steps()).toBe(2);
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([myCode('/shop/api', false)]);
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([myCode('/shop/api')]);
});

test('My code waits until the own code is known', () => {
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([]);
  store.setState((state) => selection.withOwnCode(state, ownCode));
  expect(currentSelection().filters).toEqual([myCode('/shop')]);
  expect(steps()).toBe(1);
  selection.toggleMyCode();
  expect(currentSelection().filters).toEqual([]);
});

test('My code can be turned off while it waits', () => {
  selection.toggleMyCode();
  selection.toggleMyCode();
  store.setState((state) => selection.withOwnCode(state, ownCode));
  expect(currentSelection().filters).toEqual([]);
});

test('My code does nothing without own code, unless a folder was set', () => {
  for (const folder of [undefined, '/shop'])
    for (const each of [undefined, { ...ownCode, folder: undefined }]) {
      closeRecording();
      store.setState({ ownCode: each });
      if (folder !== undefined) selection.setMyCode(folder);
      selection.toggleMyCode();
      expect(currentSelection().filters).toEqual(folder === undefined ? [] : [myCode(folder, false)]);
    }
});

test('undo returns to each previous selection, and redo to each later one', () => {
  fc.assert(
    fc.property(changes, (acts) => {
      closeRecording();
      const choices = [currentSelection()];
      for (const act of acts) {
        const before = steps();
        act();
        expect(steps() - before, 'a change is at most one undo step').toBeOneOf([0, 1]);
        if (steps() > before) choices.push(currentSelection());
        else expect(currentSelection()).toEqual(choices.at(-1));
      }
      for (const choice of choices.slice(0, -1).toReversed()) {
        selection.undo();
        expect(currentSelection()).toEqual(choice);
      }
      expect(currentSelection()).toEqual(ALL_SAMPLES);
      selection.undo();
      expect(currentSelection(), 'there is nothing before the beginning').toEqual(ALL_SAMPLES);
      for (const choice of choices.slice(1)) {
        selection.redo();
        expect(currentSelection()).toEqual(choice);
      }
      selection.redo();
      expect(currentSelection()).toEqual(choices.at(-1));
    }),
  );
});

test('undo and redo in any order move along the same steps', () => {
  fc.assert(
    fc.property(changes, fc.array(fc.boolean()), (acts, back) => {
      closeRecording();
      const line = [currentSelection()];
      for (const act of acts) {
        const before = steps();
        act();
        if (steps() > before) line.push(currentSelection());
      }
      let at = line.length - 1;
      for (const isBack of back) {
        if (isBack) selection.undo();
        else selection.redo();
        at = Math.max(0, Math.min(line.length - 1, at + (isBack ? -1 : 1)));
        expect(currentSelection()).toEqual(line[at]);
      }
    }),
  );
});

test('a change after an undo clears redo', () => {
  selection.addFilter(filter('hide', 'a'));
  selection.undo();
  selection.addFilter(filter('hide', 'b'));
  selection.redo();
  expect(currentSelection().filters).toEqual([{ ...filter('hide', 'b'), isOn: true }]);
});

test('filters are added at the end and keep their positions when off', () => {
  for (const name of ['a', 'b', 'c']) selection.addFilter(filter('hide', name));
  selection.toggleFilter(1);
  const named = () =>
    currentSelection().filters.map(({ target, isOn }) => `${JSON.stringify(target)} ${isOn}`);
  expect(named()).toEqual([
    '{"by":"function","name":"a","module":""} true',
    '{"by":"function","name":"b","module":""} false',
    '{"by":"function","name":"c","module":""} true',
  ]);
  const [a, b, c] = named();
  selection.moveFilter(2, -2);
  expect(named()).toEqual([c, a, b]);
  selection.moveFilter(0, 1);
  expect(named()).toEqual([a, c, b]);
  selection.moveFilter(2, 1);
  expect(named(), 'there is no position after the last').toEqual([a, c, b]);
});

test('repeating the last filter or the current selection is not a step', () => {
  selection.addFilter(filter('hide', 'a'));
  selection.addFilter(filter('hide', 'a'));
  expect(steps()).toBe(1);
  selection.toggleFilter(0);
  selection.addFilter(filter('hide', 'a'));
  expect(currentSelection().filters).toHaveLength(2);
  selection.setRange({ from: 1, to: 2 });
  selection.setThreads([3]);
  const before = steps();
  selection.setRange({ from: 1, to: 2 });
  selection.setThreads([3]);
  expect(steps()).toBe(before);
});

test('keeps a limited number of steps', () => {
  for (let from = 1; from <= 300; from++) selection.setRange({ from, to: 999 });
  expect(steps()).toBe(200);
  for (let step = 0; step < 300; step++) selection.undo();
  expect(currentSelection().range).toEqual({ from: 100, to: 999 });
});

test('a range and threads are normalized as in a link: whole nanoseconds, sorted rows', () => {
  selection.setRange({ from: 1.4, to: 8.6 });
  selection.setThreads([2, 1]);
  expect(currentSelection()).toMatchObject({ range: { from: 1, to: 9 }, threads: [1, 2] });
  selection.setRange({ from: 1.3, to: 8.7 });
  selection.setThreads([1, 2]);
  expect(steps(), 'the same again is no step').toBe(2);
});

const zoomedIn = { zoomed: [1, 2], selected: [1, 2, 3], visibleRange: { from: 0.2, to: 0.4, rowsBefore: 0 } };

function locate(location = zoomedIn): void {
  const { locations } = store.getState();
  store.setState({ locations: { ...locations, calls: location } });
}

test('selecting other samples keeps the nodes of the location and resets the visible range', () => {
  locate();
  selection.addFilter(filter('hide', 'a'));
  expect(store.getState().locations.calls).toEqual({ ...zoomedIn, visibleRange: undefined });
  selection.addFilter(filter('focus', 'b'));
  expect(store.getState().locations.calls).toMatchObject({ zoomed: [], selected: [1, 2, 3] });
});

test('undo restores the previous location, and redo the one before undo', () => {
  locate();
  selection.addFilter(filter('hide', 'a'));
  locate({ ...zoomedIn, zoomed: [], selected: [7] });
  selection.undo();
  expect(store.getState().locations.calls).toEqual(zoomedIn);
  selection.redo();
  expect(store.getState().locations.calls).toMatchObject({ zoomed: [], selected: [7] });
});

test('undo reverts the selection of samples and keeps the view and the level', () => {
  locate();
  selection.addFilter(filter('hide', 'a'));
  store.setState({ viewName: 'table' });
  store.setState({ options: { ...store.getState().options, level: 'raw' } });
  selection.undo();
  const { viewName, options, locations } = store.getState();
  expect([viewName, options.level, options.filters]).toEqual(['table', 'raw', []]);
  expect(locations.calls, 'no range of another view or level is restored').toEqual({
    ...zoomedIn,
    visibleRange: undefined,
  });
});

test('a view from the browser history is an undo step only if its samples differ', () => {
  const first = viewStateOf(store.getState());
  selection.addFilter(filter('hide', 'a'));
  const filtered = viewStateOf(store.getState());
  selection.applyViewState(first);
  expect(steps()).toBe(2);
  selection.undo();
  expect(store.getState().options.filters).toHaveLength(1);
  selection.applyViewState({ ...filtered, viewName: 'tree' });
  expect(store.getState().viewName).toBe('tree');
  expect(steps()).toBe(1);
});
