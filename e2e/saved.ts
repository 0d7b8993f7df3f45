// Saves what is looked at, as a person does.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** The file that an entry of the menu makes. */
export async function saved(page: Page, what: RegExp): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: what }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}
