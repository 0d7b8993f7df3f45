// A recording that the link itself holds: `#…&title=…&profile=…`. What stands last is what a program cuts off first, so the
// profile does, whose length is known; no server is asked for it.

import { reasonOf } from '../model/reason.ts';
import { openFiles } from './opening.ts';
import { saidUnder, type Key } from './address.ts';
import { titleIn } from './address-text.ts';
import { beginFetching } from './stop-fetching.ts';
import { openingOf, store } from './store.ts';

const { setState } = store;

/** What a link holds. */
export interface Enclosed {
  readonly text: string;
  readonly title: string;
  /** What of the link is the recording, and all of it behind `#`. */
  readonly source: string;
  readonly hash: string;
}

const KEYS: readonly Key[] = ['title', 'profile'];
const UNTITLED = 'A profile from a link';

/** Undefined when the link holds none. */
export function enclosedOf(hash: string): Enclosed | undefined {
  const { source, value } = saidUnder(KEYS, hash);
  const text = value('profile');
  if (text === undefined) return undefined;
  return { text, title: titleIn(value('title')) || UNTITLED, source, hash };
}

/** Opens it as any file; what is wrong with the link is said, and what is open stays. */
export async function openEnclosed({ text, title, source, hash }: Enclosed): Promise<void> {
  const signal = beginFetching();
  setState({ offered: undefined, problem: undefined });
  try {
    const { fileOfLink } = await import('../model/link-text.ts');
    const outcome = await fileOfLink(text);
    if (signal.aborted) return;
    if (!outcome.ok) return setState({ problem: outcome.problem });
    // Until it is open, the address bar keeps the link.
    setState({ opening: openingOf([title]) });
    await openFiles([new File([outcome.value], title)], { link: { source, hash } });
  } catch (error) {
    if (signal.aborted) return;
    setState({ problem: { text: `“${title}” could not be opened (${reasonOf(error)}): reload the page.` } });
  }
}
