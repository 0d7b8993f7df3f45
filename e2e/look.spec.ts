// Tests themes, the legend, that nothing moves, and that the page works in any folder and without a network.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expectStill, expectStillViews, toolbarBounds, watchLayout } from './layout.ts';
import { boundsOf, canvas, searchField } from './locators.ts';
import { chooseMore } from './menus.ts';
import { loadingTest, startWith, startWithExample, test } from './opened.ts';
import { colorAt, expect, focusedBox, open, PHONE, press, repaintAfter, started } from './page.ts';

const VIEW_KEYS = { flame: 'f', icicle: 'i', time: 't', sandwich: 's', inverted: 'v', table: 'b', tree: 'c' };

test('in every view, also after a search and with a menu, nothing moves and the page does not scroll', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await watchLayout(page);
  const bounds = await toolbarBounds(page);
  const expectSame = async (where: string) => {
    await expectStill(page, where);
    expect(await toolbarBounds(page), where).toEqual(bounds);
  };
  await searchField(page).fill('run');
  await press(page, 'Enter');
  await expectStill(page, 'search');
  for (const [view, key] of Object.entries(VIEW_KEYS)) {
    await page.locator('#view').focus();
    await press(page, key);
    await expectSame(view);
    await page.locator('#view').click({ button: 'right', position: { x: 120, y: 90 } });
    await expectSame(`${view} with its menu`);
    await press(page, 'Escape');
  }
});

test('nothing moves when the details of another box or another function of the sandwich arrive, also on phones', async ({
  page,
}) => {
  await startWith(page, 'jit.perf');
  await watchLayout(page);
  await page.locator('#view').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Shift+S', 'ArrowUp', 'Shift+S']) {
    await press(page, key);
    await expectStill(page, key);
  }
  await page.setViewportSize(PHONE);
  await idle(page);
  await watchLayout(page);
  await expectStillViews(page, VIEW_KEYS);
  await page.locator('#view').focus();
  for (const key of ['s', 'ArrowUp', 'Shift+S']) {
    await press(page, key);
    await expectStill(page, `${key} on a phone`);
  }
});

test('the legend highlights one kind of code', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const before = await pythonColor(page);
  const native = page.getByRole('button', { name: /^native/ });
  await native.click();
  await expect(native).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => pythonColor(page)).not.toEqual(before);
  await native.click();
  await expect.poll(() => pythonColor(page)).toEqual(before);
});

loadingTest(
  'everything loads from the folder of the page, including workers and examples',
  async ({ page, baseURL }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await startWithExample(page, 'web-shop');
    const folder = new URL(baseURL ?? '').pathname;
    expect(folder).not.toBe('/');
    expect(paths.filter((path) => !path.startsWith(folder))).toEqual([]);
  },
);

loadingTest('once loaded, the page works without a network', async ({ page, context }) => {
  const pending = new Set<string>();
  const loaded: string[] = [];
  page.on('request', (request) => pending.add(request.url()));
  page.on('requestfailed', (request) => pending.delete(request.url()));
  page.on('requestfinished', (request) => {
    pending.delete(request.url());
    loaded.push(request.url());
  });
  await startWith(page, 'rules.perf');
  // The code of the other views is preloaded right after the first paint.
  await expect.poll(() => loaded.join('\n')).toContain('/views-');
  await expect.poll(() => [...pending]).toEqual([]);
  await context.setOffline(true);
  await repaintAfter(page, '5');
  expect((await focusedBox(page)).samples).toBe(29);
});

loadingTest(
  'the page uses the system theme until the user chooses one, and remembers the choice',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await startWith(page, 'rules.perf');
    expect(await themeOf(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => themeOf(page)).toBe('light');

    await chooseMore(page, 'Theme: system', 'Light');
    await chooseMore(page, 'Theme: light', 'Dark');
    await expect.poll(() => themeOf(page)).toBe('dark');
    await page.reload();
    await started(page);
    await open(page, 'rules.perf');
    expect(await themeOf(page)).toBe('dark');
  },
);

/** The color of the first box above the root, which is Python code, sampled where it has no text. */
async function pythonColor(page: Page): Promise<number[]> {
  const bounds = await boundsOf(canvas(page));
  return colorAt(page, bounds.width * 0.5, bounds.height - 18 - 4);
}

/** The theme of the page and its canvas; `neither` while they differ. */
async function themeOf(page: Page): Promise<'light' | 'dark' | 'neither'> {
  const picture = await colorAt(page, 2, 2);
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const colors = [...picture, ...(background.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)];
  if (colors.every((color) => color > 200)) return 'light';
  return colors.every((color) => color < 80) ? 'dark' : 'neither';
}
