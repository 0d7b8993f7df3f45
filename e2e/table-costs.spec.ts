// Tests the costs in the table, as rows and as columns, with the numbers of the goldens.

import type { Page } from '@playwright/test';
import { plainAt } from '../fixtures/profiles.ts';
import { COSTS } from '../src/model/costs.ts';
import { activeRow, chooseLevel, details } from './locators.ts';
import { chips } from './menus.ts';
import { loadingTest, startWithShared, test } from './opened.ts';
import { expect } from './page.ts';
import { groupRows, columnHead, copiedRows, visibleRows } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const FOLDER = 'fp-workers';

/** The fields of each line after the event. */
function golden(file: string): string[][] {
  const lines = new TextDecoder().decode(plainAt(FOLDER, file)).trim().split('\n');
  return lines.map((line) => line.split('\t').slice(1));
}

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' | ')).sort();
const labelOf = (cost: string) => COSTS.find(({ id }) => id === cost)?.label ?? cost;

test('rows by cost and by part have the weights of the golden, and keep or drop samples', async ({
  page,
}) => {
  await openTable(page);
  await groupRows(page, 'Cost');
  await expect(page.getByRole('grid', { name: 'Weight by cost' })).toBeVisible();
  const costs = (await copiedRows(page)).map((row) => [
    row.cost,
    row['self weight (ns)'],
    row['self samples'],
  ]);
  const goldenCosts = golden('costs.tsv.gz').map(([cost, ...of]) => [labelOf(cost), ...of]);
  expect(sorted(costs)).toEqual(sorted(goldenCosts));
  await expect(details(page)).toContainText('Less of it: Keep .pyc files writable');

  await groupRows(page, 'Part');
  await expect(page.getByRole('grid', { name: 'Weight by part' })).toBeVisible();
  const parts = (await copiedRows(page)).map((row) => [
    row.part,
    row.place,
    row['self weight (ns)'],
    row['self samples'],
  ]);
  const expected = golden('costs.parts.tsv.gz').map(([cost, part, ...of]) =>
    part === '' ? [labelOf(cost), '', ...of] : [part, labelOf(cost), ...of],
  );
  expect(sorted(parts)).toEqual(sorted(expected));

  const field = page.getByRole('searchbox', { name: 'Filter rows' });
  await field.fill('^json');
  await expect(page.getByRole('status', { name: 'Rows shown' })).toContainText('1 of');
  await activeRow(page).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions for json' });
  await menu.getByRole('menuitem', { name: 'Keep only samples with it' }).click();
  await expect(chips(page)).toHaveText(/^Only: cost “Compiled libraries: json”/);
  await expect(columnHead(page, 'Share')).toBeVisible();
  await expect
    .poll(async () => (await visibleRows(page)).map(({ cells }) => cells.Share))
    .toEqual(['100.0%']);
});

loadingTest('chosen costs are columns with the self weight of each function', async ({ page }) => {
  await openTable(page);
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

async function openTable(page: Page): Promise<void> {
  await startWithShared(page, FOLDER);
  await page.keyboard.press('b');
  await expect(page.getByRole('grid', { name: 'Self and total by function' })).toBeVisible();
}
