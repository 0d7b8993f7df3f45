// What is asked of hosts, and of none that nobody has agreed to.

import { FILE_CHANGED, WHY_FILE_CHANGED } from '../model/file-changed.ts';

const FORBIDDEN =
  'this site asks no other host, which whoever runs it can allow (“Host it yourself” in the README of Pyrograph)';
const UNREACHABLE = 'cannot be reached, or does not let other pages read its files (CORS)';
const ONE_FILE = 'this page is one file, and fetches nothing';

/**
 * Throws what a person can be told, unless it was stopped. Only this site's own host may send on, and to itself: no host is
 * asked anything that nobody has agreed to.
 */
export async function answerOf(
  url: URL,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await reached(url, signal, headers);
  if (response.ok) return response;
  if (response.type === 'opaqueredirect')
    throw new Error(`${url.host} sends on to another address, so open that address itself`);
  await response.body?.cancel();
  if (response.status === FILE_CHANGED) throw new Error(WHY_FILE_CHANGED);
  throw new Error(`${url.host} answers ${response.status}, so check the link`);
}

async function reached(url: URL, signal: AbortSignal, headers: Record<string, string>): Promise<Response> {
  let isForbidden = false;
  const listener = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  document.addEventListener('securitypolicyviolation', listener);
  try {
    const response = await fetch(url, { signal, headers, redirect: 'manual' });
    if (response.type !== 'opaqueredirect' || url.origin !== location.origin) return response;
    // A browser does not tell where to, but follows no farther than to this host.
    return await fetch(url, { signal, headers, mode: 'same-origin' }).catch(() => response);
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

/** Why the page's own policy lets it ask no other host, as the end of a sentence. A header may forbid it besides. */
export function whyNoOtherHost(): string | undefined {
  const selector = 'meta[http-equiv="Content-Security-Policy"]';
  const policy = document.querySelector<HTMLMetaElement>(selector)?.content;
  if (policy === undefined) return undefined;
  const [, hosts] = /(?:^|;) *connect-src ([^;]*)/.exec(policy) ?? [];
  if (hosts === undefined) return ONE_FILE;
  return hosts.trim() === "'self'" ? FORBIDDEN : undefined;
}
