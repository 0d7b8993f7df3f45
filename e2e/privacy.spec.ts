// What is opened stays in this page: nothing is sent anywhere (page.ts fails on any request to another host), and the
// browser keeps nothing of it, however it was opened, and though the site itself is kept for use offline.
//
// The host sends no policy here, so a worker that asked another host would not be stopped, but seen.

import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { serveSite } from '../scripts/static-server.mjs';
import { test as base, drop, expect, fixture, open, pictureAfter, start, started } from './page.ts';

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

/** An entry of the history holds a random name of this load of the page, how many recordings were opened, and nothing else. */
const NOTHING = {
  local: {},
  session: {},
  name: '',
  state: expect.stringMatching(/^pyrograph \w+ \d$/),
  records: [],
  files: [],
};

test('nothing of a recording is kept: not its name, nor its bytes, nor where it was', async ({
  page,
  context,
  path,
}) => {
  const expectNothingKept = async () => {
    const { cached, ...others } = await keptBy(page);
    expect(others).toEqual(NOTHING);
    expect(cached.filter((each) => !each.startsWith(`${path}assets/`))).toEqual([path, `${path}favicon.svg`]);
    expect(await context.cookies()).toEqual([]);
  };

  await start(page);
  await expect(page.getByText('works offline')).toBeVisible();
  await expectNothingKept();
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads and a process pool/ }).click());
  await expectNothingKept();
  await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expectNothingKept();
  await open(page, fixture('jit.perf'));
  await page.getByRole('searchbox').fill('work');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await expectNothingKept();
  await page.goto('about:blank');
  await page.goto('./#profileURL=examples/numeric.perf.gz&title=Secret');
  await started(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secret');
  await expectNothingKept();
});

/** All that a page can leave in the browser. */
function keptBy(page: Page) {
  return page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('IndexedDB does not answer')));
      });
    const records: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const keys = await answerOf(database.transaction(store).objectStore(store).getAllKeys());
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
