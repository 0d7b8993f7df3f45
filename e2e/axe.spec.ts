// Checks with axe that every view, dialog, menu and notice is accessible. Each test opens recordings on one page and walks through
// its states, some of them also at phone width.

import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { filesOf } from './broken.ts';
import { compare, program, recordingOf } from './comparison.ts';
import { drop } from './drop.ts';
import { activeRow, boundsOf, canvas, details, overview, problem, searchField } from './locators.ts';
import { openExportMenu } from './menus.ts';
import { loadingTest as test, startWith, startWithShared } from './opened.ts';
import {
  allowOtherHosts,
  choose,
  expect,
  fixture,
  PHONE,
  press,
  repaintAfter,
  setHash,
  upload,
} from './page.ts';
import { columnHead } from './rows.ts';

const DESKTOP = { width: 1280, height: 720 };
const LINK = '#recording=perf.data~1&level=python&zoomed=f&zoom=7';

const openOrCompare = (page: Page) => page.getByRole('dialog', { name: 'Open or compare' });

async function expectNoViolationsOnPhones(page: Page, state: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, `${state}, at phone width`);
  await page.setViewportSize(DESKTOP);
}

async function expectNoViolationsAtAnyWidth(page: Page, state: string): Promise<void> {
  await expectNoViolations(page, state);
  await expectNoViolationsOnPhones(page, state);
}

// Each walk analyzes many screens, which takes a while beside the unit tests.
test.describe.configure({ timeout: 120_000 });

test('axe: start screen', async ({ page }) => {
  const recordings = [
    { file: 'a.perf', size: 5, title: 'Nightly' },
    { file: 'b.perf', size: 5, title: 'A recording with a rather long name, from the last release' },
    {},
  ];
  await page.route('**/profiles/index.json', (route) => route.fulfill({ json: { recordings } }));
  await allowOtherHosts(page);
  await page.goto('./#profileURL=https%3A%2F%2Fprofiles.example%2Fa.perf');
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expectNoViolations(page, 'link to another host');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: 'Nightly' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'start screen');
  await page.getByRole('button', { name: 'Compare Nightly with another recording' }).click();
  await expectNoViolations(page, 'choosing a recording to compare with');
  await page.getByRole('button', { name: 'Compare Nightly with another recording' }).click();
  await setHash(page, LINK);
  await expect(page.getByRole('status').getByText(/^This link shows/)).toBeVisible();
  await expectNoViolations(page, 'link to a recording');
  await page.getByRole('button', { name: 'Forget this link' }).click();
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty');
  await expectNoViolations(page, 'alert');
  await drop(page, [program('run-b.perf', 0.5), program('run-a.perf', 0.2)]);
  await expect(openOrCompare(page)).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'choosing the sides of two recordings');
});

test('axe: views of a recording', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await checkNotices(page);
  await checkFlameGraph(page);
  await checkRows(page);
  await checkFilters(page);
  await checkSandwich(page);
});

async function checkNotices(page: Page): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible();
  await expectNoViolations(page, 'another recording is still open');
  await setHash(page, LINK);
  await expect(page.getByRole('status').getByText(/^This link shows/)).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'link to a recording while another is still open');
  await repaintAfter(page, () => page.getByRole('button', { name: 'Show it' }).click());
}

async function checkFlameGraph(page: Page): Promise<void> {
  await expect(overview(page)).toBeVisible();
  await expectNoViolations(page, 'flame graph');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'help');
  await page.keyboard.press('Escape');
  await openExportMenu(page);
  await expect(page.getByRole('menuitem', { name: /Image/ })).toBeVisible();
  await expectNoViolations(page, 'export menu');
  await page.keyboard.press('Escape');
  await drop(page, [fixture('rules.perf')]);
  await expect(openOrCompare(page)).toBeVisible();
  await expectNoViolations(page, 'opening or comparing another recording');
  await page.keyboard.press('Escape');
  await page.getByRole('tree').focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
  await searchField(page).fill('work');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await showTooltip(page, 'bottom');
  await expectNoViolations(page, 'zoom, search and tooltip');
}

async function checkRows(page: Page): Promise<void> {
  for (const view of ['Table', 'Call tree']) {
    await page.getByRole('tab', { name: view }).click();
    await activeRow(page).focus();
    await press(page, 'Home', 'e', 'n');
    await expect(details(page)).toBeVisible();
    await expectNoViolationsAtAnyWidth(page, view);
    await page.emulateMedia({ forcedColors: 'active' });
    await expectForcedColors(page);
    await page.emulateMedia({ forcedColors: 'none' });
  }
}

async function checkFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await press(page, 'f', '0', 'ArrowUp', 'ArrowUp');
  await repaintAfter(page, 'm');
  await repaintAfter(page, 'k');
  await repaintAfter(page, () => page.getByRole('button', { name: /^Callers of/ }).click());
  await page.getByRole('tree').dispatchEvent('contextmenu');
  await page.getByRole('menuitem', { name: /^All of kind/ }).click();
  await expect(page.getByRole('menu')).toHaveCount(2);
  await expectNoViolations(page, 'filters, and a menu with a submenu');
  // The focus is still in the outer menu.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await repaintAfter(page, 'd');
  const noSamples = page.getByRole('group', { name: 'No matching samples' });
  await expect(noSamples).toBeVisible();
  await expectNoViolations(page, 'no matching samples');
  await noSamples.getByRole('button', { name: 'Show all samples' }).click();
}

