import { beforeEach, expect, test, vi } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { MendingSummary } from '../../model/levels.ts';
import { classify } from '../../python/classify.ts';
import { readAddress, writeAddress } from '../../sharing/address.ts';
import { SLOTS } from '../engine/answers.ts';
import { addressOf } from '../links/link.ts';
import { viewStateAt } from '../links/linked-view.ts';
import { setLevel, toggleCallers } from './navigation.ts';
import { storedPreferences } from '../preferences.ts';
import { closeRecording, store } from '../store.ts';
import { viewStateOf } from './view-state.ts';

const { profile } = classify(profileOf('main@/usr/bin/python3 1'));
const recording = recordingOf(profile);
const mending: MendingSummary = {
  open: 2,
  mended: 1,
  isDeep: true,
  hasWhole: true,
  share: 0.1,
  isFromPerf: true,
};

beforeEach(() => {
  closeRecording({ recording: { ...recording, mending } });
  store.setState({ callers: 'inferred' });
});

const callers = () => store.getState().options.callers;
const hash = () => writeAddress(addressOf(store.getState(), store.getState().recording ?? recording));

test('callers are shown as recorded, or inferred again, and the choice is remembered', () => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal('localStorage', localStorage);
  expect([callers(), storedPreferences().callers]).toEqual([undefined, 'inferred']);
  toggleCallers();
  expect([callers(), storedPreferences().callers, store.getState().callers]).toEqual([
    'recorded',
    'recorded',
    'recorded',
  ]);
  toggleCallers();
  expect([callers(), storedPreferences().callers]).toEqual([undefined, 'inferred']);
});

test('there is no choice as recorded, or if nothing was re-attached', () => {
  setLevel('raw');
  toggleCallers();
  expect(callers()).toBeUndefined();
  closeRecording({ recording: { ...recording, mending: { ...mending, mended: 0 } } });
  toggleCallers();
  expect(callers()).toBeUndefined();
});

test('a link names callers as recorded, unless nothing was re-attached', () => {
  expect(hash()).toBe('');
  toggleCallers();
  expect(hash()).toBe('v=2&mend=0');
  const read = (link: string) => viewStateAt(readAddress(link), recording, viewStateOf(store.getState()));
  expect(read('v=2&mend=0').view.options.callers).toBe('recorded');
  expect(read('v=2').view.options.callers).toBeUndefined();
  store.setState({ recording: { ...recording, mending: { ...mending, mended: 0 } } });
  expect(hash()).toBe('');
});

test('a large recording is mended after its first view, and then everything is requested again', () => {
  const { options } = store.getState();
  const { tree } = buildTree(profile, 0);
  store.setState({ recording, view: { options, shape: 'calls', tree, isComplete: true } });
  const question = () => SLOTS.mending?.question(store.getState());
  const overview = () => SLOTS.overview?.question(store.getState());
  expect(question()).toEqual({});
  expect(overview(), 'it would be requested twice').toBeUndefined();
  const answer = (mended: number) => {
    const { strings, funcs } = recording;
    const value = { mending: { ...mending, mended }, strings, funcs };
    return {
      ...store.getState(),
      ...SLOTS.mending?.answered(store.getState(), { value, isComplete: true }, {}),
    };
  };
  expect(answer(0).options, 'nothing was re-attached').toBe(options);
  expect(answer(1).options).toEqual(options);
  expect(answer(1).options).not.toBe(options);
  store.setState(answer(0));
  expect([question(), overview()]).toEqual([undefined, { options }]);
});
