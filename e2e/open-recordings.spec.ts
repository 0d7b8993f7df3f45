// Tests the list of open recordings: switching, comparing and closing them.

import type { Page } from '@playwright/test';
import { program } from './comparison.ts';
import { expectLevel, heading, problem } from './locators.ts';
import { startWith, test } from './opened.ts';
import { choose, expect, focusedBox, open, press, repaintAfter } from './page.ts';

const listButton = (page: Page, position: string) =>
  page.getByRole('button', { name: `Open recordings: ${position}`, exact: true });
const list = (page: Page) => page.getByRole('dialog', { name: 'Open recordings' });
const viewTop = (page: Page) => page.locator('#view').evaluate((view) => view.getBoundingClientRect().top);

test('several recordings stay open, each with its view, and keys switch between them at once', async ({
  page,
}) => {
  await startWith(page, 'jit.perf');
  const top = await viewTop(page);
  await repaintAfter(page, '5');
  await press(page, 'ArrowUp', 'h');
  const chip = page.getByRole('button', { name: /^Hide: / });
  await expect(chip).toBeVisible();
  await open(page, 'rules.perf');
  await expectLevel(page, 'Python and C');
  await expect(listButton(page, '2 of 2')).toHaveText('2/2');
  expect(await viewTop(page), 'the list moves nothing').toBe(top);
  const workers = page.workers().length;
  await page.getByRole('tree').focus();
  await page.keyboard.press('.');
  await expect(heading(page)).toHaveText('jit.perf');
  await expectLevel(page, 'Python only');
  await expect(chip).toBeVisible();
  await expect(page.getByRole('tree')).toBeFocused();
  await press(page, 'u');
  await expect(chip).toHaveCount(0);
  await page.keyboard.press(',');
  await expect(heading(page)).toHaveText('rules.perf');
  expect((await focusedBox(page)).samples).toBe(29);
  expect(page.workers().length, 'nothing was opened again').toBe(workers);
  await page.goBack();
  await expect(heading(page)).toHaveText('jit.perf');
});

test('the list names all that is open; a recording is compared with another one, and closed with its comparison', async ({
  page,
}) => {
  await startWith(page, program('a.perf', 0.2));
  await open(page, program('b.perf', 0.5));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: 'With “a.perf”' }).click();
  await expect(heading(page)).toHaveText('b.perf → a.perf');
  await listButton(page, '3 of 3').press('Enter');
  const rows = list(page).getByRole('button', { name: /perf [\d.]+ kB$/ });
  await expect(rows).toHaveText([/^a\.perf/, /^b\.perf/, /^b\.perf → a\.perf/]);
  await expect(rows.nth(2)).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(rows.nth(0)).toBeFocused();
  // The shown comparison is closed with the recording.
  await press(page, 'Delete');
  await expect(heading(page)).toHaveText('b.perf');
  await expect(list(page)).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
  await choose(page, program('c.perf', 0.5));
  await expect(heading(page)).toHaveText('c.perf');
  await listButton(page, '2 of 2').click();
  await list(page).getByRole('button', { name: 'Close c.perf' }).click();
  await expect(heading(page)).toHaveText('b.perf');
  await expect(page.getByRole('tree')).toBeFocused();
});
