// Tests the costs in the table, as columns. workers/costs.golden.test.ts and workers/cost-views.property.test.ts test their numbers.

import { chooseLevel } from './locators.ts';
import { loadingTest as test, startWithShared } from './opened.ts';
import { expect } from './page.ts';
import { columnHead, visibleRows } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
});

test('chosen costs are columns with the self weight of each function', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await page.keyboard.press('b');
  await expect(page.getByRole('grid', { name: 'Self and total by function' })).toBeVisible();
  await chooseLevel(page, 'Python only');
  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Columns' });
  const gc = menu.getByRole('menuitemcheckbox', { name: 'Garbage collection' });
  await gc.click();
  await expect(gc, 'the menu stays open').toHaveAttribute('aria-checked', 'true');
  await menu.getByRole('menuitemcheckbox', { name: 'Memory' }).click();
  await expect(columnHead(page, 'Self Memory')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(/&columns=memory,gc/);

  await columnHead(page, 'Self GC').getByRole('button').click();
  await expect(columnHead(page, 'Self GC')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/&sort=-gc/);
  await expect.poll(async () => (await visibleRows(page)).at(0)?.cells['Self GC']).toBe('7.8 ms');

  await button.click();
  await menu.getByRole('menuitem', { name: 'Remove these columns' }).click();
  await expect(columnHead(page, 'Self GC')).toHaveCount(0);
  await expect(columnHead(page, 'Self')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).not.toHaveURL(/columns=/);
});
