// Locators for filter chips and menus, by role and name, and actions on menus.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { graph } from './locators.ts';
import { expect } from './page.ts';

/** All chips except the one for folded imports. */
export function chips(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Filters' })
    .getByRole('listitem')
    .filter({ hasNotText: /^(?:Imports folded|Fold imports)$/ });
}

export function item(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name }).first();
}

export function menu(page: Page, name: string): Locator {
  return page.getByRole('menu', { name });
}

/** Opens the menu of the focused box, as the menu key does. */
export async function openMenuByKey(page: Page): Promise<void> {
  await graph(page).focus();
  await graph(page).evaluate((element) =>
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Chooses an entry of the menu at the end of the header. */
export async function chooseMore(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  for (const name of names)
    await page
      .getByRole(/^(?:System|Light|Dark)$/.test(name) ? 'menuitemradio' : 'menuitem', { name })
      .click();
}

export async function openExportMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
}

/** Saves a file with this entry of the export menu, and returns the file. */
export async function saveFile(page: Page, entry: RegExp): Promise<{ name: string; content: Buffer }> {
  await openExportMenu(page);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}
