// Checks with axe that every view is accessible: in light and dark mode, and at phone width.

import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { drop } from './drop.ts';
import { activeRow, problem, searchField } from './locators.ts';
import { openExportMenu } from './menus.ts';
import {
  allowOtherHosts,
  choose,
  expect,
  fixture,
  open,
  PHONE,
  press,
  repaintAfter,
  setHash,
  start,
  startWith,
  startWithExample,
  test,
  upload,
} from './page.ts';

const DESKTOP = { width: 1280, height: 720 };

test('axe: start screen', async ({ page }) => {
  const recordings = [{ file: 'a.perf', size: 5, title: 'Nightly' }, {}];
  await page.route('**/profiles/index.json', (route) => route.fulfill({ json: { recordings } }));
  await start(page);
  await expect(page.getByRole('link', { name: 'Nightly' })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: link to a recording that is not open, with and without another open recording', async ({
  page,
}) => {
  await startWith(page, 'jit.perf');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible();
  await expectNoViolations(page);
  await setHash(page, '#recording=perf.data~1&level=python&zoomed=f&zoom=7');
  await expect(page.getByRole('status').getByText(/^This link shows/)).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page);
});

test('axe: open recording with a zoom, a search and a tooltip', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await expectNoViolations(page);
  await page.getByRole('tree').focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
  await page.getByRole('searchbox').fill('work');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await page.locator('#view canvas').hover({ position: { x: 100, y: 400 } });
  await expectNoViolations(page);
});

test('axe: time range and time order', async ({ page }) => {
  await startWithExample(page, 'web-shop');
  await page.getByRole('listbox', { name: 'Threads' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('slider', { name: /^From/ }).focus();
  await press(page, 'PageUp', 't');
  await expect(page.getByRole('tree', { name: 'Time order' })).toBeVisible();
  // After a repaint, the tooltip only appears when the pointer moves again.
  await expect(async () => {
    for (const x of [100, 101]) await page.locator('#view canvas').hover({ position: { x, y: 60 } });
    await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectNoViolations(page);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page);
});

test('axe: sandwich and inverted graph', async ({ page }) => {
  await startWith(page, 'jit.perf');
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

test('axe: save menu, and a link to another host', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await openExportMenu(page);
  await expect(page.getByRole('menuitem', { name: /Image/ })).toBeVisible();
  await expectNoViolations(page);
  await page.goto('about:blank');
  await allowOtherHosts(page);
  await page.goto('./#profileURL=https%3A%2F%2Fprofiles.example%2Fa.perf');
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: filter chips, a menu with a submenu, and a view without samples', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await page.getByRole('tree').focus();
  await press(page, 'ArrowUp', 'ArrowUp');
  await repaintAfter(page, 'm');
  await repaintAfter(page, 'k');
  await repaintAfter(page, () => page.getByRole('button', { name: /^Callers of/ }).click());
  await page.getByRole('tree').dispatchEvent('contextmenu');
  await page.getByRole('menuitem', { name: /^All of kind/ }).click();
  await expect(page.getByRole('menu')).toHaveCount(2);
  await expectNoViolations(page);
  // The focus is still in the outer menu.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await repaintAfter(page, 'd');
  await expect(page.getByRole('group', { name: 'No matching samples' })).toBeVisible();
  await expectNoViolations(page);
});

for (const view of ['Table', 'Call tree']) {
  test(`axe: ${view.toLowerCase()}`, async ({ page }) => {
    await startWith(page, 'jit.perf');
    await searchField(page).fill('work');
    await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
    await page.getByRole('tab', { name: view }).click();
    await activeRow(page).focus();
    await press(page, 'Home', 'e', 'n');
    await expectNoViolations(page);
    await page.setViewportSize(PHONE);
    await expectNoViolations(page);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ forcedColors: 'active' });
    const other = page.getByRole('tab', { selected: false }).first();
    const background = await other.evaluate((tab) => getComputedStyle(tab).backgroundColor);
    const chosen = page.getByRole('tab', { selected: true });
    await expect(chosen, 'the selected tab is visible in forced colors').not.toHaveCSS(
      'background-color',
      background,
    );
    const color = await page
      .getByRole('button', { name: 'Share', exact: true })
      .evaluate((button) => getComputedStyle(button).color);
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo, 'a disabled button has a different color in forced colors').not.toHaveCSS(
      'color',
      color,
    );
  });
}

test('axe: start screen and recording at phone width', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await start(page);
  await expectNoViolations(page);
  await open(page, 'events.perf');
  await expectNoViolations(page);
});

/** Checks what is open now on wide screens and phones. */
async function expectNoViolationsAtAnyWidth(page: Page): Promise<void> {
  await expectNoViolations(page);
  await page.setViewportSize(PHONE);
  await expectNoViolations(page);
  await page.setViewportSize(DESKTOP);
}

test('axe: choosing recordings to compare', async ({ page }) => {
  const recordings = [
    { file: 'a.perf', size: 5, title: 'Nightly' },
    { file: 'b.perf', size: 5, title: 'A recording with a rather long name, from the last release' },
  ];
  await page.route('**/profiles/index.json', (route) => route.fulfill({ json: { recordings } }));
  await start(page);
  await page.getByRole('button', { name: 'Compare Nightly with another recording' }).click();
  await expectNoViolationsAtAnyWidth(page);
  await open(page, 'jit.perf');
  await drop(page, [fixture('rules.perf')]);
  await expect(page.getByRole('dialog', { name: 'Open or compare' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page);
});

test('axe: menus and sharing of a comparison', async ({ page }) => {
  await page.goto('./#example=web-shop&example=etl-job');
  await expect(page.getByRole('list', { name: 'Colors' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Add recordings to A/ })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('heading', { name: 'All profiles in the link' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Add recordings to A/ })).toBeVisible();
  await expectNoViolations(page);
});

test('axe: alert and help dialog', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty');
  await expectNoViolations(page);
  await open(page, 'rules.perf');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
});
