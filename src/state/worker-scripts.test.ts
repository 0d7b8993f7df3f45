// Which addresses the page's one Trusted Types policy lets the browser run as a worker.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PAGE = 'https://h.example/sub/#level=python';

class Started {
  readonly url: unknown;
  readonly options: unknown;

  constructor(url: unknown, options: unknown) {
    this.url = url;
    this.options = options;
  }
}

/** As the browser has it: a value of a type of its own, made by the rule. */
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
  vi.stubGlobal('Worker', Started);
  vi.stubGlobal('document', { baseURI: PAGE });
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => vi.unstubAllGlobals());

test('the browser is given every worker by the policy, which is created once', async () => {
  vi.stubGlobal('trustedTypes', trustedTypes);
  const { registerServiceWorker, startWorker } = await import('./worker-scripts.ts');
  for (const name of ['session', 'ahead', 'chunk', 'match'] as const) {
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
])('%s is no service worker of this page', async (url) => {
  vi.stubGlobal('trustedTypes', trustedTypes);
  const { registerServiceWorker } = await import('./worker-scripts.ts');
  await expect(registerServiceWorker(url)).rejects.toThrow('is no script of a worker of this page');
  expect(register).not.toHaveBeenCalled();
});

test('a browser without Trusted Types takes the address itself', async () => {
  const { startWorker } = await import('./worker-scripts.ts');
  expect(startWorker('session')).toMatchObject({ url: expect.stringContaining('session.worker') });
});
