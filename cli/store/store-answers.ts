// The questions that the page of `pyrograph serve` can ask about a store: a fixed set, whose values are parameters of queries.

import {
  NAMED_SUBJECTS,
  TREND_UNITS,
  UNNAMED_SUBJECTS,
  type TrendSubject,
} from '../../src/store/fleet-source.ts';
import { fleetAnswers } from '../../workers/store/fleet-answers.ts';
import { AnswerError } from '../server.ts';
import type { OnDemandStore } from './on-demand-store.ts';
import type { Store } from './store.ts';

/** Longer values are no names. */
const MAX_LENGTH = 4000;

type Answer = (query: URLSearchParams) => Promise<Uint8Array<ArrayBuffer>>;

export function storeAnswers(path: string, store: OnDemandStore<Store>): Readonly<Record<string, Answer>> {
  const answers = fleetAnswers(path, (work) => store.use(({ reader }) => work(reader)));
  const conditionsIn = (query: URLSearchParams) => valueIn(query, 'conditions');
  return {
    groups: async () => asJson(await answers.groups()),
    names: async (query) => asJson(await answers.names(valueIn(query, 'prefix'))),
    recordings: async (query) => asJson(await answers.recordings(conditionsIn(query))),
    trends: async (query) => {
      const unit = TREND_UNITS.find((each) => each === query.get('unit'));
      if (!unit) throw new AnswerError(400, `Unknown unit: use one of ${TREND_UNITS.join(', ')}.`);
      const question = { conditions: conditionsIn(query), unit, subject: subjectIn(query) };
      return asJson(await answers.trends(question));
    },
    profile: async (query) => answers.profile(conditionsIn(query)),
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
