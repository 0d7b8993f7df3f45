// Worker that matches names. A regular expression may take forever, so this worker can be terminated.

import { matchNames } from '../src/calltree/match.ts';
import type { Matches } from '../src/model/session.ts';
import { answerWith } from './subworker.ts';

let names: readonly string[] = [];

const endpoint = {
  setNames(given: readonly string[]): void {
    names = given;
  },

  match(query: string): Matches {
    return matchNames(names, query);
  },
};

export type MatchEndpoint = typeof endpoint;

answerWith(endpoint);
