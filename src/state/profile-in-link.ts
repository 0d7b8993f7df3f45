// Opens a recording that the link itself contains: `#…&title=…&profile=…`. No server is involved. The profile comes
// last and states its length, so that a truncated link is detected.

import { reasonOf } from '../text/reason.ts';
import { type Key, lookUpKeys } from './address.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from './store.ts';
import { titleIn } from './address-text.ts';
import { download } from './download.ts';

const { setState } = store;

/** The recording in a link. */
export interface ProfileInLink {
  readonly text: string;
  readonly title: string;
  /** The part of the link that is the recording, and the whole fragment. */
  readonly source: string;
  readonly hash: string;
}

const KEYS: readonly Key[] = ['title', 'profile'];
const UNTITLED = 'A profile from a link';

/** Undefined if the link contains no recording. */
export function profileInLink(hash: string): ProfileInLink | undefined {
  const { source, value } = lookUpKeys(KEYS, hash);
  const text = value('profile');
  if (text === undefined) return undefined;
  return { text, title: titleIn(value('title')) || UNTITLED, source, hash };
}

/** Opens the recording like a file. On an error, shows the problem and keeps the open recording. */
export async function openProfileInLink({ text, title, source, hash }: ProfileInLink): Promise<void> {
  const signal = download.begin();
  setState({ offered: undefined, problem: undefined });
  try {
    const { decodeLink } = await import('../sharing/link-text.ts');
    const outcome = await decodeLink(text);
    if (signal.aborted) return;
    if (!outcome.ok) return setState({ problem: outcome.problem });
    // The address bar keeps the link until the recording is open.
    setState({ opening: openingOf([title]) });
    await openFiles([new File([outcome.value], title, { lastModified: 0 })], { link: { source, hash } });
  } catch (error) {
    if (signal.aborted) return;
    setState({ problem: { text: `“${title}” could not be opened (${reasonOf(error)}): reload the page.` } });
  }
}
