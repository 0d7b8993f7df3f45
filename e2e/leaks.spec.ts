// Checks that opening recordings one after the other leaves nothing behind of those that were closed: no workers, no listeners of the
// window, and no pixels of canvases.

import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { idle } from './idle.ts';
import { heading } from './locators.ts';
import { expect, fixture, repaintAfter, start, test } from './page.ts';

const TIMES = 4;

test('closed recordings leave no workers, listeners and pixels', async ({ page }) => {
  await page.addInitScript(countListeners);
  await start(page);
  await openInTurn(page, 2);
  await expect(page.locator('canvas'), 'the graph and the timeline').toHaveCount(2);
  const canvases = await page.locator('canvas').elementHandles();
  const before = { workers: page.workers().length, listeners: await listeners(page) };
  await openInTurn(page, TIMES);
  // A canvas without a size has no pixels, even if a script still refers to it.
  for (const canvas of canvases)
    await expect
      .poll(() => canvas.evaluate((each) => each instanceof HTMLCanvasElement && each.width))
      .toBe(0);
  await expect.poll(() => listeners(page)).toBe(before.listeners);
  // The next recording's worker may have started in the meantime.
  await expect.poll(() => page.workers().length).toBeLessThan(before.workers + TIMES);
});

async function openInTurn(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const isOpen = (await heading(page).textContent()) === 'rules.perf';
    await repaintAfter(page, async () => {
      await drop(page, [fixture('rules.perf')]);
      if (isOpen) await page.getByRole('button', { name: 'Open instead' }).click();
    });
    await expect(heading(page)).toHaveText('rules.perf');
    if (!isOpen) continue;
    await page.getByRole('button', { name: 'Open recordings: 2 of 2' }).click();
    await page.getByRole('button', { name: 'Close rules.perf', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Open recordings' })).toHaveCount(0);
  }
  await idle(page);
}

/** Number of the listeners of the window and the document. */
function listeners(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, Symbol.for('listeners'))));
}

/** Runs in the page. */
function countListeners(): void {
  const active = new Map<string, Set<unknown>>();
  Object.defineProperty(globalThis, Symbol.for('listeners'), {
    get: () => [...active.values()].reduce((sum, { size }) => sum + size, 0),
  });
  const count = (name: string, target: unknown, [type, listener, options]: readonly unknown[]) => {
    if (target !== undefined && target !== window && target !== document) return;
    const option = (key: string): unknown => Reflect.get(Object(options), key);
    const isCapture = options === true || option('capture') === true;
    const key = `${target === document} ${String(type)} ${isCapture}`;
    const listeners = active.get(key) ?? new Set();
    active.set(key, listeners);
    if (name === 'addEventListener') listeners.add(listener);
    else listeners.delete(listener);
    const signal = option('signal');
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => listeners.delete(listener));
  };
  for (const name of ['addEventListener', 'removeEventListener']) {
    const original: unknown = Reflect.get(EventTarget.prototype, name);
    if (typeof original !== 'function') throw new Error(`The browser has no ${name}.`);
    const apply = (_: unknown, target: unknown, args: readonly unknown[]): unknown => {
      count(name, target, args);
      return Reflect.apply(original, target ?? window, args);
    };
    Reflect.set(EventTarget.prototype, name, new Proxy(original, { apply }));
  }
}
