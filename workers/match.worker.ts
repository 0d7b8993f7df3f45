// Worker that matches names. A regular expression may take forever; the session worker then terminates this worker.

import { matchNames } from '../src/calltree/match.ts';
import type { Matches } from '../src/model/session.ts';
import type { SearchTexts } from './search-texts.ts';
import { exposeMethods } from './subworker.ts';

let searched: SearchTexts = { names: [], dotted: [], paths: [] };

const endpoint = {
  setTexts(texts: SearchTexts): void {
    searched = texts;
  },

  match(query: string): Matches {
    const { names, dotted, paths } = searched;
    return matchNames(names, query, dotted, paths);
  },
};

export type MatchEndpoint = typeof endpoint;

exposeMethods(endpoint);
