// Uses the page with only the keyboard.

import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import {
  activeRow,
  currentCrumb,
  expectLevel,
  graph,
  problem,
  searchField,
  searchResult,
  withoutFile,
} from './locators.ts';
import { chooseMore } from './menus.ts';
import { loadingTest as test, startWith, test as openedTest } from './opened.ts';
import { expect, fixture, focusedBox, LEVELS, open, press, repaintAfter, start, upload } from './page.ts';

test('Tab reaches every control of the start screen and of an open recording, with a visible focus ring; ? opens the help', async ({
  page,
}) => {
  await start(page);
  expect(await missedByTab(page), 'on the start screen').toEqual([]);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toBeVisible();
  for (const { label } of LEVELS) await expect(help).toContainText(`Detail: ${label}`);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await drop(page, [upload('notes.txt', 'no recording')]);
  await expect(problem(page)).toContainText('notes.txt');
  const main = page.getByRole('main');
  await expect(main).toBeFocused();
  await expect(main).toHaveCSS('outline-style', 'none');

  await open(page, 'events.perf');
  expect(await missedByTab(page), 'with an open recording').toEqual([]);
  for (const [key, view] of [
    ['b', 'table'],
    ['c', 'call tree'],
  ]) {
    await page.keyboard.press(key);
    await expect(activeRow(page)).toBeVisible();
    expect(await missedByTab(page), `in the ${view}`).toEqual([]);
  }
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press('Tab');
    const hasRing = await page.evaluate(() => {
      const around = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).outlineStyle !== 'none' || around(element.parentElement));
      const focused = document.activeElement;
      const active = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
      return focused === document.body || around(focused) || around(active);
    });
    expect(hasRing, await focusedName(page)).toBe(true);
  }
});

test('the keyboard opens a recording, navigates, zooms and switches levels; single-key shortcuts can be turned off', async ({
  page,
}) => {
  await start(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy the command that does everything' })).toBeFocused();
  await page.keyboard.press('Tab');
  const chosen = page.waitForEvent('filechooser');
  await expect(page.locator('input[type=file]')).toBeFocused();
  await page.keyboard.press('Enter');
  const chooser = await chosen;
  expect(chooser.isMultiple()).toBe(true);
  await repaintAfter(page, () => chooser.setFiles([fixture('rules.perf')]));
  await tabTo(page, graph(page));
  await press(page, 'ArrowUp', 'ArrowUp');
  const { depth, label } = await focusedBox(page);
  expect(depth).toBe(2);
  await page.keyboard.press('ArrowRight');
  expect((await focusedBox(page)).position).toBe(2);
  await page.keyboard.press('ArrowLeft');
  expect((await focusedBox(page)).label).toBe(label);
  await page.keyboard.press('Enter');
  await expect(currentCrumb(page)).toHaveText(withoutFile(label));
  await page.keyboard.press('Escape');
  await expect(currentCrumb(page)).toHaveText('all');
  for (const key of ['1', '2', '3', '4', '5']) {
    await repaintAfter(page, key);
    await expectLevel(page, LEVELS[Number(key) - 1].label);
  }

  await repaintAfter(page, '3');
  await chooseMore(page, 'Help and keyboard shortcuts');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expectNoSingleKeys(page);
  // Keys that do not type a character still work. The shortcuts can be turned on again.
  await graph(page).focus();
  await press(page, 'Home', 'ArrowUp');
  expect((await focusedBox(page)).depth).toBe(1);
  await chooseMore(page, 'Help and keyboard shortcuts');
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).check();
  await help.getByRole('button', { name: 'Close' }).click();
  await repaintAfter(page, '5');
  await expectLevel(page, 'Python only');
});

openedTest('a view that is opened by key gets the focus', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  for (const key of ['b', 'c', 'i', 't', 'b', 's', 'c', 'v', 'f']) {
    await page.keyboard.press(key);
    const isList = key === 'b' || key === 'c';
    const target = page.locator(isList ? '#view [data-row][tabindex="0"]' : '#view [data-keys]').first();
    await expect(target, `after ${key}`).toBeFocused();
  }
  // Arrow keys on the tabs keep the focus on the tabs.
  const tab = page.getByRole('tab', { name: 'Flame' });
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toBeFocused();
});

