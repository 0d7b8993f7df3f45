// Fetches the index of the recordings served with the page, and lists the files that belong to one of them.

import { addressIn, GALLERY_INDEX, isSameAddress, readGallery, type Gallery } from '../sharing/gallery.ts';
import { baseName } from '../text/labels.ts';
import type { FileAt } from '../model/session.ts';
import { answerOf } from './fetching.ts';

/** In bytes: more than the largest valid index. */
const LARGEST_INDEX = 32 << 20;

/**
 * Undefined if there is no gallery or it cannot be reached; errors are not shown, because the user did not request
 * it.
 */
export async function galleryBesidePage(): Promise<Gallery | undefined> {
  // A page opened from disk or without a network has nothing to fetch.
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

/**
 * The recording at `url`, named `title`, and the files that the index lists with it. Throws errors with a message for
 * the user.
 */
export async function filesTogether(
  url: URL,
  index: URL,
  title: string,
  signal: AbortSignal,
): Promise<FileAt[]> {
  const { entries } = readGallery(await textOf(await answerOf(index, signal)));
  const address = (file: string) => addressIn(index.href, file);
  const entry = entries.find(({ file }) => isSameAddress(address(file), url.href));
  if (!entry) throw new Error('the index of recordings no longer lists it');
  const beside = entry.with ?? [];
  return [{ ...entry, name: title }, ...beside].map(({ file, name, size }) => ({
    name: name ?? baseName(file),
    url: address(file),
    size,
  }));
}

/** Whether the server supports range requests; not used after a redirect. */
export async function servesParts(url: URL, signal: AbortSignal): Promise<boolean> {
  const response = await answerOf(url, signal, { Range: 'bytes=0-0' });
  await response.body?.cancel();
  return response.status === 206 && !response.redirected;
}

/** Throws if the response is larger than a valid index. */
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
