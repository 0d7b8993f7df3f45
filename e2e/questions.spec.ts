// Tests that common questions take at most two actions to answer once the recording is open. An action is a click, a key, or text
// typed into a field.

import type { Locator, Page } from '@playwright/test';
import { details, overview, searchField } from './locators.ts';
import { startWith, startWithShared, test } from './opened.ts';
import { expect } from './page.ts';

test('which function, which package, what does garbage collection cost, C extensions or interpreter, why is import slow?', async ({
  page,
}) => {
  await startWith(page, 'numeric.perf.gz');
  await expect(row(page, 'Your hottest functions', 0)).toHaveText(/^norm numeric\.py23\.0%/);
  await expect(row(page, 'Hottest packages', 0)).toHaveText('numpy64.3%');
  await expect(row(page, 'Stands out', 'garbage collection')).toHaveText('garbage collection5.12%');
  await expect(row(page, 'Self time by kind of code', 'extension')).toHaveText('extension29.4%');
  await expect(row(page, 'Self time by kind of code', 'interpreter')).toHaveText('interpreter27.0%');

  await row(page, 'Stands out', 'imports').click();
  await expect(overview(page)).toContainText('24.5% of the recording’s 1.25 s');
  await expect(row(page, 'Slowest imports', 0)).toHaveText('pytz8.50%');
});

test('who calls json.loads? 2 actions', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await searchField(page).fill('json.loads');
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('loads');
  await expect(row(page, 'Callers', 0)).toHaveText('parsing workers.py100.0%');
});

/** A row of a list in the side panel, by position or text. */
function row(page: Page, list: string, which: number | string): Locator {
  const rows = page
    .getByRole('complementary')
    .getByRole('list', { name: list, exact: true })
    .getByRole('button');
  return typeof which === 'number' ? rows.nth(which) : rows.filter({ hasText: which });
}
