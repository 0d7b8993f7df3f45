// Opens the recording that a link names. Fetching from another host requires the user's consent.

import { reasonOf } from '../text/reason.ts';
import type { InputFile, Problem } from '../model/session.ts';
import { type Key, lookUpKeys, readAddress } from './address.ts';
import { openFiles } from './opening.ts';
import { type Offer, openingOf, store } from './store.ts';
import { reasonOtherHostsForbidden } from './fetching.ts';
import { fetchFile, filesFromIndex } from './remote-files.ts';
import { exampleOf, remoteOf } from './remote.ts';
import { download } from './download.ts';

const { setState } = store;

const INVALID_URL =
  'This link cannot be opened: its profileURL must be a path on this site or an HTTP(S) URL, and its profileIndex must be on the same host.';
const TRUNCATED =
  'This link is truncated: the recording that it led to is missing. Ask for the complete link.';
const CREDENTIALS = 'its URL contains a user name or password, which browsers do not send';
const UNKNOWN_EXAMPLE = 'This link names an unknown example: choose one of those below.';
const DOWNLOAD_HINT = 'or download it and drop it here';
const RELOAD_HINT = 'reload the page to try again, or download the recordings and drop them here together';
const OFFLINE_HINT = 'the examples are not available offline';

/**
 * Opens a recording on this host immediately. Asks the user first if it is on another host, unless the site's policy
 * forbids that host.
 */
export function offerRemote(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) {
    const has = (key: Key) => lookUpKeys([key], hash).source !== '';
    const text = has('profileURL') ? INVALID_URL : has('example') ? UNKNOWN_EXAMPLE : TRUNCATED;
    return setState({ problem: { text } });
  }
  const { username, password } = remote.url;
  if (username !== '' || password !== '') return setState({ problem: notFetched(remote.title, CREDENTIALS) });
  const why = reasonOtherHostsForbidden();
  if (remote.url.origin === location.origin) void openRemote(remote);
  else if (why === undefined) setState({ offered: remote });
  else setState({ problem: notFetched(remote.title, why) });
}

function notFetched(title: string, why: string, hint = DOWNLOAD_HINT): Problem {
  return { text: `“${title}” could not be fetched: ${why}; ${hint}.` };
}

export async function openRemote(offer: Offer): Promise<void> {
  const { source, hash, others } = offer;
  if (others.length > 0) return compareRemotes(offer);
  await fetching(offer, DOWNLOAD_HINT, (files) => openFiles(files, { link: { source, hash } }));
}

/** Fetches all recordings of the link before it opens them, so that the URL remains the link if one of them fails. */
async function compareRemotes(offer: Offer): Promise<void> {
  const { url, source, hash, others } = offer;
  const groups: (readonly InputFile[])[] = [];
  const remotes = [offer, ...others.map(remoteOf)];
  for (const remote of remotes) {
    if (!remote) return setState({ problem: { text: INVALID_URL } });
    // Agreeing to one host is not agreeing to another.
    if (remote.url.origin !== url.origin && remote.url.origin !== location.origin)
      return setState({
        problem: notFetched(remote.title, 'it is on another host than the first recording'),
      });
  }
  for (const remote of remotes) {
    const isFetched = remote && (await fetching(remote, RELOAD_HINT, (files) => void groups.push(files)));
    if (!isFetched) return;
  }
  const [first, ...b] = groups;
  const alone = others.reduce((rest, other) => rest.replace(`&${other}`, ''), source);
  const compared = { added: { b }, origin: { link: { source, address: readAddress(hash) } } };
  await openFiles(first, { link: { source: alone, hash }, compared });
}

/** Fetches a recording and hands its files over. Returns false if it failed or was canceled. */
async function fetching(
  { url, index, title, source }: Offer,
  downloadHint: string,
  receive: (files: readonly InputFile[]) => Promise<void> | void,
): Promise<boolean> {
  const signal = download.begin();
  const since = performance.now();
  setState({ offered: undefined, problem: undefined, opening: openingOf([title], since) });
  try {
    const files = index
      ? await filesFromIndex(url, index, title, since, signal)
      : [await fetchFile(url, title, since, signal)];
    if (signal.aborted) return false;
    await receive(files);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    download.stop();
    const hint = exampleOf(source) ? OFFLINE_HINT : downloadHint;
    setState({ opening: undefined, problem: notFetched(title, reasonOf(error), hint) });
    return false;
  }
}
