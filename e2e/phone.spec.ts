// Tests what is different on phones: nothing scrolls horizontally, graphs start high up, and pickers, menus and sheets replace
// what has no room. Each test opens recordings on one page.

import type { Page } from '@playwright/test';
import { HAS_PROFILES } from '../fixtures/profiles.ts';
import { expectNoViolations } from './accessibility.ts';
import { filesOf } from './broken.ts';
import { compare, recordingOf } from './comparison.ts';
import { idle } from './idle.ts';
import { boundsOf, crumbs, currentCrumb } from './locators.ts';
import { choose, expect, open, PHONE, press, repaintAfter, start, test } from './page.ts';
import { columnHead } from './rows.ts';

test.use({ viewport: PHONE, hasTouch: true });

const menu = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const viewPicker = (page: Page) => page.getByRole('combobox', { name: 'View' });

test('on a phone, recordings fit into the window, with their costs and findings', async ({ page }) => {
  await start(page);
  expect(await overflows(page)).toEqual([0]);
  await open(page, 'rules.perf');
  await expectHighGraphAndSheet(page);
  expect(await overflows(page)).toEqual([0]);
  await expectFewColumns(page);
  await open(page, 'events.perf');
  await expectNoViolations(page, 'recording on a phone');
  await expectPickerAndEventMenu(page);
  await open(page, 'workers.perf.gz');
  await expectOneSmallLane(page);
  await expectBothEndsOfCrumbs(page);
  await expectCosts(page);
  if (HAS_PROFILES) await expectFindings(page);
});

async function expectHighGraphAndSheet(page: Page): Promise<void> {
  expect((await boundsOf(page.locator('#view'))).y).toBeLessThan(PHONE.height / 3);
  await expect(page.getByRole('tab')).toHaveCount(0);
  const sheet = page.getByRole('complementary');
  const closed = await boundsOf(sheet);
  expect(closed.height).toBeLessThan(120);
  await page.getByRole('button', { name: 'Show details' }).tap();
  await expect.poll(async () => (await boundsOf(sheet)).height).toBeGreaterThan(PHONE.height / 2);
  await expect(sheet.getByRole('region').first()).toBeInViewport();
  await page.getByRole('button', { name: 'Hide details' }).tap();
  await expect.poll(async () => (await boundsOf(sheet)).height).toBe(closed.height);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height);
}

async function expectFewColumns(page: Page): Promise<void> {
  await viewPicker(page).selectOption('Table');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(columnHead(page, 'Function')).toBeVisible();
  await expect(columnHead(page, 'Total')).toBeVisible();
  await expect(columnHead(page, 'Total samples')).toBeHidden();
  expect(await overflows(page)).toEqual([0, 0]);
  await viewPicker(page).selectOption('Flame');
}

async function expectPickerAndEventMenu(page: Page): Promise<void> {
  await viewPicker(page).selectOption('Table');
  await expect(page.getByRole('grid')).toBeVisible();
  await viewPicker(page).selectOption('Flame');
  await menu(page).tap();
  await page.getByRole('menuitem', { name: /^Event: / }).tap();
  const other = page.getByRole('menuitemradio', { checked: false }).first();
  await repaintAfter(page, () => other.tap());
}

async function expectOneSmallLane(page: Page): Promise<void> {
  const lanes = page.getByRole('listbox', { name: 'Threads' }).getByRole('option');
  await expect(lanes).toHaveCount(1);
  const { height } = await boundsOf(page.getByRole('region', { name: 'Timeline' }));
  expect(height).toBeLessThanOrEqual(50);
}

async function expectBothEndsOfCrumbs(page: Page): Promise<void> {
  await page.getByRole('tree').focus();
  await press(page, 'End', 'ArrowDown', 'Enter');
  await expect(crumbs(page).getByText('more')).toHaveCount(1);
  await expect(currentCrumb(page)).toBeInViewport({ ratio: 0.9 });
  await expect(crumbs(page).getByRole('button', { name: 'all' })).toBeInViewport({ ratio: 0.9 });
}

async function expectCosts(page: Page): Promise<void> {
  await viewPicker(page).selectOption('Table');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Garbage collection' }).click();
  await page.keyboard.press('Escape');
  await expect(columnHead(page, 'Self GC')).toBeVisible();
  await expect(columnHead(page, 'Total')).toBeHidden();
  expect(await overflows(page)).toEqual([0, 0]);
}

async function expectFindings(page: Page): Promise<void> {
  await repaintAfter(page, () => choose(page, filesOf('perf-support-off')));
  // The findings arrive last.
  await idle(page);
  await expect(menu(page)).toHaveText('1');
  await expect(menu(page)).toHaveAccessibleDescription(/^1 problem/);
  await menu(page).click();
  await page.getByRole('menuitem', { name: '1 problem' }).click();
  const panel = page.getByRole('region', { name: /with this recording$/ });
  await expect(panel).toBeInViewport({ ratio: 0.4 });
  const samples = panel.locator('[data-severity]').first().getByRole('button', { name: 'Show samples' });
  await repaintAfter(page, () => samples.click());
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Only: problem/ })).toBeVisible();
}

const BEFORE = recordingOf('before.perf', { parse: 800, old: 400 });
const AFTER = recordingOf('after.perf', { 'retry;parse': 800, fresh: 400 });

test('on a phone, the timelines and controls of a comparison are shown on demand', async ({ page }) => {
  await compare(page, BEFORE, AFTER);
  const legend = page.getByRole('list', { name: 'Colors' });
  const width = (name: string) =>
    page.getByRole('radiogroup', { name: 'Width of boxes' }).getByRole('radio', { name, exact: true });
  const timeline = page.getByRole('region', { name: 'Timeline of A' });
  await expect(page.getByText(/more recordings (?:a|per) side|would show/)).toBeInViewport();
  await expect(legend).toHaveCount(0);
  await expect(timeline).toHaveCount(0);
  await expect(width('B')).toHaveCount(0);
  await expect
    .poll(async () => (await page.locator('#view canvas').boundingBox())?.y)
    .toBeLessThanOrEqual(150);

  await page.getByRole('tree').focus();
  await press(page, 'End');
  const values = page.getByRole('complementary').getByTitle('Total in A and in B');
  await expect(values).toHaveText('– → 4.00 s · new');
  await expect(values, 'on the closed sheet').toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'Options' }).tap();
  await expect(timeline.locator('canvas')).toBeInViewport();
  await expect(page.getByText('amount of work estimated: A × 1.00')).toBeVisible();
  const controls = [
    page.getByLabel('Compared by'),
    ...['B', 'A', 'Larger', 'A + B'].map(width),
    page.getByLabel('Only certain'),
    page.getByLabel('Hide gone code'),
    ...(await legend.getByRole('listitem').all()),
  ];
  for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 });
  await repaintAfter(page, () => page.getByLabel('Only certain').check());
});

/** The number of pixels by which the page, and the table if it is shown, are wider than the space for them. */
function overflows(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [document.documentElement, document.querySelector('[role=grid]')].flatMap((each) =>
      each ? [each.scrollWidth - each.clientWidth] : [],
    ),
  );
}
