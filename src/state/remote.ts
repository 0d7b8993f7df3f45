// Recordings that are fetched: examples beside the page, and what a link names as speedscope's do,
// `#profileURL=…&title=…` (https://github.com/jlfwong/speedscope#url-parameters). With `&profileIndex=…` come the files that
// an index of recordings names beside it. `#example=…` is an example.

import { baseName } from '../model/labels.ts';
import { visibleText } from '../model/visible-text.ts';
import { saidUnder, type Key } from './address.ts';
import { LONGEST_TITLE, titleIn, unescaped } from './address-text.ts';
import { store, type Offer } from './store.ts';

const { setState } = store;

const KEYS: readonly Key[] = ['profileURL', 'profileIndex', 'title'];
/** The recordings that lie beside the page, by the names that links have for them. */
export const EXAMPLES = ['workers', 'numeric'] as const;
export type Example = (typeof EXAMPLES)[number];

/** Undefined when the link names none, or no place of the web. */
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

/** Whether what a link says of where the recording is is that of an example, which lies beside every page. */
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
    // Who agrees to fetch from one host has not agreed to another.
    if (index && index.origin !== url.origin) return undefined;
    const path = unescaped(url.pathname) ?? url.pathname;
    const name = visibleText(baseName(path), LONGEST_TITLE) || url.host;
    return { url, index, title: titleIn(value('title')) || name, source, hash };
  } catch {
    return undefined;
  }
}

/** Whether the link means to lead to a recording; one that was cut has its title at most. */
export function leadsToRecording(hash: string): boolean {
  return saidUnder([...KEYS, 'example'], hash).source !== '';
}

/** A person does not want what the link offers. */
export function leaveOffered(): void {
  setState({ offered: undefined });
}
