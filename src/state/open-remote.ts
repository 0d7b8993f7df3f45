// Opens what a link names: fetches it from this host, and from another when the user agrees.

import { reasonOf } from '../model/reason.ts';
import type { Problem } from '../model/session.ts';
import { saidUnder, type Key } from './address.ts';
import { whyNoOtherHost } from './fetching.ts';
import { openFiles } from './opening.ts';
import { fetched, filesAt } from './remote-files.ts';
import { isExample, remoteOf } from './remote.ts';
import { beginFetching, stopFetching } from './stop-fetching.ts';
import { openingOf, store, type Offer } from './store.ts';

const { setState } = store;

const NO_PLACE =
  'This link cannot be opened: its profileURL has to be a path on this site or an address with http or https, with its profileIndex on the same host.';
const CUT = 'This link was cut on the way: the recording that it led to is missing. Ask for the whole link.';
const CREDENTIALS = 'its address holds a user name or a password, which browsers do not send';
const NO_EXAMPLE = 'This link names an example that is not here: choose one of those below.';
const OTHERWISE = 'or download it and drop it here';
const NOT_OFFLINE = 'the examples are no part of what works offline';

/** Opens what a link names: at once when it lies on this host, else a person is asked before, if the site may ask that host. */
export function offerRemote(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) {
    const says = (key: Key) => saidUnder([key], hash).source !== '';
    const text = says('profileURL') ? NO_PLACE : says('example') ? NO_EXAMPLE : CUT;
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
  const signal = beginFetching();
  const since = performance.now();
  setState({ offered: undefined, problem: undefined, opening: openingOf([title], since) });
  try {
    const files = index
      ? await filesAt(url, index, title, since, signal)
      : [await fetched(url, title, since, signal)];
    if (!signal.aborted) await openFiles(files, { link: { source, hash } });
  } catch (error) {
    if (signal.aborted) return;
    stopFetching();
    setState({
      opening: undefined,
      problem: notFetched(title, reasonOf(error), isExample(source) ? NOT_OFFLINE : OTHERWISE),
    });
  }
}
