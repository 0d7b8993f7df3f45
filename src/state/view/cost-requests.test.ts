import { beforeEach, expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { SLOTS } from '../engine/answers.ts';
import { setColorBy, setView, toggleCostHighlight } from './navigation.ts';
import { closeRecording, store } from '../store.ts';

const COSTS = { costs: ['memory'], weights: [3], shares: Uint8Array.of(255, 255, 255) } as const;

beforeEach(() => {
  closeRecording();
  setColorBy('kind');
  setView('flame');
  showTree(true);
});

function showTree(isComplete: boolean): void {
  const { options } = store.getState();
  const { tree } = buildTree(profileOf('main;a 1\nmain;b 2'), 0);
  store.setState({ view: { options, shape: 'calls', tree, isComplete } });
}

const question = () => SLOTS.treeCosts?.question(store.getState());

test('the costs of a complete tree are requested once colors or a highlight show them', () => {
  const { options } = store.getState();
  expect(question()).toBeUndefined();
  toggleCostHighlight('memory');
  expect(question()).toEqual({ options, shape: 'calls' });
  toggleCostHighlight('memory');
  setColorBy('cost');
  expect(question()).toEqual({ options, shape: 'calls' });
  showTree(false);
  expect(question(), 'the complete tree will have costs').toBeUndefined();
  expect(SLOTS.tree?.question(store.getState())).toEqual({ options, shape: 'calls', costs: true });
  showTree(true);
  setView('inverted');
  expect(question(), 'the tree is about to be replaced').toBeUndefined();
});

test('costs are only added to the tree that they belong to', () => {
  setColorBy('cost');
  const { view, options } = store.getState();
  const asked = { options, shape: 'calls' } as const;
  const answered = () =>
    SLOTS.treeCosts?.answered(store.getState(), { value: COSTS, isComplete: true }, asked);
  expect(answered()).toEqual({ view: { ...view, costs: COSTS } });
  store.setState({ view: { ...view!, costs: COSTS } });
  expect(question(), 'known').toBeUndefined();
  expect(SLOTS.tree?.known?.(store.getState(), asked), 'the tree stays').toBe('complete');
  showTree(false);
  expect(answered()).toEqual({});
  store.setState({ view: { ...view!, options: { ...options, level: 'raw' } } });
  expect(answered()).toEqual({});
});
