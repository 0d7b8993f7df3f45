// Themes, examples, and a page that needs nobody: under any path, from no other host.

import type { Page } from '@playwright/test';
import { colorAt, expect, fixture, focusedBox, open, pictureAfter, start, started, test } from './page.ts';

for (const { label, most } of [
  { label: /Threads and a process pool/, most: 'workers.perf.gz' },
  { label: /NumPy and pandas/, most: 'numeric.perf.gz' },
]) {
  test(`the example ${most} opens from the start screen`, async ({ page }) => {
    await start(page);
    await pictureAfter(page, () => page.getByRole('button', { name: label }).click());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(most);
    expect((await focusedBox(page)).samples).toBeGreaterThan(100);
    await expect(page).toHaveTitle(new RegExp(most));
  });
}

test('the page loads under a folder of its host, workers and examples too', async ({ page, baseURL }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads/ }).click());
  const folder = new URL(baseURL ?? '').pathname;
  expect(folder).not.toBe('/');
  expect(paths.filter((path) => !path.startsWith(folder))).toEqual([]);
});

test('once loaded, the page opens recordings without any network', async ({ page, context }) => {
  const pending = new Set<string>();
  const loaded: string[] = [];
  page.on('request', (request) => pending.add(request.url()));
  page.on('requestfailed', (request) => pending.delete(request.url()));
  page.on('requestfinished', (request) => {
    pending.delete(request.url());
    loaded.push(request.url());
  });
  await start(page);
  await open(page, fixture('rules.perf'));
  // The code of the other views comes right after the first picture.
  for (const view of ['TimeOrderGraph', 'SandwichView', 'TableView', 'TreeView'])
    await expect.poll(() => loaded.join('\n')).toContain(`/${view}-`);
  await expect.poll(() => [...pending]).toEqual([]);
  await context.setOffline(true);
  await pictureAfter(page, () => page.keyboard.press('5'));
  expect((await focusedBox(page)).samples).toBe(29);
});

test('the theme is the system’s until another one is chosen, and the choice is remembered', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await start(page);
  await open(page, fixture('rules.perf'));
  expect(await themeOf(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => themeOf(page)).toBe('light');

  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect.poll(() => themeOf(page)).toBe('dark');
  await page.reload();
  await started(page);
  await open(page, fixture('rules.perf'));
  expect(await themeOf(page)).toBe('dark');
});

test('a function has colours of its own kind in both themes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await start(page);
  await open(page, fixture('rules.perf'));
  const light = await python(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => python(page)).not.toEqual(light);
  // Warm in both: more red than blue.
  const dark = await python(page);
  expect(light[0]).toBeGreaterThan(light[2]);
  expect(dark[0]).toBeGreaterThan(dark[2]);
});

test('nothing is cut off on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await open(page, fixture('rules.perf'));
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('on a phone the crumbs show both ends of a long way', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads/ }).click());
  await page.getByRole('tree').focus();
  for (const key of ['End', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const crumbs = page.getByRole('navigation', { name: 'Zoom' });
  await expect(crumbs.getByText('more')).toHaveCount(1);
  await expect(crumbs.locator('[aria-current=true]')).toBeInViewport({ ratio: 0.9 });
  await expect(crumbs.getByRole('button', { name: 'all' })).toBeInViewport({ ratio: 0.9 });
});

test('the legend lights one kind of code up', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const before = await python(page);
  const native = page.getByRole('button', { name: /^native/ });
  await native.click();
  await expect(native).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => python(page)).not.toEqual(before);
  await native.click();
  await expect.poll(() => python(page)).toEqual(before);
});

/** The colour of the first box above the root, of Python code, where no text is. */
async function python(page: Page): Promise<number[]> {
  const canvas = await page.locator('#view canvas').boundingBox();
  if (!canvas) throw new Error('there is no canvas');
  return colorAt(page, canvas.width * 0.5, canvas.height - 18 - 4);
}

/** What the backgrounds of the page and of the picture are; neither while they differ. */
async function themeOf(page: Page): Promise<'light' | 'dark' | 'neither'> {
  const picture = await colorAt(page, 2, 2);
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const colors = [...picture, ...(background.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)];
  if (colors.every((color) => color > 200)) return 'light';
  return colors.every((color) => color < 80) ? 'dark' : 'neither';
}

/** How many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
