// Opens the recordings that a link contains or leads to. Fetching from another host requires the user's consent. Loaded on demand.

import type { InputFile, Problem } from '../../model/session.ts';
import { decodeLink } from '../../sharing/link-text.ts';
import { reasonOf } from '../../text/format.ts';
import { download } from './shown.ts';
import { fetchFile } from './fetch-file.ts';
import { reasonOtherHostsForbidden } from './fetching.ts';
import { exampleOf, type Link, type RemoteRecording } from './linked-recordings.ts';
import { openFiles } from './opening.ts';
import { openingOf, store } from '../store.ts';
import { filesOfEntry, supportsRanges } from './gallery.ts';

const { setState } = store;

const INVALID_URL =
  'This link cannot be opened: its profileURL must be a path on this site or an HTTP(S) URL, and its profileIndex must be on the same host.';
const TRUNCATED =
  'This link is truncated: the recording that it led to is missing. Ask for the complete link.';
const CREDENTIALS = 'its URL contains a user name or password, which browsers do not send';
const OTHER_HOST = 'it is on another host than the first recording';
const UNKNOWN_EXAMPLE = 'This link names an unknown example: choose one of those below.';
const DOWNLOAD_HINT = 'or download it and drop it here';
const RELOAD_HINT = 'reload the page to try again, or download the recordings and drop them here together';
const OFFLINE_HINT = 'the examples are not available offline';

/**
 * Opens recordings that the link contains, or that are on this host. Asks the user first if they are on another host, unless the
 * site's policy forbids that host. Shows a problem if the link is invalid, and keeps the open recording.
 */
export async function openLink(link: Link): Promise<void> {
  const { enclosed, remote, stored, source } = link;
  if (enclosed.length > 0) return openEnclosed(link);
  if (stored.length > 0) return (await import('../fleet/open-stored.ts')).openStored(link);
  const [first] = remote;
  if (!first) {
    const text = /(?:^|&)profileURL=/.test(source)
      ? INVALID_URL
      : /(?:^|&)example=/.test(source)
        ? UNKNOWN_EXAMPLE
        : TRUNCATED;
    return setState({ problem: { text } });
  }
  const { username, password, origin } = first.url;
  if (username !== '' || password !== '') return setState({ problem: notFetched(first.title, CREDENTIALS) });
  if (origin === location.origin) return openRemote(link);
  const why = reasonOtherHostsForbidden();
  setState(why === undefined ? { offered: link } : { problem: notFetched(first.title, why) });
}

async function openEnclosed(link: Link): Promise<void> {
  const signal = download.begin();
  setState({ offered: undefined, problem: undefined });
  const files: File[] = [];
  for (const { text, title } of link.enclosed) {
    const outcome = await decodeLink(text);
    if (signal.aborted) return;
    if (!outcome.ok) return setState({ problem: outcome.problem });
    files.push(new File([outcome.value], title, { lastModified: 0 }));
  }
  await openAll(
    link,
    files.map((file) => [file]),
  );
}

/** Fetches all recordings of the link before it opens them, so that the URL remains the link if one of them fails. */
export async function openRemote(link: Link): Promise<void> {
  const places = link.remote.filter((place) => place !== undefined);
  if (places.length < link.remote.length) return setState({ problem: { text: INVALID_URL } });
  // Agreeing to one host is not agreeing to another.
  const hosts = [places[0].url.origin, location.origin];
  const other = places.find(({ url }) => !hosts.includes(url.origin));
  if (other) return setState({ problem: notFetched(other.title, OTHER_HOST) });
  const signal = download.begin();
  const groups: (readonly InputFile[])[] = [];
  for (const place of places) {
    const files = await fetched(place, places.length > 1 ? RELOAD_HINT : DOWNLOAD_HINT, signal);
    if (!files) return;
    groups.push(files);
  }
  await openAll(link, groups);
}

/** Opens the first recording of a link, and compares it with the others. */
async function openAll(
  { source, address, enclosed, remote }: Link,
  groups: readonly (readonly InputFile[])[],
): Promise<void> {
  const places = enclosed.length > 0 ? enclosed : remote;
  const [first, ...b] = groups.map((files, i) => ({ files, source: places[i]?.source ?? '' }));
  await openFiles(first.files, {
    link: { source: first.source, address },
    ...(b.length > 0 && { compared: { added: { b }, link: { source, address } } }),
  });
}

/** Undefined if it failed or was canceled. */
async function fetched(
  { url, index, title, source }: RemoteRecording,
  hint: string,
  signal: AbortSignal,
): Promise<readonly InputFile[] | undefined> {
  const since = performance.now();
  setState({ offered: undefined, problem: undefined, opening: openingOf([title], since) });
  try {
    const files = index
      ? await filesFromIndex(url, index, title, since, signal)
      : [await fetchFile(url, title, since, signal)];
    return signal.aborted ? undefined : files;
  } catch (error) {
    if (signal.aborted) return undefined;
    download.stop();
    const problem = notFetched(title, reasonOf(error), exampleOf(source) ? OFFLINE_HINT : hint);
    setState({ opening: undefined, problem });
    return undefined;
  }
}

function notFetched(title: string, why: string, hint = DOWNLOAD_HINT): Problem {
  return { text: `“${title}” could not be fetched: ${why}; ${hint}.` };
}

/** Returns URLs, from which the worker reads parts, if the host supports range requests; otherwise fetches all files. */
async function filesFromIndex(
  url: URL,
  index: URL,
  title: string,
  since: number,
  signal: AbortSignal,
): Promise<InputFile[]> {
  const places = await filesOfEntry(url, index, title, signal);
  if (await supportsRanges(url, signal)) return places;
  const files: InputFile[] = [];
  for (const place of places) {
    const file = fetchFile(new URL(place.url), place.name, since, signal);
    // A missing symbol file does not prevent opening the recording; a note reports it.
    files.push(await (place === places[0] ? file : file.catch(() => place)));
    signal.throwIfAborted();
  }
  return files;
}
