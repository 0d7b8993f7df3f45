// Views load their code when first used. The user notices only when that takes long or fails.

import { expect, fixture, graph, open, problem, start, test } from './page.ts';

test.use({ mayGoWrong: /net::ERR_FAILED|Failed to fetch dynamically imported module/ });

test('a view whose code arrives late takes the keyboard when it is there', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/TableView-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await start(page);
  await open(page, fixture('rules.perf'));
  await graph(page).focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('grid')).toBeHidden();
  release();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('grid').getByRole('row').last()).toBeFocused();
});

test('a view whose code does not arrive says so, and the others still work', async ({ page }) => {
  await page.route(/\/TableView-[^/]*\.js$/, (route) => route.abort());
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('b');
  await expect(problem(page)).toContainText('could not be loaded');
  await page.keyboard.press('f');
  await expect(graph(page)).toBeVisible();
});
