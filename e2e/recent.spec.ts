// Recordings that are remembered: none before a person asks for it, and none after they are removed.

import type { Page } from '@playwright/test';
import { expect, fixture, focusedBox, open, pictureAfter, start, test } from './page.ts';

/** All that the page has stored in this browser. */
function stored(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
  }));
}

const NOTHING = { databases: [], local: [], session: [], cookies: '' };

const remembered = (page: Page) => page.getByRole('region', { name: 'Remembered in this browser' });

async function close(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expect(page.getByRole('region', { name: 'Open a recording' })).toBeVisible();
}

async function chooseInMenu(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText('It is on the start screen now')).toBeVisible();
}

test('nothing is stored before a person asks; a copy is there after a reload, and goes when it is removed', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await close(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Come back to a recording' })).toBeVisible();
  await expect(remembered(page)).toHaveCount(0);
  expect(await stored(page)).toEqual(NOTHING);

  await open(page, fixture('rules.perf'));
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  // Where it was chosen is not known, so it can only be copied.
  await expect(page.getByRole('menuitem', { name: 'Remember on the start screen' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseInMenu(page, /^Keep a copy in this browser \(18\.2 kB\)/);
  expect(await stored(page)).toEqual({ ...NOTHING, databases: ['pyrograph'] });
  await page.reload();
  await pictureAfter(page, () =>
    remembered(page)
      .getByRole('button', { name: /^rules\.perf/ })
      .click(),
  );
  expect((await focusedBox(page)).samples).toBe(29);

  await close(page);
  await remembered(page).getByRole('button', { name: 'Remove rules.perf from this list' }).click();
  await expect(remembered(page)).toHaveCount(0);
  await expect.poll(() => stored(page)).toEqual(NOTHING);
});

test('of what lies on a site the link is remembered, once; by keyboard', async ({ page }) => {
  await page.goto('./#profileURL=examples/numeric.perf.gz&title=Numbers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Numbers');
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Save what is looked at' }).press('Enter');
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: /^Keep a copy/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is on the start screen now')).toBeVisible();
  }
  await close(page);
  await expect(remembered(page).getByRole('listitem')).toHaveCount(1);
  await remembered(page)
    .getByRole('button', { name: /^Numbers/ })
    .focus();
  await pictureAfter(page, () => page.keyboard.press('Enter'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Numbers');
  await expect.poll(() => page.url()).toContain('profileURL=examples/numeric.perf.gz');
});

test('where files are is remembered when a person turns that on, and a file that is gone is a sentence', async ({
  page,
}) => {
  // No script can choose in the browser's own window: a file of the page's own has a handle of the same kind.
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'showOpenFilePicker', {
      value: async () => [await (await navigator.storage.getDirectory()).getFileHandle('mine.folded')],
    });
    const granted = { value: () => Promise.resolve('granted') };
    Object.defineProperties(FileSystemFileHandle.prototype, {
      queryPermission: granted,
      requestPermission: granted,
    });
  });
  await start(page);
  await page.evaluate(async () => {
    const file = await (
      await navigator.storage.getDirectory()
    ).getFileHandle('mine.folded', { create: true });
    const writer = await file.createWritable();
    await writer.write('main;f 7\n');
    await writer.close();
  });
  await page.getByRole('checkbox', { name: /^Remember what I open/ }).check();
  await pictureAfter(page, () => page.locator('input[type=file]').press('Enter'));
  await close(page);
  const entry = remembered(page).getByRole('button', { name: /^mine\.folded/ });
  await pictureAfter(page, () => entry.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('mine.folded');
  await close(page);
  await expect(remembered(page).getByRole('listitem')).toHaveCount(1);

  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('mine.folded'));
  await entry.click();
  await expect(remembered(page).getByRole('alert')).toContainText('“mine.folded” is not where it was');
  await remembered(page).getByRole('button', { name: 'Remove mine.folded from this list' }).click();
  await expect(remembered(page)).toHaveCount(0);
});
