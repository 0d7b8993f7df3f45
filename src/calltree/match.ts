// Searches function names.

import type { Matches } from '../model/session.ts';

/** Only this many characters of a name are searched. */
const MAX_SEARCHED = 2000;

/**
 * `names` has one name per function. `query` is a regular expression, or plain text if it is not a valid one. Matching ignores case
 * unless the query has capital letters. An empty query matches nothing. A regular expression can take unbounded time, so the
 * caller must be able to stop it.
 */
export function matchNames(names: readonly string[], query: string): Matches {
  const { pattern, mode } = patternOf(query);
  const matches = new Uint8Array(names.length);
  if (query !== '') {
    for (const [func, name] of names.entries()) {
      if (pattern.test(name.slice(0, MAX_SEARCHED))) matches[func] = 1;
    }
  }
  return { matches, mode };
}

function patternOf(query: string): { pattern: RegExp; mode: 'regex' | 'text' } {
  const flags = query === query.toLowerCase() ? 'iu' : 'u';
  for (const each of [flags, flags.replace('u', '')]) {
    try {
      return { pattern: new RegExp(query, each), mode: 'regex' };
    } catch {
      // Not valid in this mode; text such as `operator[](` is valid in neither.
    }
  }
  const text = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { pattern: new RegExp(text, flags.replace('u', '')), mode: 'text' };
}
