// Fetches files from hosts that the user agreed to.

import { FILE_CHANGED, FILE_CHANGED_REASON } from '../../sharing/file-changed.ts';

const FORBIDDEN =
  'this site loads no files from other hosts, but its operator can allow that (see “Host it yourself” in the Pyrograph README)';
const UNREACHABLE = 'cannot be reached, or does not let other pages read its files (CORS)';
const ONE_FILE = 'a one-file page cannot fetch anything';

/**
 * Throws errors with a message for the user, or an AbortError. Redirects are followed only from this site to itself,
 * because the user agreed to no other host.
 */
export async function fetchResponse(
  url: URL,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await request(url, signal, headers);
  if (response.ok) return response;
  if (response.type === 'opaqueredirect')
    throw new Error(`${url.host} redirects to another address, so open that address directly`);
  await response.body?.cancel();
  if (response.status === FILE_CHANGED) throw new Error(FILE_CHANGED_REASON);
  throw new Error(`${url.host} answered with status ${response.status}, so check the link`);
}

async function request(url: URL, signal: AbortSignal, headers: Record<string, string>): Promise<Response> {
  let isForbidden = false;
  const listener = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  document.addEventListener('securitypolicyviolation', listener);
  try {
    const response = await fetch(url, { signal, headers, redirect: 'manual' });
    if (response.type !== 'opaqueredirect' || url.origin !== location.origin) return response;
    // The browser hides the target of a redirect. In same-origin mode, it follows redirects only within this host.
    return await fetch(url, { signal, headers, mode: 'same-origin' }).catch(() => response);
  } catch (error) {
    if (signal.aborted) throw error;
    if (url.origin === location.origin)
      throw new Error(`${url.host} cannot be reached, so try again later`, { cause: error });
    // The event that reports a policy violation comes shortly after the failure.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    throw new Error(isForbidden ? FORBIDDEN : `${url.host} ${UNREACHABLE}`, { cause: error });
  } finally {
    document.removeEventListener('securitypolicyviolation', listener);
  }
}

/**
 * Why the page's own policy forbids other hosts, as the end of a sentence; undefined if it allows them. An HTTP header
 * may still forbid them.
 */
export function reasonOtherHostsForbidden(): string | undefined {
  const allowed = allowedHosts();
  if (allowed?.length === 0) return ONE_FILE;
  return allowed?.includes('https:') === false ? FORBIDDEN : undefined;
}

/** Origins and schemes in the page's own policy; none if it allows no requests, undefined if there is no policy, as in development. */
export function allowedHosts(): readonly string[] | undefined {
  const selector = 'meta[http-equiv="Content-Security-Policy"]';
  const policy = document.querySelector<HTMLMetaElement>(selector)?.content;
  const [, hosts] = /(?:^|;) *connect-src ([^;]*)/.exec(policy ?? '') ?? [];
  return policy === undefined ? undefined : (hosts?.trim().split(/ +/) ?? []);
}
