// Tests the side panel: the rows of the overview, and the callers, callees and buttons in the details.

import type { Locator, Page } from '@playwright/test';
import { activeRow, details, expectLevel, graph, overview } from './locators.ts';
import { chips } from './menus.ts';
import { startWith, startWithExample, test } from './opened.ts';
import { expect, focusedBox, repaintAfter } from './page.ts';
import { focusedRow } from './rows.ts';

test('the overview shows the total and the shares of kinds of code, which add up to 100 %', async ({
  page,
}) => {
  await startWithExample(page, 'web-shop');
  await expect(overview(page)).toContainText(/\d m?s CPU ?= 100% · [\d,]+ samples/);
  const kinds = list(page, 'Self time by kind of code').getByRole('button');
  const shares = await kinds.locator('.number').allTextContents();
  expect(shares.reduce((sum, share) => sum + parseFloat(share), 0)).toBeCloseTo(100, 0);
  await expect(kinds.first()).toHaveText(/^own code/);

  await kinds.first().click();
  await expect(kinds.first()).toHaveAttribute('aria-pressed', 'true');
  await overview(page).locator('.kind-bar button').first().click();
  await expect(kinds.first()).toHaveAttribute('aria-pressed', 'false');
});

test('a click on a row of “Stands out” keeps exactly its samples, at a level that shows its code', async ({
  page,
}) => {
  await startWithExample(page, 'web-shop');
  const row = list(page, 'Stands out').getByRole('button', { name: /^kernel/ });
  const share = await row.locator('.number').textContent();
  await repaintAfter(page, () => row.click());
  await expect(chips(page)).toHaveText(['Only: kernel']);
  await expect(overview(page)).toContainText(`${share} of the recording`);
  await repaintAfter(page, 'u');
  await expect(overview(page)).not.toContainText('of the recording');

  const text = await row.textContent();
  await repaintAfter(page, '5');
  await expect(row, 'the same at levels that hide it').toHaveText(text ?? '?');
  await repaintAfter(page, 'y');
  await repaintAfter(page, () => row.click());
  await expect(chips(page)).toHaveText(['Only: kernel', /^My code/]);
  await expectLevel(page, 'Python and C');
  await expect(row).toHaveText('kernel100.0%');
});

test('a click on a hot function selects it in every view; one on a package filters by it', async ({
  page,
}) => {
  await startWithExample(page, 'web-shop');
  const hottest = () => list(page, 'Your hottest functions').getByRole('button').first();
  const title = details(page).getByRole('heading', { level: 2 });
  const name = (await hottest().locator('.part-name').textContent())?.replace(/ .*/, '') ?? '?';

  await hottest().click();
  await expect(title).toHaveText(name);
  await expect(graph(page)).toBeFocused();
  expect((await focusedBox(page)).label).toContain(name);
  await page.keyboard.press('Escape');
  await expect(overview(page), 'Esc in an unzoomed graph').toBeVisible();

  await page.keyboard.press('c');
  await hottest().click();
  await expect.poll(async () => (await focusedRow(page)).name).toBe(name);
  await page.getByRole('button', { name: 'Back to the overview' }).click();
  await hottest().dblclick();
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await expect(title).toHaveText(name);

  await page.keyboard.press('b');
  await activeRow(page).focus();
  await page.getByRole('button', { name: 'Back to the overview' }).click();
  await hottest().click();
  await expect.poll(async () => (await focusedRow(page)).name).toBe(name);

  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Back to the overview' }).click();
  await repaintAfter(page, () => list(page, 'Hottest packages').getByRole('button').first().click());
  await expect(chips(page)).toHaveText([/^Only: /]);
});

test('callers and callees can be selected by mouse and keyboard', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  const { name: caller } = await focusedBox(page);
  const callee = list(page, 'Callees').getByRole('button').first();
  await callee.focus();
  await page.keyboard.press('Enter');
  const heading = details(page).getByRole('heading', { level: 2 });
  await expect(heading, 'the focus stays in the panel').toBeFocused();
  await expect(heading).not.toHaveAttribute('title', caller);
  const { depth, name } = await focusedBox(page);
  expect(depth, 'the callee of the selected box').toBe(2);

  await list(page, 'Callers').getByRole('button').first().click();
  expect((await focusedBox(page)).name).toBe(caller);

  const again = list(page, 'Callees').getByRole('button').first();
  await again.focus();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await expect(heading).toHaveAttribute('title', name);
});

test('buttons focus on, hide and drop the selected box', async ({ page }) => {
  await startWith(page, 'rules.perf');
  for (const action of ['Focus', 'Hide', 'Drop']) {
    await graph(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await repaintAfter(page, () => details(page).getByRole('button', { name: action }).click());
    await expect(chips(page)).toHaveText([new RegExp(`^${action}`)]);
    await repaintAfter(page, 'u');
  }
});

/** A list in the overview or the details. */
function list(page: Page, name: string): Locator {
  return page.getByRole('complementary').getByRole('list', { name, exact: true });
}
