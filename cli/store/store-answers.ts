// The questions that the page of `pyrograph serve` can ask about a store: a fixed set, whose values are parameters of queries.

import {
  NAMED_SUBJECTS,
  TREND_UNITS,
  UNNAMED_SUBJECTS,
  type TrendSubject,
} from '../../src/store/fleet-source.ts';
import { parseSelection, withConditions, type StoreSelection } from '../../src/store/selection.ts';
import { fleetGroups, fleetNames, fleetRecordings } from '../../workers/store/fleet-answers.ts';
import { selectedProfile } from '../../workers/store/selected-profile.ts';
import { trendsOf } from '../../workers/store/trends.ts';
import { AnswerError } from '../server.ts';
import type { OnDemandStore } from './on-demand-store.ts';
import { contentOfSelection } from './selection-source.ts';
import type { Store } from './store.ts';

/** Longer values are no names. */
const MAX_LENGTH = 4000;

type Answer = (query: URLSearchParams) => Promise<Uint8Array<ArrayBuffer>>;

export function storeAnswers(path: string, store: OnDemandStore<Store>): Readonly<Record<string, Answer>> {
  const selectionIn = (query: URLSearchParams): StoreSelection =>
    parseSelection(withConditions(path, valueIn(query, 'conditions')), Date.now());
  return {
    groups: () => store.use(async ({ reader }) => asJson(await fleetGroups(reader))),
    names: (query) =>
      store.use(async ({ reader }) => asJson(await fleetNames(reader, valueIn(query, 'prefix')))),
    recordings: (query) =>
      store.use(async ({ reader }) => asJson(await fleetRecordings(reader, selectionIn(query)))),
    trends: (query) => {
      const unit = TREND_UNITS.find((each) => each === query.get('unit'));
      if (!unit) throw new AnswerError(400, `Unknown unit: use one of ${TREND_UNITS.join(', ')}.`);
      const question = { unit, subject: subjectIn(query) };
      return store.use(async ({ reader }) => asJson(await trendsOf(reader, selectionIn(query), question)));
    },
    profile: async (query) => {
      const selection = selectionIn(query);
      const stored = await store.use(({ reader }) => selectedProfile(reader, selection));
      return contentOfSelection(selection.text, () => Promise.resolve(stored));
    },
  };
}

function subjectIn(query: URLSearchParams): TrendSubject {
  const name = valueIn(query, 'name');
  const kind = valueIn(query, 'of');
  const named = NAMED_SUBJECTS.find((each) => each === kind);
  if (named && name !== '') return { kind: named, name };
  const unnamed = UNNAMED_SUBJECTS.find((each) => each === kind);
  if (unnamed) return { kind: unnamed };
  throw new AnswerError(400, 'Unknown subject of a trend.');
}

function valueIn(query: URLSearchParams, key: string): string {
  const value = query.get(key) ?? '';
  if (value.length > MAX_LENGTH) throw new AnswerError(414, `The value of ${key} is too long.`);
  return value;
}

function asJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}
