// Tests folded imports: the chip, the key, undo and links.

import type { Locator, Page } from '@playwright/test';
import { graph, heading } from './locators.ts';
import { startWith, test } from './opened.ts';
import { expect, hashOf, open, repaintAfter, setHash } from './page.ts';

const RECORDING = 'numeric.perf.gz';

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

test('I and “Fold imports” unfold and fold imports; clearing all filters does not', async ({ page }) => {
  await startWith(page, RECORDING);
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
  await page.keyboard.press('b');
  await expectFolded(page, true);
  await chip(page).getByRole('button', { name: 'Remove Imports folded' }).click();
  await expectFolded(page, false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chip(page)).toHaveCount(1);
});

test('the chip is shown only where there is import machinery, and a link keeps it unfolded', async ({
  page,
}) => {
  await startWith(page, RECORDING);
  for (const [level, chips] of [
    ['2', 0],
    ['4', 1],
    ['5', 1],
  ] as const) {
    await repaintAfter(page, level);
    await expect(chip(page)).toHaveCount(chips);
  }
  await setHash(page, 'v=2&imports=all');
  await expect(chip(page)).toHaveCount(0);
  await setHash(page, 'v=2');
  await expect(chip(page)).toHaveCount(1);
  await open(page, 'rules.perf');
  await expect(heading(page)).toHaveText('rules.perf');
  await expect(chip(page)).toHaveCount(0);
});
