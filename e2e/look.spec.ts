// Tests themes, the legend, that nothing moves, and that the page works in any folder and without a network.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expectStill, expectStillViews, toolbarBounds, watchLayout } from './layout.ts';
import { boundsOf, canvas, expectLevel, graph, searchField } from './locators.ts';
import { chooseMore } from './menus.ts';
import { loadingTest, startWith, startWithExample, test } from './opened.ts';
import { colorAt, expect, focusedBox, open, PHONE, press, repaintAfter, start } from './page.ts';

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

loadingTest('nothing moves when what surrounds the first graph follows, also on phones', async ({ page }) => {
  for (const viewport of [page.viewportSize() ?? PHONE, PHONE]) {
    await page.setViewportSize(viewport);
    await start(page);
    await watchLayout(page);
    await open(page, 'jit.perf');
    await expectStill(page, `${viewport.width} px wide`);
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
  'everything loads from the folder of the page; once loaded, it works without a network',
  async ({ page, context, baseURL }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const pending = new Set<string>();
    const loaded: string[] = [];
    page.on('request', (request) => pending.add(request.url()));
    page.on('requestfailed', (request) => pending.delete(request.url()));
    page.on('requestfinished', (request) => {
      pending.delete(request.url());
      loaded.push(request.url());
    });
    await startWithExample(page, 'web-shop');
    // The code of the other views is preloaded right after the first paint.
    await expect.poll(() => loaded.join('\n')).toContain('/views-');
    await expect.poll(() => [...pending]).toEqual([]);
    const folder = new URL(baseURL ?? '').pathname;
    expect(folder).not.toBe('/');
    expect(paths.filter((path) => !path.startsWith(folder))).toEqual([]);
    await context.setOffline(true);
    await repaintAfter(page, '5');
    expect((await focusedBox(page)).samples).toBe(2230);
  },
);

loadingTest(
  'the page uses the system theme until the user chooses one, and remembers that and other choices',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await startWith(page, 'workers.perf.gz');
    expect(await themeOf(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => themeOf(page)).toBe('light');

    await chooseMore(page, 'Theme: system', 'Light');
    await chooseMore(page, 'Theme: light', 'Dark');
    await expect.poll(() => themeOf(page)).toBe('dark');
    const threads = page.getByRole('button', { name: /threads$/ });
    await threads.click();
    await expect(threads).toHaveAttribute('aria-expanded', 'true');
    const invertedFlame = page.getByRole('radio', { name: 'Flame' });
    await repaintAfter(page, 'v');
    await invertedFlame.check();
    await useSingleKeys(page, false);

    await start(page);
    await open(page, 'workers.perf.gz');
    expect(await themeOf(page)).toBe('dark');
    await expect(threads).toHaveAttribute('aria-expanded', 'true');
    await press(page, '1', '5', 'v', '/', '?');
    await expectLevel(page, 'Python and C');
    await expect(graph(page)).toBeFocused();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(invertedFlame).toHaveCount(0);
    await useSingleKeys(page, true);
    await repaintAfter(page, 'v');
    await expect(invertedFlame).toBeChecked();
  },
);

async function useSingleKeys(page: Page, areUsed: boolean): Promise<void> {
  await chooseMore(page, 'Help and keyboard shortcuts');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).setChecked(areUsed);
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
}

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
