import { expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { NONE } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { readAddress, writeAddress } from './address.ts';
import { addressOf, stateAt } from './link.ts';
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
