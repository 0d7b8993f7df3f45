// Tests the stories about the examples: pressing their keys shows what they say.

import type { Page } from '@playwright/test';
import { heading, searchField } from './locators.ts';
import { startWithExample, test } from './opened.ts';
import { expect, open, press, repaintAfter } from './page.ts';

const story = (page: Page) => page.getByRole('region', { name: 'About this example' });
const overview = (page: Page) => page.getByRole('region', { name: 'Where the time went' });

test('the story of the web shop shows why it is slow, and can be closed', async ({ page }) => {
  await startWithExample(page, 'web-shop');
  await expect(page).toHaveTitle(/web-shop\.perf\.gz/);
  await expect(story(page).getByRole('listitem')).toHaveCount(3);
  await expect(story(page).locator('kbd')).toHaveText(['y', 't', 'y', 'f', '/']);
  await repaintAfter(page, 'y');
  await expect(overview(page).getByRole('button', { name: /^to_json handlers/ })).toContainText('15.2%');
  await press(page, 't');
  await expect(overview(page)).toContainText(/no frame ?33\.6%/);
  await press(page, 'y', 'f', '/');
  await searchField(page).fill('catalog.html');
  await expect(page.locator('main')).toContainText('9.28%');
  await story(page).getByRole('button', { name: 'Close' }).click();
  await expect(story(page)).toHaveCount(0);
});

test('the story of the ETL job shows why it is slow; other recordings have none', async ({ page }) => {
  await startWithExample(page, 'etl-job');
  await expect(page).toHaveTitle(/etl-job\.perf\.gz/);
  await expect(story(page).locator('kbd')).toHaveText(['t', 'y', 'y', '5', 'b', 'f', '/']);
  await press(page, 't', 'y');
  await expect(overview(page).getByRole('button', { name: /^read_orders extract/ })).toContainText('15.5%');
  await press(page, 'y', '5', 'b');
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('_strptime');
  await expect(first).toContainText('13.9%');
  await press(page, 'f', '/');
  await searchField(page).fill('__getitem__');
  await expect(page.locator('main')).toContainText('19.3%');
  // Other recordings have no story.
  await open(page, 'rules.perf');
  await expect(heading(page)).toHaveText('rules.perf');
  await expect(overview(page)).toBeVisible();
  await expect(story(page)).toHaveCount(0);
});
