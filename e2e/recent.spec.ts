// Tests remembered recordings: the page stores none before the user asks, and deletes those that the user removes.

import type { Page } from '@playwright/test';
import { heading } from './locators.ts';
import { openExportMenu } from './menus.ts';
import { startWith } from './opened.ts';
import { closeRecording, expect, focusedBox, open, press, repaintAfter, start, test } from './page.ts';

/** Everything that the page has stored in the browser. */
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

async function closeToStart(page: Page): Promise<void> {
  await closeRecording(page);
  await expect(page.getByRole('region', { name: 'Open a recording' })).toBeVisible();
}

async function chooseInMenu(page: Page, entry: RegExp): Promise<void> {
  await openExportMenu(page);
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText('Added to the start screen')).toBeVisible();
}

test('the page stores nothing before the user asks; a copy survives a reload and can be removed', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await closeToStart(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Remember recordings' })).toBeVisible();
  await expect(remembered(page)).toHaveCount(0);
  expect(await stored(page)).toEqual(NOTHING);

  await open(page, 'rules.perf');
  await openExportMenu(page);
  // Without a file handle, only a copy can be stored.
  await expect(page.getByRole('menuitem', { name: 'Remember on the start screen' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseInMenu(page, /^Keep a copy in this browser \(18\.2 kB\)/);
  expect(await stored(page)).toEqual({ ...NOTHING, databases: ['pyrograph'] });
  await page.reload();
  await repaintAfter(page, () =>
    remembered(page)
      .getByRole('button', { name: /^rules\.perf/ })
      .click(),
  );
  expect((await focusedBox(page)).samples).toBe(29);

  await closeToStart(page);
  await remembered(page).getByRole('button', { name: 'Remove rules.perf from this list' }).click();
  await expect(remembered(page)).toHaveCount(0);
  await expect.poll(() => stored(page)).toEqual(NOTHING);
});

test('the link of a recording on a site can be remembered by keyboard, and is listed once', async ({
  page,
}) => {
  await repaintAfter(page, () => page.goto('./#profileURL=examples/etl-job.perf.gz&title=Numbers'));
  await expect(heading(page)).toHaveText('Numbers');
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: /^Keep a copy/ })).toBeFocused();
    await press(page, 'ArrowUp', 'Enter');
    await expect(page.getByText('Added to the start screen')).toBeVisible();
  }
  await closeToStart(page);
  await expect(remembered(page).getByRole('listitem')).toHaveCount(1);
  await remembered(page)
    .getByRole('button', { name: /^Numbers/ })
    .focus();
  await repaintAfter(page, 'Enter');
  await expect(heading(page)).toHaveText('Numbers');
  await expect.poll(() => page.url()).toContain('profileURL=examples/etl-job.perf.gz');
});

test('files are remembered if the user turns that on; a file that no longer exists shows an alert', async ({
  page,
}) => {
  // Scripts cannot use the browser's file picker, but files in the origin-private file system have the same kind of handle.
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
  await repaintAfter(page, () => page.locator('input[type=file]').press('Enter'));
  await closeToStart(page);
  const entry = remembered(page).getByRole('button', { name: /^mine\.folded/ });
  await repaintAfter(page, () => entry.click());
  await expect(heading(page)).toHaveText('mine.folded');
  await closeToStart(page);
  await expect(remembered(page).getByRole('listitem')).toHaveCount(1);

  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('mine.folded'));
  await entry.click();
  await expect(remembered(page).getByRole('alert')).toContainText('“mine.folded” was moved or deleted');
  await remembered(page).getByRole('button', { name: 'Remove mine.folded from this list' }).click();
  await expect(remembered(page)).toHaveCount(0);
});
