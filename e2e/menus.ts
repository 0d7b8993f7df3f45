// The chips and the menus as browser tests find them: by their words and roles.

import type { Locator, Page } from '@playwright/test';
import { expect, graph } from './page.ts';

export function chips(page: Page): Locator {
  return page.getByRole('region', { name: 'Filters' }).getByRole('listitem');
}

export function item(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name }).first();
}

export function menu(page: Page, name: string): Locator {
  return page.getByRole('menu', { name });
}

/** As the menu key asks for it. */
export async function openMenuByKey(page: Page): Promise<void> {
  await graph(page).focus();
  await graph(page).evaluate((element) =>
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await expect(page.getByRole('menu')).toBeVisible();
}
