// Checks that opening recordings one after the other does not leak memory. Objects are counted after garbage collection, so the
// result does not depend on timing.

import type { CDPSession, Page } from '@playwright/test';
import { drop } from './drop.ts';
import { heading } from './locators.ts';
import { expect, fixture, repaintAfter, start, test } from './page.ts';

const TIMES = 12;

test('closed recordings leak no workers and no canvases', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await start(page);
  await openInTurn(page, 2);
  const countsBefore = await liveObjects(browser);
  await openInTurn(page, TIMES);
  // Counts vary a little, because the open recording and the spare workers do not always have the same number of workers, and
  // workers end a little later.
  await expect(async () => {
    for (const [name, count] of Object.entries(await liveObjects(browser)))
      expect(count, `${name}: about the same number as after two recordings`).toBeLessThan(
        countsBefore[name] + TIMES / 2,
      );
  }).toPass();
});

test('removed canvases have no pixel memory, even if a script still refers to them', async ({ page }) => {
  await start(page);
  await openInTurn(page, 1);
  await expect(page.locator('canvas'), 'the graph and the timeline').toHaveCount(2);
  const canvases = await page.locator('canvas').elementHandles();
  await openInTurn(page, 1);
  for (const canvas of canvases)
    await expect
      .poll(() => canvas.evaluate((each) => each instanceof HTMLCanvasElement && each.width))
      .toBe(0);
});

/** Drops files instead of using the file input, because Playwright would keep a reference to the input and thus to its ancestors. */
async function openInTurn(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const isOpen = (await heading(page).textContent()) === 'rules.perf';
    await repaintAfter(page, async () => {
      await drop(page, [fixture('rules.perf')]);
      if (isOpen) await page.getByRole('button', { name: 'Open instead' }).click();
    });
    await expect(heading(page)).toHaveText('rules.perf');
  }
}

/** Counts only reachable objects, because queryObjects collects garbage first. */
async function liveObjects(browser: CDPSession): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of ['Worker', 'MessagePort', 'HTMLCanvasElement', 'AbortController']) {
    const { result } = await browser.send('Runtime.evaluate', {
      expression: `${name}.prototype`,
      objectGroup: 'counted',
    });
    const { objects: found } = await browser.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
      objectGroup: 'counted',
    });
    const { result: length } = await browser.send('Runtime.callFunctionOn', {
      objectId: found.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
    });
    counts[name] = Number(length.value);
    await browser.send('Runtime.releaseObjectGroup', { objectGroup: 'counted' });
  }
  return counts;
}
