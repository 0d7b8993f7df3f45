// Using the page with the keyboard alone.

import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { activeRow, currentCrumb, graph, problem, searchField, withoutFile } from './locators.ts';
import {
  expect,
  fixture,
  focusedBox,
  LEVELS,
  open,
  press,
  repaintAfter,
  start,
  started,
  startWith,
  test,
  upload,
} from './page.ts';

test('Tab reaches every control of the start screen and of an open recording', async ({ page }) => {
  await start(page);
  expect(await missedByTab(page), 'on the start screen').toEqual([]);
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
});

test('the focused control has a visible focus ring', async ({ page }) => {
  await startWith(page, 'events.perf');
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

test('a focused main element has no focus ring', async ({ page }) => {
  await start(page);
  await drop(page, [upload('notes.txt', 'no recording')]);
  await expect(problem(page)).toContainText('notes.txt');
  const all = page.getByRole('main');
  await expect(all).toBeFocused();
  await expect(all).toHaveCSS('outline-style', 'none');
});

test('a recording can be opened, navigated, zoomed and shown at every level', async ({ page }) => {
  await start(page);
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
    const radio = page.getByRole('radio', { name: LEVELS[Number(key) - 1].label, exact: true });
    await expect(radio).toBeChecked();
  }
});

test('a view opened by a key gets the focus', async ({ page }) => {
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

test('arrow keys switch the level, as in other radio groups', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await tabTo(page, page.getByRole('radio', { name: 'Python and C' }));
  await repaintAfter(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Python, then C' })).toBeChecked();
  await repaintAfter(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
});

test('? shows all shortcuts in a dialog that Esc closes', async ({ page }) => {
  await start(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toBeVisible();
  for (const { label } of LEVELS) await expect(help).toContainText(`Detail: ${label}`);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test.describe('a script that was removed from the site', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows an alert and keeps the recording open', async ({ page }) => {
    await page.route(/\/Help-/, (route) => route.abort());
    await startWith(page, 'rules.perf');
    await page.keyboard.press('?');
    await expect(problem(page)).toContainText('reload the page');
    await expect(graph(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    expect((await focusedBox(page)).depth).toBe(1);
  });
});

test('single-key shortcuts can be turned off and stay off after a reload', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.getByRole('button', { name: 'Help and keyboard shortcuts' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expectNoSingleKeys(page);

  await page.reload();
  await started(page);
  await open(page, 'rules.perf');
  await expectNoSingleKeys(page);

  // Keys that do not type a character still work, and the shortcuts can be turned on again.
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  expect((await focusedBox(page)).depth).toBe(1);
  await page.getByRole('button', { name: 'Help and keyboard shortcuts' }).click();
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).check();
  await help.getByRole('button', { name: 'Close' }).click();
  await repaintAfter(page, '5');
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
});

test('keys typed into the search are text, not shortcuts', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('/');
  await page.keyboard.type('1i0?');
  await expect(page.getByRole('searchbox')).toHaveValue('1i0?');
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  await expect(graph(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Esc clears a field, and moves from an empty field to the view', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const search = searchField(page);
  await page.keyboard.press('/');
  await page.keyboard.type('::g');
  await page.keyboard.press('Enter');
  const { name } = await focusedBox(page);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(graph(page)).toBeFocused();
  expect((await focusedBox(page)).name, 'the match that Enter selected').toBe(name);

  await page.keyboard.press('b');
  await page.getByRole('searchbox', { name: 'Filter rows' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('#view [data-row][tabindex="0"]')).toBeFocused();

  await page.keyboard.press('s');
  await page.getByRole('combobox', { name: 'Function in the middle' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Function in the middle' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree').first()).toBeFocused();
});

async function expectNoSingleKeys(page: Page): Promise<void> {
  await graph(page).focus();
  await press(page, '1', '2', '4', '5', 'i', '/', '?', 'n', '0', '+', '-');
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
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

/** The controls that Tab does not reach while cycling through the page once. */
async function missedByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const controls =
      'button:not([aria-hidden]), input, select, textarea, a[href], summary, [role=tree], [role=row][tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      // Tab only reaches one radio button of a group, and one tab.
      const isOneOfGroup = element.matches(
        '[type=radio]:not(:checked), [role=tab]:not([aria-selected=true])',
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
    // Makes sure that the next key goes to the page.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const each of document.querySelectorAll('[data-visited]')) each.removeAttribute('data-visited');
    return [...document.querySelectorAll('[data-unvisited]')].map((each) => each.outerHTML.slice(0, 120));
  });
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
}
