// The recordings that lie beside the page, as an index says; and of one of them the files that belong together.

import { addressIn, GALLERY_INDEX, isSameAddress, readGallery, type Gallery } from '../model/gallery.ts';
import { baseName } from '../model/labels.ts';
import type { FileAt } from '../model/session.ts';
import { answerOf } from './fetching.ts';

/** In bytes: as many entries as are read, and more. */
const LARGEST_INDEX = 32 << 20;

/** Undefined where there is no gallery, or it cannot be reached: then nobody has asked for it. */
export async function galleryBesidePage(): Promise<Gallery | undefined> {
  // Beside a page on a disk, and without a network, there is nothing to fetch.
  if (!/^https?:$/.test(location.protocol) || !navigator.onLine) return undefined;
  try {
    const response = await fetch(new URL(GALLERY_INDEX, document.baseURI), {
      cache: 'no-cache',
      mode: 'same-origin',
    });
    return response.ok ? readGallery(await textOf(response)) : undefined;
  } catch {
    return undefined;
  }
}

/** The recording at `url`, called `title`, and the files that the index names beside it. Throws what a person can be told. */
export async function filesTogether(
  url: URL,
  index: URL,
  title: string,
  signal: AbortSignal,
): Promise<FileAt[]> {
  const { entries } = readGallery(await textOf(await answerOf(index, signal)));
  const address = (file: string) => addressIn(index.href, file);
  const entry = entries.find(({ file }) => isSameAddress(address(file), url.href));
  if (!entry) throw new Error('the index of recordings does not list it any more');
  const beside = entry.with ?? [];
  return [{ ...entry, name: title }, ...beside].map(({ file, name, size }) => ({
    name: name ?? baseName(file),
    url: address(file),
    size,
  }));
}

/** Not every server of files does; and parts are not asked for where it sends on. */
export async function servesParts(url: URL, signal: AbortSignal): Promise<boolean> {
  const response = await answerOf(url, signal, { Range: 'bytes=0-0' });
  await response.body?.cancel();
  return response.status === 206 && !response.redirected;
}

/** Throws when it is larger than an index can be. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = response.body?.getReader(); ;) {
    const next = await reader?.read();
    if (!next || next.done) return new Blob(parts).text();
    parts.push(next.value);
    size += next.value.length;
    if (size <= LARGEST_INDEX) continue;
    await reader?.cancel();
    throw new Error('its index of recordings is larger than 32 MB');
  }
}
