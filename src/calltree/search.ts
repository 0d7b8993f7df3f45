// Which functions match a query, and how much of the tree lies under them.

import type { SearchResult } from '../model/session.ts';
import type { FuncTable } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';

/** A name longer than this is searched by its beginning. */
const MAX_SEARCHED = 2000;

/**
 * `query` is a regular expression, plain text where it is not a valid one. Capital letters in it are meant: without
 * any, case does not matter. An empty query matches nothing.
 */
export function search(
  tree: CallTree,
  funcs: FuncTable,
  strings: readonly string[],
  query: string,
): SearchResult {
  const { pattern, plain } = patternOf(query);
  const matches = new Uint8Array(funcs.length);
  let functions = 0;
  if (query !== '') {
    for (let func = 0; func < funcs.length; func++) {
      if (pattern.test(strings[funcs.name[func]].slice(0, MAX_SEARCHED))) matches[func] = 1;
    }
    const inTree = new Uint8Array(funcs.length);
    for (let box = 1; box < tree.length; box++) inTree[tree.func[box]] = 1;
    for (let func = 0; func < funcs.length; func++) functions += matches[func] & inTree[func];
  }
  return { matches, functions, plain, ...matchedShare(tree, matches) };
}

function patternOf(query: string): { pattern: RegExp; plain: boolean } {
  const flags = query === query.toLowerCase() ? 'iu' : 'u';
  for (const each of [flags, flags.replace('u', '')]) {
    try {
      return { pattern: new RegExp(query, each), plain: false };
    } catch {
      // Not valid in this mode; text such as `operator[](` is in none.
    }
  }
  return {
    pattern: new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags.replace('u', '')),
    plain: true,
  };
}

/** The weight of the outermost matching boxes: one inside another is not counted again. */
function matchedShare(tree: CallTree, matches: Uint8Array): { weight: number; samples: number } {
  let weight = 0;
  let samples = 0;
  for (let run = 0; run < tree.runs;) {
    let matched = false;
    for (let box = tree.first[run]; box < tree.first[run + 1] && !matched; box++) {
      matched = tree.func[box] >= 0 && matches[tree.func[box]] === 1;
    }
    if (matched) {
      weight += tree.total[run];
      samples += tree.samples[run];
    }
    run = matched ? tree.end[run] : run + 1;
  }
  return { weight, samples };
}
