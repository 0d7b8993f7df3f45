// Tests views whose code loads on first use, which users notice only if loading is slow or fails.

import { graph, problem } from './locators.ts';
import { loadingTest as test, startWith } from './opened.ts';
import { expect } from './page.ts';

/** The script with the table. */
const VIEWS = /\/views-[^/]*\.js$/;

test.use({ expectedErrors: /net::ERR_FAILED|Failed to fetch dynamically imported module/ });

test('a view whose code loads slowly gets the focus when it appears', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(VIEWS, async (route) => {
    await released;
    await route.continue();
  });
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('grid')).toBeHidden();
  release();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('grid').getByRole('row').last()).toBeFocused();
});

test('a view whose code fails to load shows an alert, and other views still work', async ({ page }) => {
  await page.route(VIEWS, (route) => route.abort());
  await startWith(page, 'rules.perf');
  await page.keyboard.press('b');
  await expect(problem(page)).toContainText('could not be loaded');
  await page.keyboard.press('f');
  await expect(graph(page)).toBeVisible();
});
