// Recordings that are fetched: examples beside the page, and what a link names as speedscope's do,
// `#profileURL=…&title=…` (https://github.com/jlfwong/speedscope#url-parameters). With `&profileIndex=…` come the files that
// an index of recordings names beside it.

import { baseName } from '../model/labels.ts';
import { reasonOf } from '../model/reason.ts';
import type { GivenFile } from '../model/session.ts';
import { openFiles } from './actions.ts';
import { answerOf, beginFetching, stopFetching } from './fetching.ts';
import { openingOf, store, type Offer } from './store.ts';

const { setState } = store;

/** Bytes kept as one part: the browser may put it on disk. */
const PART = 8 << 20;
/** In bytes; a page cannot hold much more. */
const MOST = 2 ** 32;
const KEYS = ['profileURL', 'profileIndex', 'title'];

/** Undefined when the link names none, or no place of the web. */
export function remoteOf(hash: string): Offer | undefined {
  const parts = hash.replace(/^#/, '').split('&');
  const kept = parts.filter((part) => KEYS.some((key) => part.startsWith(`${key}=`)));
  const value = (key: string) => kept.findLast((part) => part.startsWith(`${key}=`))?.slice(key.length + 1);
  try {
    const place = (key: string) => {
      const text = value(key);
      return text ? new URL(decodeURIComponent(text), document.baseURI) : undefined;
    };
    const url = place('profileURL');
    const index = place('profileIndex');
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    // Who agrees to fetch from one host has not agreed to another.
    if (index && index.origin !== url.origin) return undefined;
    const name = baseName(decodeURIComponent(url.pathname)) || url.host;
    return {
      url,
      index,
      title: decodeURIComponent(value('title') ?? '') || name,
      source: kept.join('&'),
      hash,
    };
  } catch {
    return undefined;
  }
}

/** Opens what a link names: at once when it lies on this host, else a person is asked before. */
export function offerOrOpen(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) return;
  if (remote.url.origin === location.origin) void openRemote(remote);
  else setState({ offered: remote });
}

/** The examples lie beside the page. */
export function openExample(name: string): Promise<void> {
  return openRemote({
    url: new URL(`examples/${name}`, document.baseURI),
    index: undefined,
    title: name,
    source: '',
    hash: location.hash,
  });
}

export async function openRemote({ url, index, title, source, hash }: Offer): Promise<void> {
  const signal = beginFetching();
  const since = performance.now();
  setState({ offered: undefined, problem: undefined });
  tell(title, since, undefined);
  try {
    const files = index
      ? await together(url, index, title, since, signal)
      : [await fetched(url, title, since, signal)];
    if (!signal.aborted) await openFiles(files, { source, hash });
  } catch (error) {
    if (signal.aborted) return;
    stopFetching();
    setState({
      opening: undefined,
      problem: {
        text: `“${title}” could not be fetched: ${reasonOf(error)}; or download it and drop it here.`,
      },
    });
  }
}

/** They are read where they lie, a part at a time; those of a host that serves no parts are fetched before. */
async function together(
  url: URL,
  index: URL,
  title: string,
  since: number,
  signal: AbortSignal,
): Promise<GivenFile[]> {
  const { filesTogether, servesParts } = await import('./gallery.ts');
  const places = await filesTogether(url, index, title, signal);
  if (await servesParts(url, signal)) return places;
  const files: File[] = [];
  for (const place of places) files.push(await fetched(new URL(place.url), place.name, since, signal));
  return files;
}

async function fetched(url: URL, title: string, since: number, signal: AbortSignal): Promise<File> {
  const response = await answerOf(url, signal);
  if (!response.body) throw new Error(`${url.host} sends nothing, so check the link`);
  const size = Number(response.headers.get('content-length') ?? 0);
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let taken = 0;
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new File([...blobs, ...parts], title);
    parts.push(value);
    held += value.length;
    taken += value.length;
    if (taken > MOST) throw new Error('it is larger than 4 GB, more than a page can fetch');
    if (held < PART) continue;
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
    tell(title, since, { taken, size: Math.max(size, taken) });
  }
}

function tell(
  name: string,
  since: number,
  come: { readonly taken: number; readonly size: number } | undefined,
): void {
  const seconds = (performance.now() - since) / 1000;
  const progress = come && { name, ...come, plain: come.taken, samples: 0 };
  setState({ opening: { ...openingOf([name], since), seconds, progress } });
}

/** A person does not want what the link offers. */
export function leaveOffered(): void {
  setState({ offered: undefined });
}
