import { beforeEach, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { topDownTree } from '../../calltree/build/top-down.ts';
import type { CostShares } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import { allStacksOf, type CallTree } from '../../model/tree.ts';
import { currentGraph } from './graphs.ts';
import { Kind } from '../../model/kinds.ts';
import {
  select,
  setColorBy,
  setQuery,
  setVisibleRange,
  toggleCostHighlight,
  toggleHighlight,
  walkMatches,
  withAwaitedMatch,
  withSearchResult,
} from './navigation.ts';
import { addFilter, undo } from './selection.ts';
import { closeRecording, store } from '../store.ts';

const PROFILE = profileOf('main;a 1\nmain;b 2');
const RANGE = { from: 0.25, to: 0.5, rowsBefore: 0 };

beforeEach(closeRecording);

/** Displays a graph of the currently selected samples. */
function showGraph(): void {
  const { options } = store.getState();
  const { tree } = buildTree(PROFILE, 0);
  store.setState({ view: { options, shape: 'calls', tree, isComplete: true } });
}

test('moving the displayed graph sets the visible range', () => {
  showGraph();
  setVisibleRange('calls', RANGE);
  expect(store.getState().locations.calls.visibleRange).toBe(RANGE);
});

test('moving a graph of earlier samples does not change the visible range', () => {
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

test('a selected node that is too small for an approximate graph is selected in the complete one', () => {
  const { tree } = buildTree(PROFILE, 0);
  // It has only nodes on the left edge.
  const partial = topDownTree(allStacksOf(tree), 1).tree;
  store.setState({ recording: recordingOf(PROFILE) });
  const selected = () => {
    const graph = currentGraph(store.getState());
    return PROFILE.strings[PROFILE.funcs.name[graph?.tree.func[graph.selected] ?? NONE]];
  };
  const show = (shown: CallTree, isComplete: boolean) => {
    const { options } = store.getState();
    store.setState({ view: { options, shape: 'calls', tree: shown, isComplete } });
    return selected();
  };
  show(tree, true);
  select(tree.length - 1);
  expect(selected()).toBe('a');
  for (const change of [() => addFilter({ action: 'recursion', target: undefined }), undo]) {
    change();
    expect(show(partial, false)).toBe('main');
    expect(show(tree, true)).toBe('a');
  }
});

test('going to a match waits for the result of the current query', () => {
  showGraph();
  store.setState({ recording: recordingOf(PROFILE) });
  const answer = (name: string) => {
    const { funcs, strings } = PROFILE;
    const matches = Uint8Array.from(funcs.name, (each) => (strings[each] === name ? 1 : 0));
    const result = {
      mode: 'regex',
      matches,
      functions: 1,
      weight: 1,
      samples: 1,
      heaviest: [],
      query: name,
    } as const;
    store.setState(withSearchResult(store.getState(), result));
  };
  const selected = () => {
    const graph = currentGraph(store.getState());
    return PROFILE.strings[PROFILE.funcs.name[graph?.tree.func[graph.selected] ?? NONE]];
  };
  setQuery('a');
  answer('a');
  expect(selected()).toBeUndefined();
  setQuery('b');
  walkMatches(1);
  expect(selected(), 'the result is that of another query').toBeUndefined();
  answer('b');
  expect(selected()).toBe('b');
  setQuery('a');
  answer('a');
  expect(selected(), 'does not move again').toBe('b');
});

test('going to a match of a cost waits for the costs of the tree', () => {
  showGraph();
  const { view } = store.getState();
  if (!view) throw new Error('There is no graph.');
  store.setState({ recording: recordingOf(PROFILE), view });
  const matches = Uint8Array.from(PROFILE.funcs.name, () => 1);
  const found = {
    mode: 'cost',
    matches,
    functions: 1,
    weight: 1,
    samples: 1,
    heaviest: [],
    asked: { cost: 'gc' },
  } as const;
  const selected = () => currentGraph(store.getState())?.selected;
  setQuery('cost:gc');
  walkMatches(1);
  store.setState(withSearchResult(store.getState(), { ...found, query: 'cost:gc' }));
  expect(selected()).toBe(0);
  const { tree } = view;
  // Only the last chain has the cost.
  const shares = new Uint8Array(tree.chains).fill(255, tree.chains - 1);
  const costs: CostShares = { costs: ['gc'], weights: [1], shares };
  store.setState(withAwaitedMatch(store.getState(), { view: { ...view, costs } }));
  expect(selected()).toBe(tree.first[tree.chains - 1]);
});

test('either kinds or costs are highlighted, and undo keeps them and the coloring', () => {
  const shown = () => {
    const { highlighted, highlightedCosts, colorBy } = store.getState();
    return { kinds: [...highlighted], costs: [...highlightedCosts], colorBy };
  };
  toggleHighlight(Kind.own);
  toggleCostHighlight('gc');
  expect(shown()).toEqual({ kinds: [], costs: ['gc'], colorBy: 'kind' });
  toggleCostHighlight('memory');
  addFilter({ action: 'recursion', target: undefined });
  setColorBy('cost');
  undo();
  expect(shown()).toEqual({ kinds: [], costs: ['gc', 'memory'], colorBy: 'cost' });
  toggleCostHighlight('gc');
  expect(shown().costs).toEqual(['memory']);
  toggleHighlight(Kind.own);
  expect(shown()).toEqual({ kinds: [Kind.own], costs: [], colorBy: 'cost' });
});
