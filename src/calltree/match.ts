// Searches functions by their names and the paths of their files and modules.

import type { Matches } from '../model/session.ts';

/** Only this many characters of a text are searched with a regular expression. */
const MAX_SEARCHED = 2000;

/** Regular expressions without anchors at the start, groups and sets, which apply to names only: most functions lack another text. */
const FOR_ALL_TEXTS = /^(?:[\p{L}\p{N}\s_.|*+?{}:/~@,=<>"'$-]|\\[^\p{L}\p{N}])+$/u;

/** Characters that mean something else in a regular expression. The dot is none of them, since it also matches itself. */
const SPECIAL = /[\\^$*+?()[\]{}|]/;

/** A line of `perf script`, of `perf report` or of `pyrograph top`: a name with an address, an offset or a module. */
const FRAME_LINE = /^(?:[\da-f]{4,16}\s+)?(\S.*?)(?:\+0x[\da-f]+(?:\s+\(.*\))?|\s{2,}\(.*\))$/;

/**
 * Finds the functions that contain the query in their name, their dotted name or their path. If there are none, the query is a regular
 * expression, if it is a valid one. One without anchors, groups and sets also applies to dotted names and paths. `names` has one name
 * per function; `dotted` its name after that of its Python module (`json.loads`), and `paths` its file or module, or ''. Matching
 * ignores case unless the query contains capital letters. An empty query matches nothing. A regular expression can take practically
 * forever, so the caller must be able to stop it.
 */
export function matchNames(
  names: readonly string[],
  query: string,
  dotted: readonly string[] = [],
  paths: readonly string[] = [],
): Matches {
  if (query === '') return { matches: new Uint8Array(names.length), mode: 'regex' };
  const flags = flagsOf(query);
  for (const text of textsOf(query)) {
    const pattern = new RegExp(escapePattern(text), flags);
    const matches = matchesOf([names, dotted, paths], (each) => pattern.test(each));
    if (matches.includes(1)) return { matches, mode: SPECIAL.test(query) ? 'text' : 'regex', text };
  }
  return matchPattern(names, query, FOR_ALL_TEXTS.test(query) ? [dotted, paths] : []);
}

/** Finds the names that match a regular expression, even if others contain it as text. An invalid one matches nothing. */
export function matchPattern(
  names: readonly string[],
  query: string,
  others: readonly (readonly string[])[] = [],
): Matches {
  const pattern = patternOf(query);
  if (!pattern) return { matches: new Uint8Array(names.length), mode: 'text' };
  const matches = matchesOf([names, ...others], (each) => pattern.test(each.slice(0, MAX_SEARCHED)));
  return { matches, mode: 'regex' };
}

/** A regular expression for the text itself. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function matchesOf(
  texts: readonly (readonly string[])[],
  isMatch: (text: string) => boolean,
): Uint8Array<ArrayBuffer> {
  const matches = new Uint8Array(texts[0].length);
  for (const each of texts)
    for (const [func, text] of each.entries())
      if (text !== '' && matches[func] === 0 && isMatch(text)) matches[func] = 1;
  return matches;
}

/** What the query means as text: itself, or the name in a pasted line. */
function textsOf(query: string): Set<string> {
  const trimmed = query.trim();
  const name = FRAME_LINE.exec(trimmed)?.[1] ?? trimmed;
  return new Set([query, trimmed, name].filter((text) => text !== ''));
}

function flagsOf(query: string): string {
  return query === query.toLowerCase() ? 'i' : '';
}

function patternOf(query: string): RegExp | undefined {
  // Some patterns are valid only without the `u` flag. Text such as `operator[](` is never a valid pattern.
  for (const unicode of ['u', '']) {
    try {
      return new RegExp(query, flagsOf(query) + unicode);
    } catch {
      continue;
    }
  }
  return undefined;
}
