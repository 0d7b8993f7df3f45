// Tests the header and the row above the view.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import { boundsOf, graph, searchField, searchResult } from './locators.ts';
import { chips, chooseMore } from './menus.ts';
import { startWith, startWithExample, test } from './opened.ts';
import { expect, focusedBox, PHONE, press, repaintAfter } from './page.ts';

const header = (page: Page) => page.getByRole('banner');

test('in wide windows, all tools fit into one row of the header; in narrow ones, they are in a menu', async ({
  page,
}) => {
  await startWith(page, 'events.perf');
  for (const viewport of [
    { width: 1600, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await boundsOf(header(page))).width).toBe(viewport.width);
    expect((await boundsOf(header(page))).height).toBe(42);
    for (const name of ['Export', 'Share'])
      await expect(header(page).getByRole('button', { name })).toBeInViewport();
    await expect(page.getByRole('tab').last()).toBeInViewport({ ratio: 1 });
    const { height: rest } = await boundsOf(page.locator('.view-bar'));
    expect(rest).toBeLessThanOrEqual(36);
  }

  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(header(page).getByRole('button', { name: 'Export' })).toHaveCount(0);
  expect((await boundsOf(header(page))).height).toBe(42);
  await chooseMore(page, 'Share…');
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseMore(page, 'Export');
  await expect(page.getByRole('menuitem', { name: /^Image/ })).toBeVisible();
});

test('filters and the search result are in the row of the breadcrumbs, so the graph does not move', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  const narrow = await boundsOf(searchField(page));
  await searchField(page).focus();
  expect((await boundsOf(searchField(page))).width, 'wider with the focus').toBeGreaterThan(narrow.width);
  const before = await boundsOf(page.locator('#view'));
  await graph(page).focus();
  await press(page, 'ArrowUp', 'ArrowUp');
  await repaintAfter(page, 'm');
  await expect(chips(page)).toHaveCount(1);
  await searchField(page).fill('main');
  await expect(searchResult(page)).toHaveText(/^[\d.]+%[\d.,]+ \w+ of [\d.,]+ \w+\d+ functions?$/);
  expect(await boundsOf(page.locator('#view'))).toEqual(before);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(searchField(page)).toHaveValue('');
  await expect(graph(page)).toBeFocused();
});

test('the row above the graph never wraps, and shows the newest filter', async ({ page }) => {
  await startWithExample(page, 'web-shop');
  const bar = page.locator('.view-bar');
  const { y } = await boundsOf(page.locator('#view'));
  await expect(page.getByRole('switch', { name: 'My code' })).toBeEnabled();
  await repaintAfter(page, 'y');
  await searchField(page).fill('render');
  await expect(page.getByRole('button', { name: 'Clear the search' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await repaintAfter(page, 'v');
  await press(page, 'ArrowDown');
  for (const [viewport, key] of [
    [{ width: 1280, height: 720 }, 'm'],
    [PHONE, 'r'],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await boundsOf(bar)).width).toBeLessThanOrEqual(viewport.width);
    await repaintAfter(page, key);
    await expect(chips(page).last()).toBeInViewport();
    const clear = page.getByRole('button', { name: 'Clear all' });
    await expect(clear).toBeInViewport();
    expect((await boundsOf(bar)).height).toBe(28);
    if (viewport !== PHONE) expect((await boundsOf(page.locator('#view'))).y).toBe(y);
  }
});

test('the sandwich keeps its function while you visit other views', async ({ page }) => {
  await startWith(page, 'jit.perf');
  const middle = page.locator('.middle h2');
  await page.keyboard.press('s');
  // Until then, the sandwich of another test may be shown.
  await idle(page);
  const chosen = (await middle.textContent()) ?? '';
  await page.keyboard.press('f');
  await press(page, 'ArrowUp');
  const { label } = await focusedBox(page);
  await press(page, 'b', 's');
  await expect(middle).toHaveText(chosen);
  expect(label).not.toContain(chosen);
});
