// The files of a recording that a link names: fetched, or where they can be read. Loaded with the first such link.

import type { GivenFile } from '../model/session.ts';
import { answerOf } from './fetching.ts';
import { filesTogether, servesParts } from './gallery.ts';
import { openingOf, store } from './store.ts';

const { setState } = store;

/** Bytes kept as one part: the browser may put it on disk. */
const PART = 8 << 20;
/** In bytes; a page cannot hold much more. */
const MOST = 2 ** 32;
const TOO_LARGE = 'it is larger than 4 GB, more than a page can fetch';
/** In milliseconds: how far it is is told no more often. */
const QUIET = 100;

/** They are read where they lie, a part at a time; those of a host that serves no parts are fetched before. */
export async function filesAt(
  url: URL,
  index: URL,
  title: string,
  since: number,
  signal: AbortSignal,
): Promise<GivenFile[]> {
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

/** The file at `url`, all of it; `since` is when its opening began, as `performance.now()`. */
export async function fetched(url: URL, title: string, since: number, signal: AbortSignal): Promise<File> {
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

function tell(name: string, since: number, come: { readonly taken: number; readonly size: number }): void {
  const seconds = (performance.now() - since) / 1000;
  const progress = { name, ...come, plain: come.taken, samples: 0 };
  setState({ opening: { ...openingOf([name], since), seconds, progress } });
}