async function checkSandwich(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await expect(page.getByRole('tree', { name: 'Callers' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'sandwich');
  await page.getByRole('combobox', { name: 'Function in the middle' }).click();
  await expect(page.getByRole('listbox', { name: 'Functions' })).toBeVisible();
  await expectNoViolations(page, 'functions for the sandwich');
  await page.keyboard.press('Escape');
  await page.getByRole('tree', { name: 'Callers' }).focus();
  await page.keyboard.press('v');
  await expect(page.getByRole('tree', { name: 'Inverted graph' })).toBeVisible();
  await expectNoViolationsOnPhones(page, 'inverted graph');
}

async function expectForcedColors(page: Page): Promise<void> {
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
}

test('axe: menus of a comparison, and time order', async ({ page }) => {
  await page.goto('./#example=web-shop&example=etl-job');
  await expect(page.getByRole('list', { name: 'Colors' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Add recordings to A/ })).toBeVisible();
  await expectNoViolations(page, 'menu “Compare”');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('heading', { name: 'All profiles in the link' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'sharing a comparison');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Add recordings to A/ })).toBeVisible();
  await expectNoViolations(page, 'menu “Compare” at phone width');
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await page.getByRole('listbox', { name: 'Threads' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('slider', { name: /^From/ }).focus();
  await press(page, 'PageUp', 't');
  await expect(page.getByRole('tree', { name: 'Time order' })).toBeVisible();
  await showTooltip(page, 'top');
  await expectNoViolations(page, 'time range, and time order with a tooltip');
  await page.setViewportSize(PHONE);
  await showTooltip(page, 'top');
  await expectNoViolations(page, 'time order with a tooltip, at phone width');
});

/** Points at a box in the fourth row from an end. After a repaint, the tooltip only appears when the pointer moves again. */
async function showTooltip(page: Page, end: 'top' | 'bottom'): Promise<void> {
  const { x, y, height } = await boundsOf(canvas(page));
  await expect(async () => {
    for (const each of [100, 101]) await page.mouse.move(x + each, end === 'top' ? y + 63 : y + height - 63);
    await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 500 });
  }).toPass();
}

const BEFORE = recordingOf('before.perf', { slow: 300, old: 160, 'load;read': 100, parse: 200, tiny: 3 });
const AFTER = recordingOf('after.perf', {
  slow: 800,
  fresh: 100,
  'fetch;read': 75,
  'retry;parse': 200,
  tiny: 4,
});

test('axe: views of a comparison', async ({ page }) => {
  await compare(page, BEFORE, AFTER);
  await expect(page.getByRole('list', { name: 'Colors' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('slow');
  await expectNoViolations(page, 'differential graph');
  await page.getByRole('link', { name: 'How to read this' }).click();
  await expect(page.getByRole('dialog', { name: 'Reading a comparison' })).toBeVisible();
  await expectNoViolations(page, 'help about comparisons');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'differential graph, at phone width');
  await page.getByRole('button', { name: 'Options' }).click();
  await expectNoViolations(page, 'options of a comparison, at phone width');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('row').filter({ hasText: 'slow' }).click();
  await expect(details(page)).toBeVisible();
  await expectNoViolations(page, 'table of a comparison, with details');
  await page.getByRole('tab', { name: 'Call tree' }).click();
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expectNoViolations(page, 'call tree of a comparison');
  await page.getByRole('tab', { name: 'Sandwich' }).click();
  await expect(page.getByRole('tree', { name: 'Callers' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'sandwich of a comparison');
});

test('axe: costs, findings, and sharing a large profile', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  const costs = page.getByRole('list', { name: 'What it cost' });
  await page
    .getByRole('toolbar', { name: /^What it cost/ })
    .getByRole('button')
    .first()
    .click();
  await expect(costs.getByRole('link', { name: 'About this cost' })).toBeVisible();
  await expectNoViolationsAtAnyWidth(page, 'costs in the overview');
  await page.getByRole('radio', { name: 'Cost', exact: true }).check();
  await costs.getByRole('button', { name: /^Garbage collection/ }).click();
  await expectNoViolations(page, 'graph colored by cost');
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Garbage collection' }).click();
  await expect(columnHead(page, 'Self GC')).toBeVisible();
  await expectNoViolations(page, 'columns of costs, and their menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByText(/would have \d\d,\d{3} characters/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of that site' }).fill(page.url());
  await expectNoViolations(page, 'sharing a large profile');
  await page.keyboard.press('Escape');

  await page.keyboard.press('f');
  await repaintAfter(page, () => choose(page, filesOf('compiled-python')));
  await page.getByRole('button', { name: /^\d+ problems?$/ }).click();
  const panel = page.getByRole('region', { name: /with this recording$/ });
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await expectNoViolationsAtAnyWidth(page, 'findings');
  await panel.locator('[data-severity]').first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'help about a finding');
});
