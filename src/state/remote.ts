// Recordings that are fetched: examples beside the page, and what a link names as speedscope's do,
// `#profileURL=…&title=…` (https://github.com/jlfwong/speedscope#url-parameters).

import { baseName } from '../model/labels.ts';
import { reasonOf } from '../model/reason.ts';
import { openFiles } from './actions.ts';
import { beginFetching, stopFetching } from './fetching.ts';
import { store, type Offer } from './store.ts';

const { setState } = store;

/** Bytes kept as one part: the browser may put it on disk. */
const PART = 8 << 20;
/** In bytes; a page cannot hold much more. */
const MOST = 2 ** 32;
const KEYS = ['profileURL', 'title'];

const FORBIDDEN =
  'this site asks no other host, which whoever runs it can allow (“Host it yourself” in the README of Pyrograph)';
const UNREACHABLE = 'cannot be reached, or does not let other pages read its files (CORS)';

/** Undefined when the link names none, or no place of the web. */
export function remoteOf(hash: string): Offer | undefined {
  const parts = hash.replace(/^#/, '').split('&');
  const kept = parts.filter((part) => KEYS.some((key) => part.startsWith(`${key}=`)));
  const value = (key: string) => kept.findLast((part) => part.startsWith(`${key}=`))?.slice(key.length + 1);
  try {
    const place = value('profileURL');
    if (!place) return undefined;
    const url = new URL(decodeURIComponent(place), document.baseURI);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    const name = baseName(decodeURIComponent(url.pathname)) || url.host;
    return { url, title: decodeURIComponent(value('title') ?? '') || name, source: kept.join('&'), hash };
  } catch {
    return undefined;
  }
}

/** Opens what a link names: at once when it lies on this host, else a person is asked before. */
export function offerOrOpen(hash: string): void {
  const remote = remoteOf(hash);
  if (!remote) return;
  if (remote.url.origin === location.origin) void openRemote(remote);
  else setState({ offered: remote });
}

/** The examples lie beside the page. */
export function openExample(name: string): Promise<void> {
  return openRemote({
    url: new URL(`examples/${name}`, document.baseURI),
    title: name,
    source: '',
    hash: location.hash,
  });
}

export async function openRemote({ url, title, source, hash }: Offer): Promise<void> {
  const signal = beginFetching();
  const since = performance.now();
  setState({ offered: undefined, problem: undefined });
  tell(title, since, undefined);
  try {
    const file = await fetched(url, title, since, signal);
    if (!signal.aborted) await openFiles([file], { source, hash });
  } catch (error) {
    if (signal.aborted) return;
    stopFetching();
    setState({
      opening: undefined,
      problem: {
        text: `“${title}” could not be fetched: ${reasonOf(error)}; or download it and drop it here.`,
      },
    });
  }
}

async function fetched(url: URL, title: string, since: number, signal: AbortSignal): Promise<File> {
  const response = await answerOf(url, signal);
  if (!response.ok || !response.body)
    throw new Error(`${url.host} answers ${response.status}, so check the link`);
  const size = Number(response.headers.get('content-length') ?? 0);
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let taken = 0;
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new File([...blobs, ...parts], title);
    parts.push(value);
    held += value.length;
    taken += value.length;
    if (taken > MOST) throw new Error('it is larger than 4 GB, more than a page can fetch');
    if (held < PART) continue;
    blobs.push(new Blob(parts));
    parts = [];
    held = 0;
    tell(title, since, { taken, size: Math.max(size, taken) });
  }
}

async function answerOf(url: URL, signal: AbortSignal): Promise<Response> {
  let isForbidden = false;
  const listener = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  document.addEventListener('securitypolicyviolation', listener);
  try {
    return await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    if (url.origin === location.origin)
      throw new Error(`${url.host} cannot be reached, so try again when it can`, { cause: error });
    // That a policy forbids it is told a little after it has failed.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    throw new Error(isForbidden ? FORBIDDEN : `${url.host} ${UNREACHABLE}`, { cause: error });
  } finally {
    document.removeEventListener('securitypolicyviolation', listener);
  }
}

function tell(
  name: string,
  since: number,
  come: { readonly taken: number; readonly size: number } | undefined,
): void {
  const seconds = (performance.now() - since) / 1000;
  const progress = come && { name, ...come, plain: come.taken, samples: 0 };
  setState({ opening: { names: [name], since, seconds, progress, beginning: undefined } });
}

/** A person does not want what the link offers. */
export function leaveOffered(): void {
  setState({ offered: undefined });
}
