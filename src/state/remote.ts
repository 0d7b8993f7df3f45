// Reads links to recordings that must be fetched: `#profileURL=…&title=…` as in speedscope
// (https://github.com/jlfwong/speedscope#url-parameters), with `&profileIndex=…` for an index of recordings that
// lists its symbol files, and `#example=…` for an example served with the page.

import { baseName } from '../text/labels.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Key, saidUnder } from './address.ts';
import { type Offer, store } from './store.ts';
import { LONGEST_TITLE, titleIn, unescaped } from './address-text.ts';

const { setState } = store;

const KEYS: readonly Key[] = ['profileURL', 'profileIndex', 'title'];
/** The examples served with the page, as named in links. */
export const EXAMPLES = ['workers', 'numeric'] as const;
export type Example = (typeof EXAMPLES)[number];

/** Undefined if the link names no recording, or an invalid URL. */
export function remoteOf(hash: string): Offer | undefined {
  return fileIn(hash) ?? exampleIn(hash);
}

function exampleIn(hash: string): Offer | undefined {
  const { source, value } = saidUnder(['example'], hash);
  const example = EXAMPLES.find((each) => each === value('example'));
  if (!example) return undefined;
  const title = `${example}.perf.gz`;
  return { url: new URL(`examples/${title}`, document.baseURI), index: undefined, title, source, hash };
}

/** True if `State.source` is an example, which is served with every page. */
export function isExample(source: string): boolean {
  return source.startsWith('example=');
}

function fileIn(hash: string): Offer | undefined {
  const { source, value } = saidUnder(KEYS, hash);
  try {
    const place = (key: Key) => {
      const text = value(key);
      return text ? new URL(decodeURIComponent(text), document.baseURI) : undefined;
    };
    const url = place('profileURL');
    const index = place('profileIndex');
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    // Agreeing to one host is not agreeing to another.
    if (index && index.origin !== url.origin) return undefined;
    const path = unescaped(url.pathname) ?? url.pathname;
    const name = visibleText(baseName(path), LONGEST_TITLE) || url.host;
    return { url, index, title: titleIn(value('title')) || name, source, hash };
  } catch {
    return undefined;
  }
}

/** True if the link should lead to a recording; of a truncated link, perhaps only the title is left. */
export function leadsToRecording(hash: string): boolean {
  return saidUnder([...KEYS, 'example'], hash).source !== '';
}

/** Declines the recording that the link offers. */
export function leaveOffered(): void {
  setState({ offered: undefined });
}
