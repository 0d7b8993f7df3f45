// Worker that matches names. A regular expression may take forever; the session worker then terminates this worker.

import { matchNames } from '../src/calltree/match.ts';
import type { MatchEndpoint, SearchTexts } from './matcher.ts';
import { exposeMethods } from './subworker.ts';

let searched: SearchTexts = { names: [], dotted: [], paths: [] };

exposeMethods({
  setTexts(texts) {
    searched = texts;
  },
  match(query) {
    const { names, dotted, paths } = searched;
    return matchNames(names, query, dotted, paths);
  },
} satisfies MatchEndpoint);
