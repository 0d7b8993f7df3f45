// Fetches the index of the recordings served with the page, and lists the files that belong to one of them.

import {
  galleryFileUrl,
  GALLERY_INDEX,
  isSameUrl,
  readGallery,
  type Gallery,
} from '../../sharing/gallery.ts';
import { baseName } from '../../model/paths.ts';
import type { HostedFile } from '../../model/session.ts';
import { fetchResponse } from './fetching.ts';

/** In bytes; valid indexes are smaller. */
const MAX_INDEX_SIZE = 32 << 20;

/**
 * Undefined if there is no gallery or it cannot be reached; errors are not shown, because the user did not request
 * it.
 */
export async function fetchGallery(): Promise<Gallery | undefined> {
  // A page opened from disk has no gallery, and offline it cannot be fetched.
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
export async function filesOfEntry(
  url: URL,
  index: URL,
  title: string,
  signal: AbortSignal,
): Promise<HostedFile[]> {
  const { entries } = readGallery(await textOf(await fetchResponse(index, signal)));
  const address = (file: string) => galleryFileUrl(index.href, file);
  const entry = entries.find(({ file }) => isSameUrl(address(file), url.href));
  if (!entry) throw new Error('the index of recordings no longer lists it');
  const beside = entry.with ?? [];
  return [{ ...entry, name: title }, ...beside].map(({ file, name, size }) => ({
    name: name ?? baseName(file),
    url: address(file),
    size,
  }));
}

/** True if the server supports range requests for this URL and does not redirect it. */
export async function supportsRanges(url: URL, signal: AbortSignal): Promise<boolean> {
  const response = await fetchResponse(url, signal, { Range: 'bytes=0-0' });
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
    if (size <= MAX_INDEX_SIZE) continue;
    await reader?.cancel();
    throw new Error('its index of recordings is larger than 32 MB');
  }
}
