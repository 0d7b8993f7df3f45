// Makes what a link holds of the open recording. Loaded when somebody asks for it.

import { HEAD_LENGTH, Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { withoutSmall } from '../src/filters/least.ts';
import { fileOfLink, linkText } from '../src/model/link-text.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { LONGEST_LINK, type Shared, type ShareChoice } from '../src/model/sharing.ts';
import type { ViewOptions } from '../src/model/session.ts';
import { DIFFERENT, readBack, weightsOf } from './read-back.ts';
import { blurred, withShortPaths, type FindIn } from './short-names.ts';

/** Ten times as many as ever fitted: to pack them takes half a second, in which nothing else is answered. */
const MOST_STACKS = 2 ** 17;

/** What goes with the choice. */
interface Besides {
  /** The function that stands for what is merged and has no caller. */
  readonly hidden: number;
  /** What filters and the search look for. */
  readonly patterns: readonly string[];
  readonly find: FindIn;
}

/** `profile` has what is to be shared. */
export async function shareProfile(
  profile: Profile,
  { level, event }: ViewOptions,
  { what, hasThreads, isShort, least }: ShareChoice,
  { hidden, patterns, find }: Besides,
): Promise<Shared> {
  const lessened = least > 0 ? withoutSmall(profile, least, hidden) : { profile, merged: [], moved: 0 };
  const { profile: rest, merged, moved } = lessened;
  const told = {
    samples: rest.samples.length,
    merged: merged[event] ?? 0,
    moved,
    ...(isShort ? await blurred(rest, patterns, find) : { alike: 0, strayed: [] }),
  };
  if (rest.stacks.length > MOST_STACKS) return { text: undefined, ...told };
  const threaded = hasThreads ? rest : withoutThreads(rest);
  const bytes = writeCompact(isShort ? withShortPaths(threaded) : threaded, {
    form: Form.summed,
    level: what === 'seen' ? level : undefined,
    least,
  });
  const text = await linkText(bytes.slice(HEAD_LENGTH));
  if (text.length <= LONGEST_LINK) await checkLink(text, rest);
  return { text, ...told };
}

/** Throws when the link that holds `profile` would not open. */
async function checkLink(text: string, profile: Profile): Promise<void> {
  const outcome = await fileOfLink(text);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { isSame } = readBack('Pyrograph', outcome.value, weightsOf(profile));
  if (!isSame) throw new Error(DIFFERENT);
}

function withoutThreads(profile: Profile): Profile {
  const { samples } = profile;
  return {
    ...profile,
    threads: [{ pid: NONE, tid: NONE, comm: '' }],
    samples: { ...samples, thread: new Int32Array(samples.length) },
  };
}
