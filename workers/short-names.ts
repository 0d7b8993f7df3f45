// Shortens the paths in a profile, and finds names that become ambiguous as a result.

import { NONE, type Profile } from '../src/model/profile.ts';
import type { Ambiguities } from '../src/model/share-choice.ts';
import { shortName, shortPath } from '../src/model/short-path.ts';
import type { Matches } from '../src/model/session.ts';

/** Matches a pattern against names in bounded time. */
export type FindMatches = (names: readonly string[], pattern: string) => Promise<Matches>;

export function withShortPaths(profile: Profile): Profile {
  return { ...profile, strings: profile.strings.map(shortName), modules: profile.modules.map(shortPath) };
}

/** Finds names that become identical, and patterns that match differently. */
export async function findAmbiguities(
  { stacks, funcs, strings, modules }: Profile,
  patterns: readonly string[],
  find: FindMatches,
): Promise<Ambiguities> {
  // Only functions that occur on stacks, not aggregate functions (of files and packages).
  const rows = [...new Set(stacks.func)];
  const names = [...new Set(rows.map((func) => funcs.name[func]))].map((name) => strings[name]);
  const inUse = new Set(rows.map((func) => funcs.module[func]));
  const files = [...inUse].filter((module) => module !== NONE).map((module) => modules[module]);
  const short = names.map(shortName);
  const shortFiles = files.map(shortPath);
  const changedPatterns: string[] = [];
  for (const pattern of new Set(patterns)) {
    const before = await find([...names, ...files], pattern);
    const after = await find([...short, ...shortFiles], pattern);
    const isSame = before.matches.every((isMatch, i) => isMatch === after.matches[i]);
    if (!isSame || [before, after].some(({ mode }) => mode === 'timeout')) changedPatterns.push(pattern);
  }
  return { ambiguousNames: countDuplicates(short) + countDuplicates(shortFiles), changedPatterns };
}

/** Number of strings that have a duplicate. */
function countDuplicates(texts: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1);
  return texts.filter((text) => seen.get(text) !== 1).length;
}
