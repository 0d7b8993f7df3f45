// Which functions a search finds, by name.

import type { Matches } from '../model/session.ts';

/** A name longer than this is searched by its beginning. */
const MAX_SEARCHED = 2000;

/**
 * `names` has one name a function. `query` is a regular expression, plain text where it is not a valid one. Capital
 * letters in it are meant: without any, case does not matter. An empty query matches nothing. An expression may take
 * any time; whoever calls this has to be able to end it.
 */
export function matchNames(names: readonly string[], query: string): Matches {
  const { pattern, taken } = patternOf(query);
  const matches = new Uint8Array(names.length);
  if (query !== '') {
    for (const [func, name] of names.entries()) {
      if (pattern.test(name.slice(0, MAX_SEARCHED))) matches[func] = 1;
    }
  }
  return { matches, taken };
}

function patternOf(query: string): { pattern: RegExp; taken: 'as expression' | 'as text' } {
  const flags = query === query.toLowerCase() ? 'iu' : 'u';
  for (const each of [flags, flags.replace('u', '')]) {
    try {
      return { pattern: new RegExp(query, each), taken: 'as expression' };
    } catch {
      // Not valid in this mode; text such as `operator[](` is in none.
    }
  }
  const text = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { pattern: new RegExp(text, flags.replace('u', '')), taken: 'as text' };
}
