// A worker that ends without an error event, for example when memory runs out: the page shows an alert and can open
// recordings again.

import type { Page, Worker } from '@playwright/test';
import { heading, problem } from './locators.ts';
import { loadingTest as test } from './opened.ts';
import { choose, expect, fixture, focusedBox, open, repaintAfter, setHash, start } from './page.ts';

const STOPPED = 'the browser stopped a worker of this page, perhaps because memory ran out';

/** Makes the workers with this name close themselves, which the page notices as with any worker that ends. */
async function stop(workers: () => readonly Worker[], name: string): Promise<void> {
  const running = () => workers().filter((worker) => worker.url().includes(`${name}.worker`));
  await expect.poll(() => running().length).toBeGreaterThan(0);
  const named = running();
  const closed = named.map((worker) => worker.waitForEvent('close'));
  // The worker may end before it responds.
  for (const worker of named) worker.evaluate(() => self.close()).catch(() => {});
  await Promise.all(closed);
}

/** Opens a recording and returns its workers, excluding the spare ones for the next recording. */
async function openAndListWorkers(page: Page): Promise<Worker[]> {
  const before = page.workers();
  await open(page, 'rules.perf');
  return page.workers().filter((worker) => before.includes(worker));
}

test('a worker ends while a recording is open', async ({ page }) => {
  const spare = page.waitForEvent('worker');
  await start(page);
  await spare;
  const workers = await openAndListWorkers(page);
  await stop(() => workers, 'session');
  await page.keyboard.press('1');
  await expect(problem(page)).toContainText(STOPPED);
  await expect(problem(page)).toContainText('open the recording again');
  await open(page, 'rules.perf');
  await expect(problem(page)).toHaveCount(0);
  expect((await focusedBox(page)).samples).toBe(29);
  await repaintAfter(page, '1');
});

test('a worker ends while a recording is opening', async ({ page }) => {
  await start(page);
  // The response never arrives.
  await page.route('**/profiles/index.json', (route) =>
    route.fulfill({ json: { recordings: [{ file: 'a.perf', size: 2 << 20 }] } }),
  );
  let onRequest = () => {};
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  await page.route('**/profiles/a.perf', async (route) => {
    const { range } = await route.request().allHeaders();
    if (range === 'bytes=0-0') return route.fulfill({ status: 206, body: 'a' });
    onRequest();
    return undefined;
  });
  await setHash(page, '#profileURL=profiles/a.perf&profileIndex=profiles/index.json');
  await requested;
  await stop(() => page.workers(), 'read-ahead');
  await expect(problem(page)).toContainText(STOPPED);
  await choose(page, fixture('rules.perf'));
  await expect(heading(page)).toHaveText('rules.perf');
  await expect(problem(page)).toHaveCount(0);
});
