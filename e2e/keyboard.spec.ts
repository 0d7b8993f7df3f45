// Everything with the keyboard alone.

import type { Page } from '@playwright/test';
import {
  choose,
  drop,
  expect,
  fixture,
  focusedBox,
  graph,
  LEVELS,
  open,
  pictureAfter,
  problem,
  start,
  started,
  test,
  upload,
} from './page.ts';

test('Tab reaches everything there is on the start screen and on an open recording', async ({ page }) => {
  await start(page);
  expect(await missedByTab(page), 'on the start screen').toEqual([]);
  await pictureAfter(page, () => choose(page, fixture('events.perf')));
  expect(await missedByTab(page), 'on an open recording').toEqual([]);
  for (const [key, view] of [
    ['b', 'table'],
    ['c', 'call tree'],
  ]) {
    await page.keyboard.press(key);
    await expect(page.locator('[role=row][tabindex="0"]')).toBeVisible();
    expect(await missedByTab(page), `in the ${view}`).toEqual([]);
  }
});

test('what has the focus is seen to have it', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => choose(page, fixture('events.perf')));
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const around = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).outlineStyle !== 'none' || around(element.parentElement));
      const focused = document.activeElement;
      const active = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
      return focused === document.body || around(focused) || around(active);
    });
    expect(ring, await focusedName(page)).toBe(true);
  }
});

test('a page that has the focus as a whole has no ring around all of it', async ({ page }) => {
  await start(page);
  await drop(page, [upload('notes.txt', 'no recording')]);
  await expect(problem(page)).toContainText('notes.txt');
  const all = page.getByRole('main');
  await expect(all).toBeFocused();
  await expect(all).toHaveCSS('outline-style', 'none');
});

test('a recording is opened, walked, zoomed and looked at on every level without a mouse', async ({
  page,
}) => {
  await start(page);
  await page.keyboard.press('Tab');
  const chosen = page.waitForEvent('filechooser');
  await expect(page.locator('input[type=file]')).toBeFocused();
  await page.keyboard.press('Enter');
  const chooser = await chosen;
  expect(chooser.isMultiple()).toBe(true);
  await pictureAfter(page, () => chooser.setFiles([fixture('rules.perf')]));
  await tabTo(page, graph(page));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const { depth, label } = await focusedBox(page);
  expect(depth).toBe(2);
  await page.keyboard.press('ArrowRight');
  expect((await focusedBox(page)).position).toBe(2);
  await page.keyboard.press('ArrowLeft');
  expect((await focusedBox(page)).label).toBe(label);
  await page.keyboard.press('Enter');
  const crumb = page.getByRole('navigation', { name: 'Zoom' }).locator('[aria-current=true]');
  await expect(crumb).toHaveText(label.replace(/ \(.*/, ''));
  await page.keyboard.press('Escape');
  await expect(crumb).toHaveText('all');
  for (const key of ['1', '2', '3', '4', '5']) {
    await pictureAfter(page, () => page.keyboard.press(key));
    const radio = page.getByRole('radio', { name: LEVELS[Number(key) - 1].label, exact: true });
    await expect(radio).toBeChecked();
  }
});

test('a view that a key opens has the keyboard', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => choose(page, fixture('rules.perf')));
  await graph(page).focus();
  for (const key of ['b', 'c', 'i', 't', 'b', 's', 'c', 'v', 'f']) {
    await page.keyboard.press(key);
    const isList = key === 'b' || key === 'c';
    const keys = page.locator(isList ? '#view [data-row][tabindex="0"]' : '#view [data-keys]').first();
    await expect(keys, `after ${key}`).toBeFocused();
  }
  // Who has gone to the tabs stays there.
  const tab = page.getByRole('tab', { name: 'Flame' });
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toBeFocused();
});

test('the arrow keys move between the levels, as in any group of radio buttons', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => choose(page, fixture('rules.perf')));
  await tabTo(page, page.getByRole('radio', { name: 'Python and C' }));
  await pictureAfter(page, () => page.keyboard.press('ArrowRight'));
  await expect(page.getByRole('radio', { name: 'Python, then C' })).toBeChecked();
  await pictureAfter(page, () => page.keyboard.press('ArrowRight'));
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
});

test('? shows every shortcut in a dialog that Esc closes', async ({ page }) => {
  await start(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toBeVisible();
  for (const { label } of LEVELS) await expect(help).toContainText(`Detail: ${label}`);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test.describe('a part of the page that is no longer on the site', () => {
  test.use({ mayGoWrong: /ERR_FAILED/ });

  test('is a sentence, and what is open stays open', async ({ page }) => {
    await page.route(/\/Help-/, (route) => route.abort());
    await start(page);
    await open(page, fixture('rules.perf'));
    await page.keyboard.press('?');
    await expect(problem(page)).toContainText('reload the page');
    await expect(graph(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    expect((await focusedBox(page)).depth).toBe(1);
  });
});

test('single keys can be turned off, all of them, and stay off after a reload', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => choose(page, fixture('rules.perf')));
  await page.getByRole('button', { name: 'Help and keyboard shortcuts' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expectNoSingleKeys(page);

  await page.reload();
  await started(page);
  await pictureAfter(page, () => choose(page, fixture('rules.perf')));
  await expectNoSingleKeys(page);

  // The keys that are no characters still work, and the switch can be turned on again.
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  expect((await focusedBox(page)).depth).toBe(1);
  await page.getByRole('button', { name: 'Help and keyboard shortcuts' }).click();
  await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).check();
  await help.getByRole('button', { name: 'Close' }).click();
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
});

test('a key typed into the search is text, not a shortcut', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => choose(page, fixture('rules.perf')));
  await page.keyboard.press('/');
  await page.keyboard.type('1i0?');
  await expect(page.getByRole('searchbox')).toHaveValue('1i0?');
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  await expect(graph(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Esc empties a field, and leads from an empty one to the view', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const search = page.getByRole('searchbox', { name: 'Search functions' });
  await page.keyboard.press('/');
  await page.keyboard.type('::g');
  await page.keyboard.press('Enter');
  const { name } = await focusedBox(page);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(graph(page)).toBeFocused();
  expect((await focusedBox(page)).name, 'the match that Enter led to').toBe(name);

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
  for (const key of ['1', '2', '4', '5', 'i', '/', '?', 'n', '0', '+', '-']) await page.keyboard.press(key);
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  await expect(graph(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function tabTo(page: Page, target: ReturnType<typeof graph>): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not get there');
}

/** The names of the controls that Tab does not come by, on its way once round the page. */
async function missedByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const controls =
      'button:not([aria-hidden]), input, select, textarea, a[href], summary, [role=tree], [role=row][tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      // One of a group of radio buttons, and one of the tabs, stands for all.
      const isOneOfGroup = element.matches(
        '[type=radio]:not(:checked), [role=tab]:not([aria-selected=true])',
      );
      if (!isOneOfGroup && element.checkVisibility()) element.dataset.unvisited = '';
    }
  });
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const isRound = await page.evaluate(() => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return false;
      const wasThere = 'visited' in activeElement.dataset;
      activeElement.removeAttribute('data-unvisited');
      activeElement.dataset.visited = '';
      return wasThere;
    });
    if (isRound) break;
  }
  return page.evaluate(() => {
    // The next key is for the page, whatever the walk ended on.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const each of document.querySelectorAll('[data-visited]')) each.removeAttribute('data-visited');
    return [...document.querySelectorAll('[data-unvisited]')].map((each) => each.outerHTML.slice(0, 120));
  });
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
}
