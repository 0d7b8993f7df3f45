// Searches function names.

import type { Matches } from '../model/session.ts';

/** Only this many characters of a name are searched. */
const MAX_SEARCHED = 2000;

/** A query without anchors, groups and sets, which apply to names only. */
const PLAIN = /^[\p{L}\p{N}_.|*+\\-]+$/u;

/**
 * `names` has one name per function, `dotted` its name after that of its Python module (`json.loads`), or ''; a query without
 * anchors, groups and sets also finds functions by it. A query that is not a valid regular expression is treated as plain text. Matching
 * ignores case unless the query contains capital letters. An empty query matches nothing. A regular expression can take
 * practically forever, so the caller must be able to stop it.
 */
export function matchNames(names: readonly string[], query: string, dotted: readonly string[] = []): Matches {
  const { pattern, mode } = patternOf(query);
  const matches = new Uint8Array(names.length);
  const matchesText = (text: string) => pattern.test(text.slice(0, MAX_SEARCHED));
  if (query !== '') for (const [func, name] of names.entries()) if (matchesText(name)) matches[func] = 1;
  if (PLAIN.test(query))
    for (const [func, name] of dotted.entries()) if (name !== '' && matchesText(name)) matches[func] = 1;
  return { matches, mode };
}

function patternOf(query: string): { pattern: RegExp; mode: 'regex' | 'text' } {
  const flags = query === query.toLowerCase() ? 'iu' : 'u';
  for (const each of [flags, flags.replace('u', '')]) {
    try {
      return { pattern: new RegExp(query, each), mode: 'regex' };
    } catch {
      // Some patterns are valid only without the `u` flag. Text such as `operator[](` is never a valid pattern.
    }
  }
  const text = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { pattern: new RegExp(text, flags.replace('u', '')), mode: 'text' };
}
