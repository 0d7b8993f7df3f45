// Tests the table, the call tree, the sandwich and the side panel of a comparison.

import type { Locator, Page } from '@playwright/test';
import { compare as compareWith, recordingOf } from './comparison.ts';
import { activeRow, details } from './locators.ts';
import { test } from './opened.ts';
import { expect, repaintAfter } from './page.ts';

const BEFORE = recordingOf('before.perf', { slow: 300, old: 160, 'load;read': 100, tiny: 3 });
const AFTER = recordingOf('after.perf', { slow: 800, fresh: 100, 'fetch;read': 75, tiny: 4 });

async function compare(page: Page): Promise<void> {
  await compareWith(page, BEFORE, AFTER);
  await expect(panel(page)).toContainText('slow');
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'What changed' });

const row = (page: Page, name: string): Locator =>
  page.locator('[role=row][tabindex]').filter({ has: page.getByText(name, { exact: true }) });

async function openView(page: Page, name: 'Table' | 'Call tree' | 'Sandwich'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  const role = { Table: 'grid', 'Call tree': 'treegrid', Sandwich: 'tree' } as const;
  await expect(page.getByRole(role[name]).first()).toBeVisible();
}

test('the table shows both sides, the difference and a verdict in words, self or total', async ({ page }) => {
  await compare(page);
  await openView(page, 'Table');
  await expect(row(page, 'slow')).toContainText('more');
  await expect(row(page, 'old')).toContainText('gone');
  await expect(row(page, 'fresh')).toContainText('new');
  await expect(row(page, 'f1')).toContainText('cannot tell: −');
  await expect(row(page, 'tiny')).toHaveCount(0);
  await page.getByLabel('Show small functions').check();
  await page.getByLabel('Filter rows').fill('tiny|slow');
  await expect(row(page, 'f1')).toHaveCount(0);
  await expect(row(page, 'tiny')).toContainText('too small to test');
  await page.getByRole('radio', { name: 'Total' }).check();
  await page.getByLabel('Filter rows').fill('main');
  await expect(row(page, 'main')).toBeVisible();
});

test('headers sort and show the arrow, and say once what values are per, and what the axis of the ranges is', async ({
  page,
}) => {
  await compare(page);
  await openView(page, 'Table');
  const first = page.locator('[data-row="0"]');
  await expect(first).toContainText('slow');
  for (const { name, orders } of [
    { name: 'Change', orders: ['descending', 'ascending'] },
    { name: 'Verdict', orders: ['ascending', 'descending'] },
  ]) {
    const header = page.getByRole('columnheader', { name });
    const width = await header.evaluate((cell) => cell.clientWidth);
    await header.click({ position: { x: width - 2, y: 12 } });
    await expect(header).toHaveAttribute('aria-sort', orders[0]);
    await header.click({ position: { x: 2, y: 12 } });
    await expect(header).toHaveAttribute('aria-sort', orders[1]);
    const leftOf = (each: Element) => each.getBoundingClientRect().left;
    expect(await header.locator('svg').evaluate(leftOf)).toBeGreaterThanOrEqual(
      await header.evaluate(leftOf),
    );
  }
  await page.getByRole('button', { name: 'Function', exact: true }).click();
  await expect(first).toContainText('f0');

  const scale = page.getByRole('columnheader', { name: 'Likely range', exact: true });
  await expect(scale).toHaveText(/^Likely range0\+[\d.]+ s$/);
  await expect(page.getByText('per second', { exact: true })).toHaveCount(0);
  await page.getByLabel('Compared by').selectOption('rate');
  for (const view of ['Table', 'Call tree'] as const) {
    await openView(page, view);
    await expect(page.getByRole('columnheader', { name: 'Function per second' })).toBeVisible();
    await expect(scale).toContainText(/0\+[\d.]+ ms$/);
    await expect(page.getByRole('gridcell', { name: /^\d[\d.]* ms$/ }).first()).toBeVisible();
    await expect(page.getByRole('gridcell').filter({ hasText: /^[+−]?\d[\d.]* .s\/s$/ })).toHaveCount(0);
  }
});

test('the panel lists what changed, describes the selected function, and takes another name for the same', async ({
  page,
}) => {
  await compare(page);
  await expect(panel(page).getByRole('list', { name: /more$/i })).toContainText('slow');
  await expect(panel(page).getByRole('list', { name: /gone in B$/i })).toContainText('old');
  const parts = panel(page).getByRole('list', { name: 'Where it comes from' }).getByRole('listitem');
  await expect(parts.last()).toHaveText(/^The rest, not certain[+−]?\d+\.\d %$/);
  await panel(page).getByRole('list', { name: /more$/i }).getByRole('button', { name: /slow/ }).click();
  await expect(details(page)).toContainText(/ more, certain: \+.* to \+.* s\./);
  await expect(details(page).getByRole('list', { name: 'Callers' })).toContainText('main');

  await page.getByRole('button', { name: 'Back to the overview' }).click();
  await page.getByRole('button', { name: 'Treat load as renamed to fetch' }).click();
  await expect(panel(page)).toContainText('1 rename chosen by you');
  await openView(page, 'Table');
  await page.getByRole('radio', { name: 'Total' }).check();
  await expect(row(page, 'fetch')).toContainText('renamed');
});

test('the call tree expands to what explains the difference; hiding gone code concerns only graphs', async ({
  page,
}) => {
  await compare(page);
  await repaintAfter(page, () => page.getByLabel('Hide gone code').check());
  await openView(page, 'Call tree');
  await page.getByRole('button', { name: 'Where it comes from' }).click();
  await expect(activeRow(page)).toContainText('slow');
  await expect(activeRow(page)).toContainText('more');
  await page.keyboard.press('*');
  await expect(page.getByRole('row', { name: /old.*gone/ })).toBeVisible();
  await openView(page, 'Table');
  await row(page, 'old').click();
  await expect(details(page).getByRole('list', { name: 'Callers' })).toContainText('main');
});

test('a row opens in the sandwich, with the weights of both sides', async ({ page }) => {
  await compare(page);
  await openView(page, 'Table');
  await row(page, 'slow').click();
  await expect(activeRow(page)).toContainText('slow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree', { name: 'Callers' })).toContainText(/slow .*: A .*, B /);
  await expect(page.locator('.middle')).toContainText(/A .* · B .*more/);
});
