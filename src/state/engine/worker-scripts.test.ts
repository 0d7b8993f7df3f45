// The page's Trusted Types policy allows only the URLs of its own worker scripts.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PAGE = 'https://h.example/sub/#level=python';

class FakeWorker {
  readonly url: unknown;
  readonly options: unknown;

  constructor(url: unknown, options: unknown) {
    this.url = url;
    this.options = options;
  }
}

/** Like the browser's TrustedScriptURL. */
class Trusted {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

const created: string[] = [];
const trustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL(url: string): string }) => {
    created.push(name);
    return { createScriptURL: (url: string) => new Trusted(rules.createScriptURL(url)) };
  },
};
const register = vi.fn();

beforeEach(() => {
  vi.resetModules();
  created.length = 0;
  register.mockReset();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', { baseURI: PAGE });
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => vi.unstubAllGlobals());

test('every worker starts through the policy, which is created once', async () => {
  vi.stubGlobal('trustedTypes', trustedTypes);
  const { registerServiceWorker, startWorker } = await import('./worker-scripts.ts');
  for (const name of ['session', 'read-ahead', 'chunk', 'match'] as const) {
    const url = new Trusted(expect.stringContaining(`${name}.worker`));
    expect(startWorker(name)).toMatchObject({ url, options: { type: 'module', name } });
  }
  await registerServiceWorker('https://h.example/sub/service-worker.js');
  expect(register).toHaveBeenCalledExactlyOnceWith(new Trusted('https://h.example/sub/service-worker.js'));
  expect(created).toEqual(['pyrograph']);
});

test.each([
  'https://h.example/service-worker.js',
  'https://h.example/sub/profiles/service-worker.js',
  'https://h.example/sub/service-worker.js?other',
  'https://other.example/sub/service-worker.js',
  'data:text/javascript,',
])('%s is not the service worker of this page', async (url) => {
  vi.stubGlobal('trustedTypes', trustedTypes);
  const { registerServiceWorker } = await import('./worker-scripts.ts');
  await expect(registerServiceWorker(url)).rejects.toThrow('is not a worker script of this page');
  expect(register).not.toHaveBeenCalled();
});

test('a browser without Trusted Types gets the plain URL', async () => {
  const { startWorker } = await import('./worker-scripts.ts');
  expect(startWorker('session')).toMatchObject({ url: expect.stringContaining('session.worker') });
});
