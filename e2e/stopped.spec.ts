// A worker that ends without an error event, as where memory runs out: the page says so, and opens again.

import type { Page, Worker } from '@playwright/test';
import { choose, expect, fixture, focusedBox, open, pictureAfter, problem, start, test } from './page.ts';

const STOPPED = 'the browser stopped a worker of this page, perhaps because memory ran out';

/** The workers of that name now, as the page stops them: from within, so that it learns of it as of any that is gone. */
async function stop(workers: () => readonly Worker[], name: string): Promise<void> {
  const those = () => workers().filter((worker) => worker.url().includes(`${name}.worker`));
  await expect.poll(() => those().length).toBeGreaterThan(0);
  const named = those();
  const gone = named.map((worker) => worker.waitForEvent('close'));
  // It may be gone before it answers.
  for (const worker of named) worker.evaluate(() => self.close()).catch(() => {});
  await Promise.all(gone);
}

/** Of what is open, and not of what waits for the next recording. */
async function workersOfOpen(page: Page): Promise<Worker[]> {
  const before = page.workers();
  await open(page, fixture('rules.perf'));
  return page.workers().filter((worker) => before.includes(worker));
}

test('under an open recording', async ({ page }) => {
  const spare = page.waitForEvent('worker');
  await start(page);
  await spare;
  const workers = await workersOfOpen(page);
  await stop(() => workers, 'session');
  await page.keyboard.press('1');
  await expect(problem(page)).toContainText(STOPPED);
  await expect(problem(page)).toContainText('open the recording again');
  await open(page, fixture('rules.perf'));
  await expect(problem(page)).toHaveCount(0);
  expect((await focusedBox(page)).samples).toBe(29);
  await pictureAfter(page, () => page.keyboard.press('1'));
});

for (const name of ['session', 'ahead']) {
  test(`while a recording is opened: ${name}`, async ({ page }) => {
    await start(page);
    // What never comes is waited for.
    await page.route('**/profiles/index.json', (route) =>
      route.fulfill({ json: { recordings: [{ file: 'a.perf', size: 2 << 20 }] } }),
    );
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    await page.route('**/profiles/a.perf', async (route) => {
      const { range } = await route.request().allHeaders();
      if (range === 'bytes=0-0') return route.fulfill({ status: 206, body: 'a' });
      isAsked();
      return undefined;
    });
    await page.evaluate(() => {
      location.hash = '#profileURL=profiles/a.perf&profileIndex=profiles/index.json';
    });
    await asked;
    await stop(() => page.workers(), name);
    await expect(problem(page)).toContainText(STOPPED);
    await choose(page, fixture('rules.perf'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
    await expect(problem(page)).toHaveCount(0);
  });
}
