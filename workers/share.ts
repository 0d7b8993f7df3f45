// Encodes the profile of a shared link. Loaded on demand.

import { HEADER_LENGTH, Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { mergeSmallStacks } from '../src/filters/merge-small-stacks.ts';
import { decodeLink, encodeLink } from '../src/sharing/link-text.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { MAX_LINK_LENGTH, type SharedProfile, type ShareChoice } from '../src/model/share-choice.ts';
import type { ViewOptions } from '../src/model/session.ts';
import { MISMATCH, readBack, weightsOf } from './read-back.ts';
import { findAmbiguities, withShortPaths, type FindMatches } from './short-names.ts';

/**
 * About ten times as many as fit in a link. Encoding this many takes half a second, during which the worker answers no
 * other request.
 */
const MAX_STACKS = 2 ** 17;

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
  const text = await encodeLink(bytes.slice(HEADER_LENGTH));
  if (text.length <= MAX_LINK_LENGTH) await checkLink(text, rest);
  return { text, ...summary };
}

/** Throws if the link would not open. */
async function checkLink(text: string, profile: Profile): Promise<void> {
  const outcome = await decodeLink(text);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { isSame } = readBack('Pyrograph', outcome.value, weightsOf(profile));
  if (!isSame) throw new Error(MISMATCH);
}

function withoutThreads(profile: Profile): Profile {
  const { samples } = profile;
  return {
    ...profile,
    threads: [{ pid: NONE, tid: NONE, comm: '' }],
    samples: { ...samples, thread: new Int32Array(samples.length) },
  };
}
