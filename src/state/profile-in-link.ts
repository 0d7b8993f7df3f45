// Opens a recording that the link itself contains: `#…&title=…&profile=…`, or compares several. No server is involved. The profile
// comes last and states its length, so that a truncated link is detected.

import { reasonOf } from '../text/reason.ts';
import { type Key, lookUpKeys, readAddress } from './address.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from './store.ts';
import { titleIn } from './address-text.ts';
import { download } from './download.ts';

const { setState } = store;

interface TitledProfile {
  readonly text: string;
  readonly title: string;
}

/** The recording in a link. */
interface ProfileInLink extends TitledProfile {
  /** The recordings that it is compared with. */
  readonly others?: readonly TitledProfile[];
  /** The part of the link that is the recording, and the whole fragment. */
  readonly source: string;
  readonly hash: string;
}

const KEYS: readonly Key[] = ['title', 'profile'];
const UNTITLED = 'A profile from a link';

/** Separates a profile from the next one, whose title comes first. */
const NEXT_PROFILE = /(?<=(?:^|&)profile=[^&]*)&(?=.*profile=)/;

/** Undefined if the link contains no recording. */
export function profileInLink(hash: string): ProfileInLink | undefined {
  const { source } = lookUpKeys(KEYS, hash);
  const [first, ...others] = source.split(NEXT_PROFILE).flatMap(profileIn);
  return first && { ...first, source, hash, ...(others.length > 0 && { others }) };
}

function profileIn(place: string): TitledProfile[] {
  const { value } = lookUpKeys(KEYS, place);
  const text = value('profile');
  return text === undefined ? [] : [{ text, title: titleIn(value('title')) || UNTITLED }];
}

/** Opens the recording like a file, and compares it with the others. On an error, shows the problem and keeps the open recording. */
export async function openProfileInLink(link: ProfileInLink): Promise<void> {
  const { source, hash, others = [] } = link;
  const signal = download.begin();
  setState({ offered: undefined, problem: undefined });
  try {
    const { decodeLink } = await import('../sharing/link-text.ts');
    const files: File[] = [];
    for (const { text, title } of [link, ...others]) {
      const outcome = await decodeLink(text);
      if (signal.aborted) return;
      if (!outcome.ok) return setState({ problem: outcome.problem });
      files.push(new File([outcome.value], title, { lastModified: 0 }));
    }
    const [first, ...rest] = files;
    // The address bar keeps the link until the recording is open.
    setState({ opening: openingOf([first.name]) });
    if (rest.length === 0) return await openFiles([first], { link: { source, hash } });
    const alone = source.split(NEXT_PROFILE)[0];
    const added = { b: rest.map((file) => [file]) };
    const compared = { added, origin: { link: { source, address: readAddress(hash) } } };
    await openFiles([first], { link: { source: alone, hash }, compared });
  } catch (error) {
    if (signal.aborted) return;
    setState({
      problem: { text: `“${link.title}” could not be opened (${reasonOf(error)}): reload the page.` },
    });
  }
}
