import { beforeEach, expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { setVisibleRange } from './navigation.ts';
import { addFilter, undo } from './selection.ts';
import { closeRecording, store } from './store.ts';

const RANGE = { from: 0.25, to: 0.5, rowsBefore: 0 };

beforeEach(closeRecording);

/** Displays a graph of the currently selected samples. */
function showGraph(): void {
  const { options } = store.getState();
  const { tree } = buildTree(profileOf('main;a 1\nmain;b 2'), 0);
  store.setState({ view: { options, shape: 'calls', tree, isComplete: true } });
}

test('the visible range is that of the displayed graph', () => {
  showGraph();
  setVisibleRange('calls', RANGE);
  expect(store.getState().locations.calls.visibleRange).toBe(RANGE);
});

test('a graph that waits to be replaced does not change the visible range', () => {
  showGraph();
  setVisibleRange('calls', RANGE);
  addFilter({ action: 'recursion', target: undefined });
  setVisibleRange('calls', { ...RANGE, to: 0.75 });
  expect(store.getState().locations.calls.visibleRange).toBeUndefined();
  showGraph();
  undo();
  setVisibleRange('calls', undefined);
  expect(store.getState().locations.calls.visibleRange).toBe(RANGE);
});
