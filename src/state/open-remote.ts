// Opens the recording that a link names: fetches it from this host, or from another host if the user agrees.

import { reasonOf } from '../text/reason.ts';
import type { Problem } from '../model/session.ts';
import { type Key, saidUnder } from './address.ts';
import { openFiles } from './opening.ts';
import { type Offer, openingOf, store } from './store.ts';
import { whyNoOtherHost } from './fetching.ts';
import { fetched, filesAt } from './remote-files.ts';
import { isExample, remoteOf } from './remote.ts';
import { download } from './download.ts';

const { setState } = store;

const NO_PLACE =
  'This link cannot be opened: its profileURL must be a path on this site or an HTTP(S) URL, and its profileIndex must be on the same host.';
const CUT = 'This link is truncated: the recording that it led to is missing. Ask for the complete link.';
const CREDENTIALS = 'its URL contains a user name or password, which browsers do not send';
const NO_EXAMPLE = 'This link names an unknown example: choose one of those below.';
const OTHERWISE = 'or download it and drop it here';
const NOT_OFFLINE = 'the examples are not available offline';

/**
 * Opens a recording on this host at once; for another host, asks the user first, if the site's policy allows that
 * host.
 */
export function offerRemote(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) {
    const has = (key: Key) => saidUnder([key], hash).source !== '';
    const text = has('profileURL') ? NO_PLACE : has('example') ? NO_EXAMPLE : CUT;
    return setState({ problem: { text } });
  }
  const { username, password } = remote.url;
  if (username !== '' || password !== '') return setState({ problem: notFetched(remote.title, CREDENTIALS) });
  const why = whyNoOtherHost();
  if (remote.url.origin === location.origin) void openRemote(remote);
  else if (why === undefined) setState({ offered: remote });
  else setState({ problem: notFetched(remote.title, why) });
}

function notFetched(title: string, why: string, besides = OTHERWISE): Problem {
  return { text: `“${title}” could not be fetched: ${why}; ${besides}.` };
}

export async function openRemote({ url, index, title, source, hash }: Offer): Promise<void> {
  const signal = download.begin();
  const since = performance.now();
  setState({ offered: undefined, problem: undefined, opening: openingOf([title], since) });
  try {
    const files = index
      ? await filesAt(url, index, title, since, signal)
      : [await fetched(url, title, since, signal)];
    if (!signal.aborted) await openFiles(files, { link: { source, hash } });
  } catch (error) {
    if (signal.aborted) return;
    download.stop();
    setState({
      opening: undefined,
      problem: notFetched(title, reasonOf(error), isExample(source) ? NOT_OFFLINE : OTHERWISE),
    });
  }
}
