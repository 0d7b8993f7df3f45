// Recordings that are fetched: examples beside the page, and what a link names as speedscope's do,
// `#profileURL=…&title=…` (https://github.com/jlfwong/speedscope#url-parameters). With `&profileIndex=…` come the files that
// an index of recordings names beside it.

import { baseName } from '../model/labels.ts';
import { reasonOf } from '../model/reason.ts';
import type { GivenFile, Problem } from '../model/session.ts';
import { openFiles } from './actions.ts';
import { visibleText } from '../model/visible-text.ts';
import { LONGEST_TITLE, saidUnder, titleIn, unescaped, type Key } from './address.ts';
import { answerOf, beginFetching, stopFetching, whyNoOtherHost } from './fetching.ts';
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
const CUT = 'This link was cut on the way: the recording that it led to is missing. Ask for the whole link.';
const CREDENTIALS = 'its address holds a user name or a password, which browsers do not send';
const KEYS: readonly Key[] = ['profileURL', 'profileIndex', 'title'];

/** Undefined when the link names none, or no place of the web. */
export function remoteOf(hash: string): Offer | undefined {
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
  return saidUnder(KEYS, hash).source !== '';
}

/** Opens what a link names: at once when it lies on this host, else a person is asked before, if the site may ask that host. */
export function offerOrOpen(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) {
    const namesOne = saidUnder(['profileURL'], hash).source !== '';
    if (leadsToRecording(hash)) setState({ problem: { text: namesOne ? NO_PLACE : CUT } });
    return;
  }
  const { username, password } = remote.url;
  if (username !== '' || password !== '') return setState({ problem: notFetched(remote.title, CREDENTIALS) });
  const why = whyNoOtherHost();
  if (remote.url.origin === location.origin) void openRemote(remote);
  else if (why === undefined) setState({ offered: remote });
  else setState({ problem: notFetched(remote.title, why) });
}

/** The examples lie beside the page. */
export function openExample(name: string): Promise<void> {
  const url = new URL(`examples/${name}`, document.baseURI);
  const example = { url, index: undefined, title: name, source: '', hash: location.hash };
  return openRemote(example, 'the examples are no part of what works offline');
}

const OTHERWISE = 'or download it and drop it here';

function notFetched(title: string, why: string, besides = OTHERWISE): Problem {
  return { text: `“${title}” could not be fetched: ${why}; ${besides}.` };
}

/** `besides` ends the sentence when it fails. */
export async function openRemote(
  { url, index, title, source, hash }: Offer,
  besides = OTHERWISE,
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
      problem: notFetched(title, reasonOf(error), besides),
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
  const { headers } = response;
  const length = Number(headers.get('content-length') ?? NaN);
  if (length > MOST) {
    await response.body.cancel();
    throw new Error(TOO_LARGE);
  }
  // Of what is compressed on the way the length is told, and the plain bytes come.
  const size = headers.has('content-encoding') ? NaN : length;
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
      // Another host may compress and not let the page know: then more comes than it told.
      tell(title, since, { taken, size: taken > size ? NaN : size });
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
