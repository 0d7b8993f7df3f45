// Opening recordings one after the other does not leak memory. Objects are counted after garbage collection, so the result
// does not depend on timing.

import type { CDPSession, Page } from '@playwright/test';
import { drop } from './drop.ts';
import { heading } from './locators.ts';
import { expect, fixture, repaintAfter, start, test } from './page.ts';

const TIMES = 12;

test('closed recordings leave no workers and no canvases behind', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await start(page);
  await openInTurn(page, 2);
  const countsBefore = await liveObjects(browser);
  await openInTurn(page, TIMES);
  // The number of workers varies, both for the open recording and for spare ones.
  for (const [name, count] of Object.entries(await liveObjects(browser)))
    expect(count, `${name}: about as many as after two recordings`).toBeLessThan(
      countsBefore[name] + TIMES / 2,
    );
});

test('references to removed parts of the page do not keep their canvases in memory', async ({ page }) => {
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

/** Drops files instead of choosing them: Playwright would keep a reference to the file input, and so to its ancestors. */
async function openInTurn(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await repaintAfter(page, () => drop(page, [fixture('rules.perf')]));
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
