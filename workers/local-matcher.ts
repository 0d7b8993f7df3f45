// Matches names without a worker. For the command line, where the user can stop a pattern that takes too long.

import { matchNames } from '../src/calltree/match.ts';
import type { FunctionNames } from '../src/model/profile.ts';
import type { NameMatcher } from './views.ts';

export function localMatcher({ strings, funcs }: Pick<FunctionNames, 'strings' | 'funcs'>): NameMatcher {
  const names = Array.from(funcs.name, (name) => strings[name]);
  const match = (query: string) => Promise.resolve(matchNames(names, query));
  return { match, search: match };
}
