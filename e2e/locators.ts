// Locators for parts of the page, mostly by role and name, as a screen reader would find them.

import type { Locator, Page } from '@playwright/test';
import { expect } from './page.ts';

export function heading(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

/** The alert, ignoring alert regions without text. */
export function problem(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /./ });
}

export function notes(page: Page): Locator {
  return page.getByRole('region', { name: /note/i });
}

export function graph(page: Page): Locator {
  return page.getByRole('tree', { name: 'Flame graph' });
}

export function canvas(page: Page): Locator {
  return page.locator('#view canvas').first();
}

/** The button that shows the level of detail. */
export function detail(page: Page): Locator {
  return page.getByRole('button', { name: /^Detail: / });
}

export async function expectLevel(page: Page, label: string): Promise<void> {
  await expect(detail(page)).toHaveText(`Detail: ${label}`);
}

/** Opens the menu of levels. */
export async function openLevels(page: Page): Promise<Locator> {
  await detail(page).click();
  return page.getByRole('menu', { name: 'Detail' }).getByRole('menuitemradio');
}

export async function chooseLevel(page: Page, label: string): Promise<void> {
  await (await openLevels(page)).and(page.getByRole('menuitemradio', { name: label, exact: true })).click();
}

export function details(page: Page): Locator {
  return page.getByRole('region', { name: 'Details' });
}

export function overview(page: Page): Locator {
  return page.getByRole('region', { name: 'Where the time went' });
}

/** The kinds of code with their shares, in the overview. */
export function kindShares(page: Page): Locator {
  return page.getByRole('list', { name: 'Self time by kind of code' });
}

export function crumbs(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Zoom' });
}

/** The crumb of the zoomed box. */
export function currentCrumb(page: Page): Locator {
  return crumbs(page).locator('[aria-current=true]');
}

export function searchField(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search functions' });
}

export function searchResult(page: Page): Locator {
  return page.getByRole('status', { name: 'Search result' });
}

/** The row in the table or call tree that Tab reaches. */
export function activeRow(page: Page): Locator {
  return page.locator('[role=row][tabindex="0"]');
}

/** In CSS pixels, relative to the window. */
export async function boundsOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const bounds = await locator.boundingBox();
  if (!bounds) throw new Error(`${String(locator)} has no bounds.`);
  return bounds;
}

/** A function's label without its file or module: `f` of `f (script.py)`. */
export function withoutFile(label: string): string {
  return label.replace(/ \(.*/, '');
}
