// Fetches with fake browser responses. Cross-host redirects are not followed.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchResponse } from './fetching.ts';

const HOME = 'https://home.example';
const FAR = new URL('https://far.example/a.perf');
const NEAR = new URL(`${HOME}/a.perf`);

/** A browser's response to `redirect: 'manual'` if the host redirects. */
const REDIRECT = { ok: false, status: 0, type: 'opaqueredirect', body: null };

beforeEach(() => {
  vi.stubGlobal('location', { origin: HOME });
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

function stubFetch(answer: (options: RequestInit) => unknown): RequestInit[] {
  const options: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: URL, each: RequestInit) => {
    options.push(each);
    return answer(each);
  });
  return options;
}

const answer = (url: URL) => fetchResponse(url, new AbortController().signal);

test('redirects from another host are errors', async () => {
  const options = stubFetch(({ redirect }) => (redirect === 'manual' ? REDIRECT : new Response('followed')));
  await expect(answer(FAR)).rejects.toThrow(
    /^far\.example redirects to another address, so open that address directly$/,
  );
  expect(options).toHaveLength(1);
});

test('redirects from this host are followed to the same host but not to other hosts', async () => {
  stubFetch(({ redirect, mode }) =>
    redirect === 'manual' ? REDIRECT : new Response(mode === 'same-origin' ? 'followed' : 'anywhere'),
  );
  expect(await (await answer(NEAR)).text()).toBe('followed');
  stubFetch(({ redirect }) => {
    if (redirect === 'manual') return REDIRECT;
    throw new TypeError('Failed to fetch');
  });
  await expect(answer(NEAR)).rejects.toThrow(/^home\.example redirects to another address/);
});

test('an HTTP error throws a message for the user', async () => {
  stubFetch(() => new Response('here'));
  expect(await (await answer(FAR)).text()).toBe('here');
  stubFetch(() => new Response('', { status: 404 }));
  await expect(answer(FAR)).rejects.toThrow('far.example answered with status 404, so check the link');
});

test('reports a file that has changed since `pyrograph open` started serving it', async () => {
  stubFetch(() => ({ ok: false, status: 409, type: 'basic', body: null }));
  await expect(answer(NEAR)).rejects.toThrow('it has changed since “pyrograph open” started serving it');
});
