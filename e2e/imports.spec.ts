// Tests folded imports: the chip, the key, undo and links.

import type { Locator, Page } from '@playwright/test';
import { graph } from './locators.ts';
import { expect, fixture, hashOf, repaintAfter, startWith, startWithShared, test } from './page.ts';

const FOLDER = 'jit-numeric';

/** The functions in the table whose names contain these words. */
async function functions(page: Page, words: string): Promise<string[]> {
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(words);
  const labels = page.locator('[role=row] .row-label');
  return (await labels.allTextContents()).map((text) => text.trim());
}

function chip(page: Page): Locator {
  return page.getByRole('listitem').filter({ hasText: 'Imports folded' });
}

async function expectFolded(page: Page, isFolded: boolean): Promise<void> {
  await expect(chip(page)).toHaveCount(isFolded ? 1 : 0);
  await expect.poll(() => functions(page, '_find_and_load')).toHaveLength(isFolded ? 0 : 2);
  const hasPandas = async () => (await functions(page, 'import pandas')).includes('import pandas');
  await expect.poll(hasPandas).toBe(isFolded);
}

test(`${FOLDER}: import machinery is folded until the chip is removed; undo folds it again`, async ({
  page,
}) => {
  await startWithShared(page, FOLDER);
  await page.keyboard.press('b');
  await expectFolded(page, true);
  await chip(page).getByRole('button', { name: 'Remove Imports folded' }).click();
  await expectFolded(page, false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectFolded(page, true);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expectFolded(page, false);
});

test(`${FOLDER}: I and “Fold imports” unfold and fold imports; clearing all filters does not`, async ({
  page,
}) => {
  await startWithShared(page, FOLDER);
  const total = () => page.getByRole('tree').getByRole('treeitem').first().textContent();
  const all = await total();
  await repaintAfter(page, 'I');
  await expect(chip(page)).toHaveCount(0);
  expect(await total()).toBe(all);
  await expect.poll(() => hashOf(page)).toContain('imports=all');
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  await repaintAfter(page, 'm');
  await repaintAfter(page, 'x');
  await expect(chip(page), 'still unfolded').toHaveCount(0);
  await repaintAfter(page, () => page.getByRole('button', { name: 'Fold imports' }).click());
  await expect(chip(page)).toHaveCount(1);
  await expect.poll(() => hashOf(page)).not.toContain('imports');
});

test(`${FOLDER}: the chip is shown only at levels that contain import machinery`, async ({ page }) => {
  await startWithShared(page, FOLDER);
  await repaintAfter(page, '2');
  await expect(chip(page)).toHaveCount(0);
  for (const key of ['4', '5', '3']) {
    await repaintAfter(page, key);
    await expect(chip(page)).toHaveCount(1);
  }
});

test('a recording without import machinery has no chip', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await expect(chip(page)).toHaveCount(0);
});

test('a link keeps imports unfolded', async ({ page, context }) => {
  const { buffer } = fixture('numeric.perf.gz');
  await context.route('**/numeric.perf.gz', (route) => route.fulfill({ body: buffer }));
  await page.goto('./#profileURL=numeric.perf.gz&imports=all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('numeric.perf.gz');
  await expect(chip(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto(page.url().replace('&imports=all', ''));
  await expect(chip(other)).toHaveCount(1);
});
