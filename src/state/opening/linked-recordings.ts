// Reads links: what they say about the view, and the recordings that they contain or lead to.
//
// - `#…&title=…&profile=…` contains a profile, or several to compare. It comes last and states its length, so that a truncated link
//   is detected.
// - `#profileURL=…&title=…` as in speedscope (https://github.com/jlfwong/speedscope#url-parameters), with `&profileIndex=…` for an
//   index of recordings that lists its symbol files.
// - `#example=…` is an example served with the page.
// - `#store=…&selection=…` are recordings of a store, merged into one, or two selections to compare. Without a selection, it leads to
//   the Store screen (state/fleet).

import { fragmentParts, readAddress, writeAddress, type Address } from '../../sharing/address.ts';
import { MAX_TITLE_LENGTH, titleIn, unescapeText } from '../../sharing/escape-text.ts';
import { baseName } from '../../model/paths.ts';
import { visibleText } from '../../text/visible-text.ts';

/** The examples served with the page, as named in links. */
export const EXAMPLES = ['web-shop', 'etl-job'] as const;
export type Example = (typeof EXAMPLES)[number];

interface Place {
  /** The part of the link that contains the recording, or leads to it. */
  readonly source: string;
  readonly title: string;
}

/** A recording that the link contains (sharing/link-text.ts). */
interface EnclosedProfile extends Place {
  readonly text: string;
}

/** A recording on a server. */
export interface RemoteRecording extends Place {
  readonly url: URL;
  /** The index of recordings that lists its symbol files, on the same host. */
  readonly index: URL | undefined;
}

export interface Link {
  readonly address: Address;
  /** The part that contains the recordings, or leads to them, as in `State.source`; '' for a link only to a view. */
  readonly source: string;
  /** Recordings to compare, A first. Links contain recordings or lead to them, never both. */
  readonly enclosed: readonly EnclosedProfile[];
  /** Undefined for a recording that the page cannot fetch: an invalid URL, an unknown example, or a truncated link. */
  readonly remote: readonly (RemoteRecording | undefined)[];
  /** Selections of the recordings of a store, to compare if there are two. */
  readonly stored: readonly string[];
  /** The link to the Store screen; undefined if the link names no store. */
  readonly fleet: string | undefined;
}

/** Separates a profile from the next one, whose title comes first. */
const NEXT_PROFILE = /(?<=(?:^|&)profile=[^&]*)&(?=.*profile=)/;
const NEXT_REMOTE = /&(?=(?:profileURL|example)=)/;

export function readLink(hash: string): Link {
  const parts = fragmentParts(hash);
  const sourceOf = (keys: RegExp) => parts.filter((part) => keys.test(part)).join('&');
  const address = readAddress(parts);
  const profiles = sourceOf(/^(?:title|profile)=/);
  if (/(?:^|&)profile=/.test(profiles)) {
    const enclosed = profiles.split(NEXT_PROFILE).flatMap(profileAt);
    return { address, source: profiles, enclosed, remote: [], stored: [], fleet: undefined };
  }
  const namesStore = parts.some((part) => part.startsWith('store='));
  const fleet = namesStore ? sourceOf(/^(?:store|service|unit|list|series|base)=/) : undefined;
  const stored = namesStore
    ? parts.flatMap((part) => valueIn(part, 'selection') ?? []).map((text) => unescapeText(text) ?? text)
    : [];
  if (stored.length > 0)
    return { address, source: sourceOf(/^(?:store|selection)=/), enclosed: [], remote: [], stored, fleet };
  const source = sourceOf(/^(?:profileURL|profileIndex|title|example)=/);
  const remote = source === '' ? [] : source.split(NEXT_REMOTE).map(remoteAt);
  return { address, source, enclosed: [], remote, stored, fleet: source === '' ? fleet : undefined };
}

/** True if the link contains recordings, or leads to some. */
export function hasRecordings({ enclosed, remote, stored }: Link): boolean {
  return enclosed.length > 0 || remote[0] !== undefined || stored.length > 0;
}

/** True for a comparison of recordings. */
export function isOfSeveral({ enclosed, remote, stored }: Link): boolean {
  return Math.max(enclosed.length, remote.length, stored.length) > 1;
}

/** True if the link says something about the view. */
export function hasView({ address }: Link): boolean {
  return writeAddress(address) !== '';
}

/** The example that `State.source` names, which is served with every page. */
export function exampleOf(source: string): Example | undefined {
  return EXAMPLES.find((each) => source === `example=${each}`);
}

function profileAt(source: string): EnclosedProfile[] {
  const text = valueIn(source, 'profile');
  const title = titleIn(valueIn(source, 'title')) || 'A profile from a link';
  return text === undefined ? [] : [{ source, text, title }];
}

function remoteAt(source: string): RemoteRecording | undefined {
  try {
    const example = EXAMPLES.find((each) => each === valueIn(source, 'example'));
    const url = urlIn(source, 'profileURL');
    const index = urlIn(source, 'profileIndex');
    if (!url && example) {
      const title = `${example}.perf.gz`;
      return { source, title, url: new URL(`examples/${title}`, document.baseURI), index: undefined };
    }
    // Agreeing to one host is not agreeing to another.
    if (!url || !/^https?:$/.test(url.protocol) || (index && index.origin !== url.origin)) return undefined;
    const path = unescapeText(url.pathname) ?? url.pathname;
    const name = visibleText(baseName(path), MAX_TITLE_LENGTH) || url.host;
    return { source, url, index, title: titleIn(valueIn(source, 'title')) || name };
  } catch {
    return undefined;
  }
}

function urlIn(source: string, key: 'profileURL' | 'profileIndex'): URL | undefined {
  const text = valueIn(source, key);
  return text ? new URL(decodeURIComponent(text), document.baseURI) : undefined;
}

/** The last value of a key. */
function valueIn(source: string, key: string): string | undefined {
  const part = source.split('&').findLast((each) => each.startsWith(`${key}=`));
  return part?.slice(key.length + 1);
}
