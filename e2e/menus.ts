// Locators for filter chips and menus, by role and name, and actions on menus.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { graph } from './locators.ts';
import { expect } from './page.ts';

export function chips(page: Page): Locator {
  return page.getByRole('region', { name: 'Filters' }).getByRole('listitem');
}

export function item(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name }).first();
}

export function menu(page: Page, name: string): Locator {
  return page.getByRole('menu', { name });
}

/** Opens the menu of the focused box as the menu key does. */
export async function openMenuByKey(page: Page): Promise<void> {
  await graph(page).focus();
  await graph(page).evaluate((element) =>
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function openSaveMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
}

/** Chooses an entry of the save menu and returns the saved file. */
export async function saved(page: Page, entry: RegExp): Promise<{ name: string; content: Buffer }> {
  await openSaveMenu(page);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}
