// Fetches a file for the page to open, and reports progress.

import { openingOf, store } from '../store.ts';
import { fetchResponse } from './fetching.ts';

/** Size of one Blob in bytes; the browser may move Blobs to disk. */
const PART_SIZE = 8 << 20;
/** Maximum file size in bytes; a page cannot hold much more. */
const MAX_SIZE = 2 ** 32;
const TOO_LARGE = 'it is larger than 4 GB, more than a page can fetch';
/** Minimum interval between progress reports, in milliseconds. */
const REPORT_INTERVAL = 100;

/** Fetches the complete file at `url`. `since` is when opening began, as in `performance.now()`. */
export async function fetchFile(url: URL, title: string, since: number, signal: AbortSignal): Promise<File> {
  return fileIn(await fetchResponse(url, signal), title, since);
}

/** The body of an answer, as a file. */
export async function fileIn(response: Response, title: string, since: number): Promise<File> {
  if (!response.body) throw new Error(`${new URL(response.url).host} sent no data, so check the link`);
  const { headers } = response;
  const length = Number(headers.get('content-length') ?? NaN);
  if (length > MAX_SIZE) {
    await response.body.cancel();
    throw new Error(TOO_LARGE);
  }
  // With a content encoding, the header has the encoded length, but the stream yields decoded bytes.
  const size = headers.has('content-encoding') ? NaN : length;
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let taken = 0;
  let reportedAt = performance.now();
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new File([...blobs, ...parts], title, { lastModified: 0 });
    parts.push(value);
    held += value.length;
    taken += value.length;
    if (taken > MAX_SIZE) {
      await reader.cancel();
      throw new Error(TOO_LARGE);
    }
    if (performance.now() - reportedAt >= REPORT_INTERVAL) {
      reportedAt = performance.now();
      // The browser may hide another host's content encoding; then more bytes may arrive than announced.
      report(title, since, { taken, size: taken > size ? NaN : size });
    }
    if (held < PART_SIZE) continue;
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
  }
}

function report(
  name: string,
  since: number,
  received: { readonly taken: number; readonly size: number },
): void {
  const seconds = (performance.now() - since) / 1000;
  const progress = { name, ...received, plain: received.taken, samples: 0 };
  store.setState({ opening: { ...openingOf([name], since), seconds, progress } });
}
