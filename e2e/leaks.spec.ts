// What recordings leave behind when others take their place: counted after the browser has collected its garbage, so
// neither time nor luck decides.

import type { CDPSession, Page } from '@playwright/test';
import { drop, expect, fixture, pictureAfter, start, test } from './page.ts';

const TIMES = 12;

test('recordings opened one after the other leave no worker and no canvas behind', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await start(page);
  await openInTurn(page, 2);
  const few = await objects(browser);
  await openInTurn(page, TIMES);
  // The workers of the one that is open, and those that wait for the next, come and go meanwhile.
  for (const [name, count] of Object.entries(await objects(browser)))
    expect(count, `${name}, as many as after two recordings`).toBeLessThan(few[name] + TIMES / 2);
});

test('what refers to a part of the page that is gone does not keep its pictures', async ({ page }) => {
  await start(page);
  await openInTurn(page, 1);
  await expect(page.locator('canvas'), 'the graph and the strip').toHaveCount(2);
  const canvases = await page.locator('canvas').elementHandles();
  await openInTurn(page, 1);
  for (const canvas of canvases)
    await expect
      .poll(() => canvas.evaluate((each) => each instanceof HTMLCanvasElement && each.width))
      .toBe(0);
});

/** By dropping them: the file picker is an element, which Playwright keeps with all that was around it. */
async function openInTurn(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
  }
}

/** How many there are that something still refers to: asking for them collects the others first. */
async function objects(browser: CDPSession): Promise<Record<string, number>> {
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
