import { beforeEach, expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { select, setView } from './navigation.ts';
import { functionDetailsQuestion, nodeDetailsQuestion } from './side-panel.ts';
import { closeRecording, store } from '../store.ts';

const PROFILE = profileOf('main;a 1');

beforeEach(() => {
  closeRecording();
  store.setState({ recording: recordingOf(PROFILE) });
});

test.each([
  ['flame', 'calls', nodeDetailsQuestion],
  ['inverted', 'callers', functionDetailsQuestion],
] as const)(
  'in the %s graph, the details of a node are requested, but not of the root',
  (view, shape, question) => {
    setView(view);
    const { options } = store.getState();
    store.setState({ view: { options, shape, tree: buildTree(PROFILE, 0).tree, isComplete: true } });
    expect(question(store.getState())).toBeUndefined();
    select(1);
    expect(question(store.getState())).toMatchObject({ options });
  },
);
