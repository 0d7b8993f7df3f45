// axe finds nothing wrong for people who use a screen reader, a keyboard, or see colours otherwise.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  allowOtherHosts,
  choose,
  expect,
  fixture,
  open,
  pictureAfter,
  problem,
  start,
  test,
  upload,
} from './page.ts';

const PHONE = { width: 390, height: 844 };

test('axe: nothing on the start screen', async ({ page }) => {
  const recordings = [{ file: 'a.perf', size: 5, title: 'Nightly' }, {}];
  await page.route('**/profiles/index.json', (route) => route.fulfill({ json: { recordings } }));
  await start(page);
  await expect(page.getByRole('link', { name: 'Nightly' })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: nothing on a link whose recording is not open, and over a recording that still is', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible();
  await expectNoViolations(page);
  await page.evaluate(() => (location.hash = '#recording=perf.data~1&level=python&zoomed=f&zoom=7'));
  await expect(page.getByRole('status').getByText(/^This link shows/)).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page);
});

test('axe: nothing on an open recording, with a zoom, a search and a tooltip', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await expectNoViolations(page);
  await page.getByRole('tree').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('searchbox').fill('work');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await page.locator('#view canvas').hover({ position: { x: 100, y: 400 } });
  await expectNoViolations(page);
});

test('axe: nothing on a range of the strip and on the time order', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads and a process pool/ }).click());
  await page.getByRole('listbox', { name: 'Threads' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('slider', { name: /^From/ }).focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('t');
  await expect(page.getByRole('tree', { name: 'Time order' })).toBeVisible();
  // A picture may still come, and what is under the pointer then is told when it moves.
  await expect(async () => {
    for (const x of [100, 101]) await page.locator('#view canvas').hover({ position: { x, y: 60 } });
    await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectNoViolations(page);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page);
});

test('axe: nothing in the sandwich and the inverted graph', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.keyboard.press('s');
  await expect(page.getByRole('tree', { name: 'Callers' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('combobox', { name: 'Function in the middle' }).click();
  await expect(page.getByRole('listbox', { name: 'Functions' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tree', { name: 'Callers' }).focus();
  await page.keyboard.press('v');
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('tree', { name: 'Inverted graph' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('s');
  await expect(page.getByRole('tree', { name: 'Callees' })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: nothing on the menu of files to save, and on a link to another host', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  await expect(page.getByRole('menuitem', { name: /Picture/ })).toBeVisible();
  await expectNoViolations(page);
  await page.goto('about:blank');
  await allowOtherHosts(page);
  await page.goto('./#profileURL=https%3A%2F%2Fprofiles.example%2Fa.perf');
  await expect(page.getByRole('button', { name: 'Fetch it' })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: nothing on chips, on a menu and the menu in it, and where nothing is left', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.getByRole('tree').focus();
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await pictureAfter(page, () => page.keyboard.press('m'));
  await pictureAfter(page, () => page.keyboard.press('k'));
  await pictureAfter(page, () => page.getByRole('button', { name: /^Callers of/ }).click());
  await page.getByRole('tree').dispatchEvent('contextmenu');
  await page.getByRole('menuitem', { name: /^All of kind/ }).click();
  await expect(page.getByRole('menu')).toHaveCount(2);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('tree').focus();
  await pictureAfter(page, () => page.keyboard.press('d'));
  await expect(page.getByRole('group', { name: 'Nothing is left' })).toBeVisible();
  await expectNoViolations(page);
});

for (const view of ['Table', 'Call tree']) {
  test(`axe: nothing in the ${view.toLowerCase()}`, async ({ page }) => {
    await start(page);
    await open(page, fixture('jit.perf'));
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('work');
    await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
    await page.getByRole('tab', { name: view }).click();
    await page.locator('[role=row][tabindex="0"]').focus();
    for (const key of ['Home', 'e', 'n']) await page.keyboard.press(key);
    await expectNoViolations(page);
    await page.setViewportSize(PHONE);
    await expectNoViolations(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const other = page.getByRole('tab', { selected: false }).first();
    const background = await other.evaluate((tab) => getComputedStyle(tab).backgroundColor);
    const chosen = page.getByRole('tab', { selected: true });
    await expect(chosen, 'the open view is told in forced colours').not.toHaveCSS(
      'background-color',
      background,
    );
    const color = await page
      .getByRole('button', { name: 'Share', exact: true })
      .evaluate((can) => getComputedStyle(can).color);
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo, 'so is what cannot be done').not.toHaveCSS('color', color);
  });
}

test("axe: nothing at a phone's width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await start(page);
  await expectNoViolations(page);
  await open(page, fixture('events.perf'));
  await expectNoViolations(page);
});

test('axe: nothing in the help and in an alert', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty');
  await expectNoViolations(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
});

/** All rules in the light, and in the dark what colours can change. */
async function expectNoViolations(page: Page): Promise<void> {
  await expectNone(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNone(page: Page, rules: readonly string[] = []): Promise<void> {
  // In the one page there is, and without what is in order: each look is half as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 150)}`);
  expect(found, rules.length > 0 ? 'in the dark' : 'in the light').toEqual([]);
}
