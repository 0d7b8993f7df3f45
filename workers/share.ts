// Encodes the profile of a shared link. Loaded on demand.

import { HEAD_LENGTH, Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { withoutSmall } from '../src/filters/without-small.ts';
import { fileOfLink, linkText } from '../src/sharing/link-text.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { LONGEST_LINK, type Shared, type ShareChoice } from '../src/model/share-choice.ts';
import type { ViewOptions } from '../src/model/session.ts';
import { MISMATCH, readBack, weightsOf } from './read-back.ts';
import { findAmbiguities, withShortPaths, type FindMatches } from './short-names.ts';

/**
 * Ten times as many as ever fit in a link; encoding them takes half a second, during which no other request is
 * answered.
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

/** `profile` is the selection to share. */
export async function shareProfile(
  profile: Profile,
  { level, event }: ViewOptions,
  { what, hasThreads, isShort, minShare }: ShareChoice,
  { hidden, patterns, find }: ShareContext,
): Promise<Shared> {
  const reduced = minShare > 0 ? withoutSmall(profile, minShare, hidden) : { profile, merged: [], moved: 0 };
  const { profile: rest, merged, moved } = reduced;
  const summary = {
    samples: rest.samples.length,
    merged: merged[event] ?? 0,
    moved,
    ...(isShort ? await findAmbiguities(rest, patterns, find) : { ambiguousNames: 0, changedPatterns: [] }),
  };
  if (rest.stacks.length > MAX_STACKS) return { text: undefined, ...summary };
  const threaded = hasThreads ? rest : withoutThreads(rest);
  const bytes = writeCompact(isShort ? withShortPaths(threaded) : threaded, {
    form: Form.summed,
    level: what === 'visible' ? level : undefined,
    minShare,
  });
  const text = await linkText(bytes.slice(HEAD_LENGTH));
  if (text.length <= LONGEST_LINK) await checkLink(text, rest);
  return { text, ...summary };
}

/** Throws when the link would not open. */
async function checkLink(text: string, profile: Profile): Promise<void> {
  const outcome = await fileOfLink(text);
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
