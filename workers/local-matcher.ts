// Searches without a worker. For the command line, where the user can stop a pattern that takes too long.

import { matchNames } from '../src/calltree/match.ts';
import { searchTextsOf, type SearchedNames, type SearchTexts } from './search-texts.ts';
import type { NameMatcher } from './graphs.ts';

export function localMatcher(recording: SearchedNames): NameMatcher {
  let texts: SearchTexts | undefined;
  const match = async (query: string) => {
    texts ??= searchTextsOf(recording);
    return matchNames(texts.names, query, texts.dotted, texts.paths);
  };
  return { match, search: match };
}
