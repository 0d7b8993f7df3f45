// Worker that matches names. A regular expression may take forever; the session worker then terminates this worker.

import { matchNames } from '../src/calltree/match.ts';
import type { Matches } from '../src/model/session.ts';
import { exposeMethods } from './subworker.ts';

let names: readonly string[] = [];
let dotted: readonly string[] = [];

const endpoint = {
  setNames(newNames: readonly string[], newDotted: readonly string[]): void {
    names = newNames;
    dotted = newDotted;
  },

  match(query: string): Matches {
    return matchNames(names, query, dotted);
  },
};

export type MatchEndpoint = typeof endpoint;

exposeMethods(endpoint);
