// Measures whether parts of the page move, and whether the page scrolls as a whole.

import { expect, type Page } from '@playwright/test';
import { idle } from './idle.ts';
import { press } from './page.ts';

const TOOLBARS = [
  '.top-bar',
  '.title',
  '.views',
  '.detail',
  '.search',
  '.tools',
  '.timeline-place',
  '.view-bar',
  '#view',
  '.side',
];
const SHIFTS = 'layout-shifts';

/** The largest sum of layout shifts of one change of view. */
const MAX_SHIFT = 0.01;

/** The bounds of each toolbar. */
export function toolbarBounds(page: Page): Promise<unknown> {
  return page.evaluate(
    (selectors) =>
      selectors.map((each) => {
        const { x, y, width, height } = document.querySelector(each)?.getBoundingClientRect() ?? {};
        return [each, x, y, width, height];
      }),
    TOOLBARS,
  );
}

/**
 * Adds up the browser's layout shifts, those of the view and the panel too. Shifts right after an input count, unlike in the browser's
 * own score, which leaves them out on fast machines only. Includes the shifts so far if `sinceLoad`.
 */
export async function watchLayout(page: Page, sinceLoad = false): Promise<void> {
  await page.evaluate(
    ({ key, buffered }) => {
      const sum = { shift: 0 };
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum.shift += Number(Reflect.get(entry, 'value'));
      });
      observer.observe({ type: 'layout-shift', buffered });
      Reflect.set(globalThis, Symbol.for(key), sum);
    },
    { key: SHIFTS, buffered: sinceLoad },
  );
}

/** Presses the key of each view, and expects that nothing moves but what is replaced. */
export async function expectStillViews(page: Page, keys: Readonly<Record<string, string>>): Promise<void> {
  for (const [view, key] of Object.entries(keys)) {
    await page.locator('#view').focus();
    await press(page, key);
    await expectStill(page, view);
  }
}

/** Expects that nothing has moved since the last call, and that the page does not scroll. */
export async function expectStill(page: Page, where: string): Promise<void> {
  await expectNoShift(page, where);
  const overflow = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  expect(overflow, where).toBe(0);
}

/** Expects that nothing has moved since the last call. */
export async function expectNoShift(page: Page, where: string): Promise<void> {
  await idle(page);
  const shift = await page.evaluate((key) => {
    const sum: unknown = Reflect.get(globalThis, Symbol.for(key));
    if (typeof sum !== 'object' || sum === null) throw new Error('watchLayout was not called.');
    const since = Number(Reflect.get(sum, 'shift'));
    Reflect.set(sum, 'shift', 0);
    return since;
  }, SHIFTS);
  expect(shift, where).toBeLessThanOrEqual(MAX_SHIFT);
}
