// What is asked of hosts, and of none that nobody has agreed to; as a browser answers.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerOf } from './fetching.ts';

const HOME = 'https://home.example';
const FAR = new URL('https://far.example/a.perf');
const NEAR = new URL(`${HOME}/a.perf`);

/** How a browser answers `redirect: 'manual'` where a host sends on. */
const SENT_ON = { ok: false, status: 0, type: 'opaqueredirect', body: null };

beforeEach(() => {
  vi.stubGlobal('location', { origin: HOME });
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

function asked(answer: (options: RequestInit) => unknown): RequestInit[] {
  const options: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: URL, each: RequestInit) => {
    options.push(each);
    return answer(each);
  });
  return options;
}

const answer = (url: URL) => answerOf(url, new AbortController().signal);

test('another host that sends on is not followed, and told', async () => {
  const options = asked(({ redirect }) => (redirect === 'manual' ? SENT_ON : new Response('followed')));
  await expect(answer(FAR)).rejects.toThrow(
    /^far\.example sends on to another address, so open that address itself$/,
  );
  expect(options).toHaveLength(1);
});

test('this host is followed to itself, and not to others', async () => {
  asked(({ redirect, mode }) =>
    redirect === 'manual' ? SENT_ON : new Response(mode === 'same-origin' ? 'followed' : 'anywhere'),
  );
  expect(await (await answer(NEAR)).text()).toBe('followed');
  asked(({ redirect }) => {
    if (redirect === 'manual') return SENT_ON;
    throw new TypeError('Failed to fetch');
  });
  await expect(answer(NEAR)).rejects.toThrow(/^home\.example sends on to another address/);
});

test('what answers is answered, and what does not is a sentence', async () => {
  asked(() => new Response('here'));
  expect(await (await answer(FAR)).text()).toBe('here');
  asked(() => new Response('', { status: 404 }));
  await expect(answer(FAR)).rejects.toThrow('far.example answers 404, so check the link');
});

test('a file that has changed since `pyrograph open` began to serve it is said to have', async () => {
  asked(() => ({ ok: false, status: 409, type: 'basic', body: null }));
  await expect(answer(NEAR)).rejects.toThrow('it has changed since “pyrograph open” began to serve it');
});
