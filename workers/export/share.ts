// Encodes the profile of a shared link. Loaded on demand.

import { HEADER_LENGTH, Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import { mergeSmallStacks } from '../../src/filters/merge-small-stacks.ts';
import { encodeLink } from '../../src/sharing/link-text.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import type { Matches, ViewOptions } from '../../src/model/session.ts';
import type { Ambiguities, SharedProfile, ShareChoice } from '../../src/model/exports.ts';
import { shortName, shortPath } from '../../src/model/paths.ts';

/**
 * About ten times as many as fit in a link. Encoding this many takes half a second, during which the worker answers no
 * other request.
 */
const MAX_STACKS = 2 ** 17;

/** Matches a pattern against names in bounded time. */
type FindMatches = (names: readonly string[], pattern: string) => Promise<Matches>;

/** Inputs besides the user's choice. */
interface ShareContext {
  /** The function that replaces merged functions without a caller. */
  readonly hidden: number;
  /** Patterns of the filters and the search. */
  readonly patterns: readonly string[];
  readonly find: FindMatches;
}

/** `profile` is the part of the recording to share. */
export async function shareProfile(
  profile: Profile,
  { level, event }: ViewOptions,
  { scope, includesThreads, hasShortPaths, minShare }: ShareChoice,
  { hidden, patterns, find }: ShareContext,
): Promise<SharedProfile> {
  const reduced =
    minShare > 0 ? mergeSmallStacks(profile, minShare, hidden) : { profile, merged: [], moved: 0 };
  const { profile: rest, merged, moved } = reduced;
  const summary = {
    samples: rest.samples.length,
    merged: merged[event] ?? 0,
    moved,
    ...(hasShortPaths
      ? await findAmbiguities(rest, patterns, find)
      : { ambiguousNames: 0, changedPatterns: [] }),
  };
  if (rest.stacks.length > MAX_STACKS) return { text: undefined, ...summary };
  const threaded = includesThreads ? rest : withoutThreads(rest);
  const bytes = writeCompact(hasShortPaths ? withShortPaths(threaded) : threaded, {
    form: Form.summed,
    level: scope === 'visible' ? level : undefined,
    minShare,
  });
  return { text: await encodeLink(bytes.slice(HEADER_LENGTH)), ...summary };
}

function withoutThreads(profile: Profile): Profile {
  const { samples } = profile;
  return {
    ...profile,
    threads: [{ pid: NONE, tid: NONE, comm: '' }],
    samples: { ...samples, thread: new Int32Array(samples.length) },
  };
}

export function withShortPaths(profile: Profile): Profile {
  return { ...profile, strings: profile.strings.map(shortName), modules: profile.modules.map(shortPath) };
}

/** Finds names that become identical, and patterns that match differently. */
async function findAmbiguities(
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

function countDuplicates(texts: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1);
  return texts.filter((text) => seen.get(text) !== 1).length;
}
