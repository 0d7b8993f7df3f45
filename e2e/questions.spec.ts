// Tests that each of seven common questions takes at most two actions to answer once the recording is open. An action is a click,
// a key, or text typed into a field.

import type { Locator, Page } from '@playwright/test';
import { bytesAt } from '../fixtures/profiles.ts';
import { details, overview, searchField } from './locators.ts';
import { startWith, startWithShared, test } from './opened.ts';
import { expect, requireSharedRecordings, upload } from './page.ts';

test('which of my functions costs most? 0 actions', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await expect(row(page, 'Your hottest functions', 0)).toHaveText(/^norm numeric\.py23\.0%/);
});

test('why is import slow? 1 action', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await row(page, 'Stands out', 'imports').click();
  await expect(overview(page)).toContainText('24.5% of the recording’s 1.25 s');
  await expect(row(page, 'Slowest imports', 0)).toHaveText('pytz8.50%');
});

test('what does garbage collection cost? 0 actions', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await expect(row(page, 'Stands out', 'garbage collection')).toHaveText('garbage collection5.12%');
});

test('who calls json.loads? 2 actions', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await searchField(page).fill('json.loads');
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('loads');
  await expect(row(page, 'Callers', 0)).toHaveText('parsing workers.py100.0%');
});

test('what happened between seconds 3 and 4? 2 actions', async ({ page }) => {
  requireSharedRecordings();
  await startWith(page, upload('jit-big.perf.zst', bytesAt('jit-big', 'expected.perf.zst')));
  await typeTime(page, 'Start', '3');
  await typeTime(page, 'End', '4');
  await expect(overview(page)).toContainText('997 ms CPU');
  await expect(row(page, 'Hottest packages', 'astroid')).toHaveText('astroid43.4%');
});

test('C extensions or interpreter? 0 actions', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await expect(row(page, 'Self time by kind of code', 'C extensions')).toHaveText('C extensions29.4%');
  await expect(row(page, 'Self time by kind of code', 'interpreter')).toHaveText('interpreter27.0%');
});

test('which package? 0 actions', async ({ page }) => {
  await startWithShared(page, 'jit-numeric');
  await expect(row(page, 'Hottest packages', 0)).toHaveText('numpy64.3%');
});

/** A row of a list in the side panel, by position or text. */
function row(page: Page, list: string, which: number | string): Locator {
  const rows = page
    .getByRole('complementary')
    .getByRole('list', { name: list, exact: true })
    .getByRole('button');
  return typeof which === 'number' ? rows.nth(which) : rows.filter({ hasText: which });
}

/** Sets an end of the time range, in seconds. */
async function typeTime(page: Page, end: 'Start' | 'End', seconds: string): Promise<void> {
  const field = page.getByRole('textbox', { name: end });
  await field.fill(seconds);
  await field.press('Enter');
}
