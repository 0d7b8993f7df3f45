// Checks that recordings stay in the page: it sends nothing to other hosts (page.ts fails on such requests) and stores no part of a
// recording, although the browser caches the site itself for offline use.
//
// The server sends no policy here, so that the test would detect requests of workers to other hosts instead of the browser blocking
// them.

import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { serveSite } from '../scripts/static-server.mjs';
import { heading } from './locators.ts';
import { expect, open, openExample, start, started, test as base } from './page.ts';

const test = base.extend<{ path: string }>({
  serviceWorkers: 'allow',
  path: ['/any/folder/', { option: true }],
  baseURL: async ({ path }, run) => {
    const dist = join(import.meta.dirname, '..', 'dist');
    const { url, stop } = await serveSite(dist, path, { sendsPolicy: false });
    await run(url);
    await stop();
  },
});

/** A history entry contains only a random ID of this page load and the number of opened recordings. */
const NOTHING = {
  local: {},
  session: {},
  name: '',
  state: expect.stringMatching(/^pyrograph \w+ \d \d+$/),
  records: [],
  files: [],
};

test('the page stores nothing about a recording: neither its name nor its content nor its location', async ({
  page,
  context,
  path,
}) => {
  const expectNothingStored = async () => {
    const { cached, ...others } = await storedBy(page);
    expect(others).toEqual(NOTHING);
    expect(cached.filter((each) => !each.startsWith(`${path}assets/`))).toEqual([path, `${path}favicon.svg`]);
    expect(await context.cookies()).toEqual([]);
  };

  await start(page);
  await expect(page.getByText('works offline')).toBeVisible();
  await expectNothingStored();
  await openExample(page, 'web-shop');
  await expectNothingStored();
  await open(page, 'rules.perf');
  await expectNothingStored();
  await open(page, 'jit.perf');
  await page.getByRole('searchbox').fill('work');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await expectNothingStored();
  await page.goto('about:blank');
  await page.goto('./#profileURL=examples/etl-job.perf.gz&title=Secret');
  await started(page);
  await expect(heading(page)).toHaveText('Secret');
  await expectNothingStored();
});

/** Everything that a page can store in the browser. */
function storedBy(page: Page) {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('The IndexedDB request failed.')));
      });
    const records: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const keys = await resultOf(database.transaction(store).objectStore(store).getAllKeys());
        records.push(...keys.map((key) => `${name}/${store}: ${JSON.stringify(key)}`));
      }
      database.close();
    }
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      cached.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    const session = Object.fromEntries(Object.entries(sessionStorage));
    const local = Object.fromEntries(Object.entries(localStorage));
    return {
      local,
      session,
      name: window.name,
      state: history.state as unknown,
      records,
      files,
      cached: cached.sort(),
    };
  });
}
