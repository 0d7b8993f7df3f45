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
const TOO_LARGE = 'it is larger than 4 GB, more than a page can fetch';
/** In milliseconds: how far it is is told no more often. */
const QUIET = 100;
const NO_PLACE =
  'This link cannot be opened: its profileURL has to be a path on this site or an address with http or https, with its profileIndex on the same host.';
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

/** Whether the link means to name one. */
export function namesRemote(hash: string): boolean {
  return /(?:^|[#&])profileURL=/.test(hash);
}

/** Opens what a link names: at once when it lies on this host, else a person is asked before. */
export function offerOrOpen(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) {
    if (namesRemote(hash)) setState({ problem: { text: NO_PLACE } });
    return;
  }
  if (remote.url.origin === location.origin) void openRemote(remote);
  else setState({ offered: remote });
}

/** The examples lie beside the page. */
export function openExample(name: string): Promise<void> {
  const url = new URL(`examples/${name}`, document.baseURI);
  const example = { url, index: undefined, title: name, source: '', hash: location.hash };
  return openRemote(example, 'the examples are no part of what works offline');
}

/** `besides` ends the sentence when it fails. */
export async function openRemote(
  { url, index, title, source, hash }: Offer,
  besides = 'or download it and drop it here',
): Promise<void> {
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
        text: `“${title}” could not be fetched: ${reasonOf(error)}; ${besides}.`,
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
  const files: GivenFile[] = [];
  for (const place of places) {
    const file = fetched(new URL(place.url), place.name, since, signal);
    // Without what only names its code a recording is opened too, and a note says why.
    files.push(await (place === places[0] ? file : file.catch(() => place)));
    signal.throwIfAborted();
  }
  return files;
}

async function fetched(url: URL, title: string, since: number, signal: AbortSignal): Promise<File> {
  const response = await answerOf(url, signal);
  if (!response.body) throw new Error(`${url.host} sends nothing, so check the link`);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > MOST) {
    await response.body.cancel();
    throw new Error(TOO_LARGE);
  }
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let taken = 0;
  let told = performance.now();
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new File([...blobs, ...parts], title);
    parts.push(value);
    held += value.length;
    taken += value.length;
    if (taken > MOST) {
      await reader.cancel();
      throw new Error(TOO_LARGE);
    }
    if (performance.now() - told >= QUIET) {
      told = performance.now();
      tell(title, since, { taken, size: Math.max(size, taken) });
    }
    if (held < PART) continue;
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
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