openedTest(
  'keys typed into a field are text; Esc moves from it to the view and keeps its text; Esc in the view clears the search',
  async ({ page }) => {
    await startWith(page, 'rules.perf');
    const search = searchField(page);
    await page.keyboard.press('/');
    await page.keyboard.type('1i0?');
    await expect(search).toHaveValue('1i0?');
    await expectLevel(page, 'Python and C');
    await expect(graph(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('::g');
    await expect(searchResult(page)).toContainText('functions');
    await page.keyboard.press('Enter');
    const { name } = await focusedBox(page);
    await page.keyboard.press('Escape');
    await expect(graph(page)).toBeFocused();
    await expect(search).toHaveValue('::g');
    await expect(searchResult(page)).toContainText('functions');
    expect((await focusedBox(page)).name, 'the match that Enter selected').toBe(name);
    await page.keyboard.press('Enter');
    await expect(currentCrumb(page)).not.toHaveText('all');
    await page.keyboard.press('Escape');
    await expect(currentCrumb(page)).toHaveText('all');
    await expect(search).toHaveValue('::g');
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');

    await page.keyboard.press('b');
    const rows = page.getByRole('searchbox', { name: 'Filter rows' });
    await rows.fill('main');
    await page.keyboard.press('Escape');
    await expect(page.locator('#view [data-row][tabindex="0"]')).toBeFocused();
    await expect(rows).toHaveValue('main');

    await page.keyboard.press('s');
    await page.getByRole('combobox', { name: 'Function in the middle' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Function in the middle' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tree').first()).toBeFocused();
  },
);

test.describe('a script that was removed from the site', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows an alert and keeps the recording open; the graph has a focus ring after a key that moves it', async ({
    page,
  }) => {
    await page.route(/\/dialogs-/, (route) => route.abort());
    await startWith(page, 'rules.perf');
    await expect(graph(page)).toBeFocused();
    const ring = page.locator('.focus-ring');
    await expect(ring).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('?');
    await expect(problem(page)).toContainText('reload the page');
    await expect(graph(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(ring).toHaveCSS('outline-style', 'solid');
    expect((await focusedBox(page)).depth).toBe(1);
  });
});

async function expectNoSingleKeys(page: Page): Promise<void> {
  await graph(page).focus();
  await press(page, '1', '2', '4', '5', 'i', '/', '?', 'n', '0', '+', '-');
  await expectLevel(page, 'Python and C');
  await expect(graph(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function tabTo(page: Page, target: ReturnType<typeof graph>): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the element.');
}

/** The controls that Tab does not reach in one cycle through the page. */
async function missedByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const controls =
      'button:not([aria-hidden]), input, select, textarea, a[href], summary, [role=tree], [role=row][tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      // Tab only reaches one radio button per group, one tab per tab list and one button per toolbar.
      const isOneOfGroup = element.matches(
        '[type=radio]:not(:checked), [role=tab]:not([aria-selected=true]), [role=toolbar] [tabindex="-1"]',
      );
      if (!isOneOfGroup && element.checkVisibility()) element.dataset.unvisited = '';
    }
  });
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const isBackAtStart = await page.evaluate(() => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return false;
      const wasVisited = 'visited' in activeElement.dataset;
      activeElement.removeAttribute('data-unvisited');
      activeElement.dataset.visited = '';
      return wasVisited;
    });
    if (isBackAtStart) break;
  }
  return page.evaluate(() => {
    // Resets the focus, so that the next key goes to the page.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const each of document.querySelectorAll('[data-visited]')) each.removeAttribute('data-visited');
    return [...document.querySelectorAll('[data-unvisited]')].map((each) => each.outerHTML.slice(0, 120));
  });
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
}
