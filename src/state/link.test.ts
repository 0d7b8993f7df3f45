import { describe, expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { NONE } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { readAddress, writeAddress } from './address.ts';
import { addressOf, namesIn, printOf, stateAt } from './link.ts';
import { store } from './store.ts';

const { profile } = classify(profileOf('main@/usr/bin/python3;py::f:/a.py 1'));
const recording = recordingOf(profile);

test.each([
  [0, 'view=table&by=module&box=0'],
  [NONE, 'view=table&by=module&box=none'],
])('row %d of the table is in the address, and a link leads to it', (id, hash) => {
  const state = {
    ...store.getInitialState(),
    viewName: 'table',
    grouping: 'module',
    subject: { by: 'module', id },
  } as const;
  expect(writeAddress(addressOf(state, recording))).toBe(hash);
  expect(stateAt(readAddress(hash), recording).subject).toEqual({ by: 'module', id });
});

test('a table without a row says none', () => {
  const state = { ...store.getInitialState(), viewName: 'table' } as const;
  expect(writeAddress(addressOf(state, recording))).toBe('view=table');
  expect(stateAt(readAddress('view=table'), recording).subject).toBe(undefined);
});

const GOOD = 'filter=hide~function~x';
const ODD = 'filter=explode';
test.each([
  [[ODD], '1 filter of this link is left out'],
  [[GOOD, ODD, ODD], '2 filters of this link are left out'],
  [Array(201).fill(GOOD), '1 filter of this link is left out'],
  [[ODD, ...Array(202).fill(GOOD)], '4 filters of this link are left out'],
])('what is left out of a link is counted, and said with the reason', (filters: string[], text) => {
  expect(stateAt(readAddress(filters.join('&')), recording).problem).toEqual({
    text: `${text}: at most 200 are applied, and only those that this version can read.`,
  });
});

describe('the recording that a link belongs to', () => {
  const link = (print: string) =>
    readAddress(`recording=a.perf~${print}&level=python&zoom=1&box=1&open=1&view=tree`);

  test('is named without folders, and told by what was sampled', () => {
    const elsewhere = { ...recording, name: '/home/ada/secret/a.perf.gz' };
    const { recording: named } = namesIn(store.getInitialState(), elsewhere);
    expect(named).toEqual({ name: 'a.perf.gz', print: printOf(recording) });
    expect(printOf({ ...recording, notes: [], size: 1, strings: [] })).toBe(printOf(recording));
    const event = { name: 'page-faults', samples: 1, weight: 1 };
    for (const change of [{ samples: 99 }, { start: 98 }, { duration: 97 }, { events: [event] }])
      expect(printOf({ ...recording, ...change })).not.toBe(printOf(recording));
  });

  test('is shown as the link says where it is that one', () => {
    const { problem, arrival } = stateAt(link(printOf(recording)), recording);
    expect(problem).toBeUndefined();
    expect(arrival).toMatchObject({ boxes: { zoomed: 1, selected: 1 }, ends: [1] });
  });

  test('where it is another one, that is said, and boxes of the link are none of its', () => {
    const { problem, arrival, options, viewName } = stateAt(link('1'), recording);
    expect(problem?.text).toMatch(/^This link is for “a\.perf”, not for “.*”: only its view/);
    expect(arrival).toMatchObject({ boxes: { zoomed: undefined, selected: undefined }, ends: undefined });
    expect([options.level, viewName]).toEqual(['python', 'tree']);
  });
});
