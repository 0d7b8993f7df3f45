// Reads links to recordings that must be fetched: `#profileURL=…&title=…` as in speedscope
// (https://github.com/jlfwong/speedscope#url-parameters), with `&profileIndex=…` for an index of recordings that
// lists its symbol files, and `#example=…` for an example served with the page.

import { baseName } from '../text/base-name.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Key, lookUpKeys } from './address.ts';
import { type Offer, store } from './store.ts';
import { MAX_TITLE_LENGTH, titleIn, unescapeText } from './address-text.ts';

const { setState } = store;

const KEYS: readonly Key[] = ['profileURL', 'profileIndex', 'title'];
/** The examples served with the page, as named in links. */
export const EXAMPLES = ['web-shop', 'etl-job'] as const;
export type Example = (typeof EXAMPLES)[number];

/** Undefined if the link names no recording, or an invalid URL. */
export function remoteOf(hash: string): Offer | undefined {
  const { source } = lookUpKeys([...KEYS, 'example'], hash);
  const [first = '', ...others] = placesIn(source);
  const offer = fileIn(first) ?? exampleIn(first);
  return offer && { ...offer, source, hash, others };
}

/** Splits the part of a link that names recordings into one text per recording; each begins with its location. */
function placesIn(source: string): string[] {
  return source.split(/&(?=(?:profileURL|example)=)/).filter((place) => place !== '');
}

type Place = Pick<Offer, 'url' | 'index' | 'title'>;

function exampleIn(place: string): Place | undefined {
  const { value } = lookUpKeys(['example'], place);
  const example = EXAMPLES.find((each) => each === value('example'));
  if (!example) return undefined;
  const title = `${example}.perf.gz`;
  return { url: new URL(`examples/${title}`, document.baseURI), index: undefined, title };
}

/** The example that `State.source` names, which is served with every page. */
export function exampleOf(source: string): Example | undefined {
  return EXAMPLES.find((each) => source === `example=${each}`);
}

function fileIn(place: string): Place | undefined {
  const { value } = lookUpKeys(KEYS, place);
  try {
    const urlAt = (key: Key) => {
      const text = value(key);
      return text ? new URL(decodeURIComponent(text), document.baseURI) : undefined;
    };
    const url = urlAt('profileURL');
    const index = urlAt('profileIndex');
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    // Agreeing to one host is not agreeing to another.
    if (index && index.origin !== url.origin) return undefined;
    const path = unescapeText(url.pathname) ?? url.pathname;
    const name = visibleText(baseName(path), MAX_TITLE_LENGTH) || url.host;
    return { url, index, title: titleIn(value('title')) || name };
  } catch {
    return undefined;
  }
}

/** True if the link was meant to lead to a recording: a truncated link may contain only the title. */
export function leadsToRecording(hash: string): boolean {
  return lookUpKeys([...KEYS, 'example'], hash).source !== '';
}

/** Declines the recording that the link offers. */
export function declineOffer(): void {
  setState({ offered: undefined });
}
