import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { canceledError } from '../../async/answers.ts';
import type { SearchResult } from '../../model/session.ts';
import type { DetailLimit } from '../../model/tree.ts';
import { Requests, type Slots } from './requests.ts';
import { type State, store as page } from '../store.ts';

const recording = recordingOf(profileOf('main 1'));
const LIMIT: DetailLimit = { depth: 1, samplePoints: 1 };

function found(functions: number): SearchResult {
  return { matches: new Uint8Array(1), mode: 'regex', functions, weight: 1, samples: 1, heaviest: [] };
}

/** A store whose search slot is answered by the tests. */
function setUp(limit?: DetailLimit, others: Slots = {}) {
  const store = createStore<State>()(() => ({ ...page.getInitialState(), recording }));
  const pending: {
    question: object;
    answer: (value: SearchResult, isComplete?: boolean) => Promise<void>;
    reject: (error: Error) => Promise<void>;
  }[] = [];
  const cancel = vi.fn();
  const fail = vi.fn();
  const settled = () => new Promise<void>((done) => setTimeout(done));
  const engine = {
    cancel,
    ask: (_slot: string, _name: string, question: object) =>
      new Promise<never>((resolve: (answer: never) => void, reject) => {
        pending.push({
          question,
          answer: async (value, isComplete = true) => {
            Reflect.apply(resolve, undefined, [{ value, isComplete }]);
            await settled();
          },
          reject: async (error) => {
            reject(error);
            await settled();
          },
        });
      }),
  };
  const slots: Slots = {
    ...others,
    search: {
      question: ({ options, query }) => (query === '' ? undefined : { options, query }),
      ...(limit && { limit: () => limit }),
      empty: { searchResult: undefined },
      isKeptWhilePending: true,
      answered: (_, { value }, { query }) => ({ searchResult: { ...value, query } }),
    },
  };
  const frames: (() => void)[] = [];
  const requests = new Requests(store, engine, slots, fail, (run) => frames.push(run));
  store.subscribe(() => requests.update());
  return { store, pending, cancel, fail, frames };
}

test('sends a request once per question, however often the state changes', () => {
  const { store, pending } = setUp();
  store.setState({ query: 'a' });
  store.setState({ menu: undefined });
  store.setState({ options: store.getState().options });
  expect(pending).toHaveLength(1);
  store.setState({ query: 'b' });
  store.setState({ options: { ...store.getState().options } });
  expect(pending).toHaveLength(3);
});

test('drops the answer or failure of a replaced request', async () => {
  const { store, pending, fail } = setUp();
  store.setState({ query: 'a' });
  store.setState({ query: 'b' });
  await pending[0].answer(found(1));
  expect(store.getState().searchResult).toBeUndefined();
  await pending[1].answer(found(2));
  expect(store.getState().searchResult?.functions).toBe(2);
  store.setState({ query: 'c' });
  store.setState({ query: 'd' });
  await pending[2].reject(new Error('no'));
  expect(fail).not.toHaveBeenCalled();
});

test('cancels a slot without a question, and drops its late answer', async () => {
  const { store, pending, cancel } = setUp();
  store.setState({ query: 'a' });
  store.setState({ query: '' });
  expect(cancel).toHaveBeenCalledWith('search');
  await pending[0].answer(found(1));
  expect(store.getState().searchResult).toBeUndefined();
});

test('shows an approximate answer, and requests the complete one without a limit', async () => {
  const { store, pending } = setUp(LIMIT);
  store.setState({ query: 'a' });
  expect(pending[0].question).toMatchObject({ query: 'a', limit: LIMIT });
  await pending[0].answer(found(1), false);
  expect(store.getState().searchResult?.functions).toBe(1);
  expect(pending[1].question).not.toHaveProperty('limit');
  await pending[1].answer(found(2));
  expect(store.getState().searchResult?.functions).toBe(2);
  expect(pending).toHaveLength(2);
});

test('does not request the complete answer if the question has changed', async () => {
  const { store, pending } = setUp(LIMIT);
  store.setState({ query: 'a' });
  store.setState({ query: 'b' });
  await pending[0].answer(found(1), false);
  expect(pending).toHaveLength(2);
});

test('reports a failure but not a canceled request', async () => {
  const { store, pending, fail } = setUp();
  store.setState({ query: 'a' });
  await pending[0].reject(canceledError());
  expect(fail).not.toHaveBeenCalled();
  store.setState({ query: 'b' });
  await pending[1].reject(new Error('out of memory'));
  expect(fail).toHaveBeenCalledOnce();
});

test('sends no requests without a recording, and repeats them for another recording', () => {
  const { store, pending } = setUp();
  store.setState({ recording: undefined, query: 'a' });
  expect(pending).toHaveLength(0);
  store.setState({ recording });
  store.setState({ recording: { ...recording } });
  expect(pending).toHaveLength(2);
});

test('requests what is beside the view after the new view has been painted', async () => {
  const { store, pending, cancel, frames } = setUp(undefined, {
    table: {
      isInView: true,
      question: ({ options, grouping: by }) => ({ options, by, hasCosts: false }),
      answered: () => ({ table: undefined }),
    },
  });
  store.setState({ query: 'a' });
  expect(pending.map(({ question }) => question)).toMatchObject([{ by: 'function' }]);
  await pending[0].answer(found(1));
  expect(pending).toHaveLength(1);
  frames.shift()?.();
  expect(pending[1].question).toMatchObject({ query: 'a' });
  store.setState({ grouping: 'module', query: 'b' });
  expect(cancel.mock.calls).toEqual([['search']]);
  expect(pending.slice(2).map(({ question }) => question)).toMatchObject([{ by: 'module' }]);
  await pending[2].answer(found(1));
  frames.shift()?.();
  expect(pending[3].question).toMatchObject({ query: 'b' });
});
