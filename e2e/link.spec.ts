// Tests that the URL records the current view, so that links, back and forward restore the same picture.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expectLevel, heading, searchField } from './locators.ts';
import { loadingTest, startWithExample, test } from './opened.ts';
import {
  closeRecording,
  expect,
  hashOf,
  open,
  openAsAnotherUser,
  openExample,
  picture,
  press,
  repaintAfter,
  setHash,
  started,
} from './page.ts';

const RECORDING = 'web-shop.perf.gz';

interface View {
  readonly title: string;
  readonly keys: readonly string[];
  readonly hash: RegExp;
}

const VIEWS: readonly View[] = [
  {
    title: 'a zoomed time order',
    keys: ['t', '+'],
    hash: /^#example=web-shop&v=2&view=time&visible=0\.\d+-0\.\d+$/,
  },
  {
    title: 'a visible range of a graph',
    keys: ['ArrowUp', 'ArrowUp', 'Enter', '+'],
    hash: /zoom=\w+\.\w+&node=\w+\.\w+&visible=0\.\d+-0\.\d+/,
  },
  {
    title: 'a scrolled graph',
    keys: ['1', 'End'],
    hash: /^#example=web-shop&v=2&level=raw&node=\w+\.\w+&visible=[^&]+~\d+/,
  },
];

test('the URL records graphs, filters, level and zoom, and links show them again', async ({ page }) => {
  await startOnExample(page);
  for (const { title, keys, hash } of VIEWS)
    await test.step(title, async () => {
      for (const key of keys) await pressAndSettle(page, key);
      await expect.poll(() => hashOf(page)).toMatch(hash);
      const link = await hashOf(page);
      const original = await picture(page);
      await reset(page);
      expect(await picture(page), 'the initial view').not.toBe(original);
      await setHash(page, link);
      await idle(page);
      expect(await picture(page)).toBe(original);
      expect(await hashOf(page)).toBe(link);
      await reset(page);
    });
});

test('a link shows other users the same halves of a sandwich, with the same focus', async ({
  page,
  browser,
}) => {
  await startOnExample(page);
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp');
  for (const key of ['s', 'ArrowUp', 'Enter', 'Tab', 'Tab', 'ArrowDown', 'Enter', 'ArrowDown'])
    await pressAndSettle(page, key);
  await expect
    .poll(() => hashOf(page))
    .toMatch(/view=sandwich&function=[^&]+&zoom=\w+\.\w+&node=\w+\.\w+&zoom2=\w+\.\w+&node2=\w+\.\w+$/);
  const original = await picture(page);
  const theirs = await openAsAnotherUser(browser, page.url());
  await waitForExample(theirs);
  await expect.poll(() => picture(theirs)).toBe(original);
  await expect.poll(() => theirs.url()).toBe(page.url());
  expect(await focusIn(theirs)).toBe(await focusIn(page));
  await theirs.context().close();
});

test('the URL records the grouping, order and row filter of the table, and the search', async ({ page }) => {
  await startOnExample(page);
  await pressAndSettle(page, 'b');
  await page.getByRole('radio', { name: 'File' }).check();
  await page.getByRole('columnheader', { name: 'Total', exact: true }).getByRole('button').click();
  await searchField(page).fill('json|handlers');
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('.py');
  await expect
    .poll(() => hashOf(page))
    .toMatch(
      /^#example=web-shop&v=2&view=table&by=file&sort=-total&(?:row=[^&]+&)?words=\.py&search=json%7Chandlers$/,
    );
  const link = await settled(page);
  const rows = await page.getByRole('grid').innerText();
  await reset(page);
  await expect(searchField(page)).toHaveValue('');
  await setHash(page, link);
  await expect(searchField(page)).toHaveValue('json|handlers');
  await expect.poll(() => page.getByRole('grid').innerText()).toBe(rows);
  await expect(page.locator('[role=row].found')).not.toHaveCount(0);
});

test('the URL records the expanded rows and the order of the call tree, and the highlighted kind of code', async ({
  page,
}) => {
  await startOnExample(page);
  await press(page, 'c');
  // The view is loaded when it is first used.
  await expect(page.getByRole('treegrid').getByRole('row')).not.toHaveCount(0);
  await pressAndSettle(page, 'e');
  await press(page, 'Home');
  await page.getByRole('columnheader', { name: 'Self', exact: true }).getByRole('button').click();
  await page.getByRole('button', { name: /^own code/ }).click();
  await expect
    .poll(() => hashOf(page))
    .toMatch(/^#example=web-shop&v=2&view=tree&order=self&open=\w+\.\w+&lit=own$/);
  const link = await settled(page);
  const rows = await page.getByRole('treegrid').innerText();
  await reset(page);
  await expect(page.getByRole('button', { name: /^own code/ })).toHaveAttribute('aria-pressed', 'false');
  await setHash(page, link);
  await expect.poll(() => page.getByRole('treegrid').innerText()).toBe(rows);
  await expect(page.getByRole('button', { name: /^own code/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await settled(page)).toBe(link);
});

test('back and forward restore the same pictures, and undo still works', async ({ page }) => {
  await startOnExample(page);
  const steps: { readonly hash: string; readonly pixels: number }[] = [];
  const record = async () => steps.push({ hash: await settled(page), pixels: await picture(page) });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await pressAndSettle(page, key);
  await record();
  for (const key of ['Enter', '5', 'h', 'i']) {
    await pressAndSettle(page, key);
    await record();
  }
  expect(new Set(steps.map(({ hash }) => hash)).size).toBe(steps.length);
  for (const { hash, pixels } of steps.slice(0, -1).reverse()) {
    await page.goBack();
    await expect.poll(() => hashOf(page)).toBe(hash);
    await expect.poll(() => picture(page), { message: `back at ${hash}` }).toBe(pixels);
  }
  for (const { hash, pixels } of steps.slice(1)) {
    await page.goForward();
    await expect.poll(() => hashOf(page)).toBe(hash);
    await expect.poll(() => picture(page), { message: `forward at ${hash}` }).toBe(pixels);
  }
  await repaintAfter(page, 'u');
  await expect.poll(() => hashOf(page)).not.toContain('filter');
});

loadingTest('invalid values in a link are ignored; closing a recording clears the URL', async ({ page }) => {
  await page.goto(
    './#v=2&view=nothing&level=&filter=hide~&zoom=99999999&time=9-1&threads=77,.99999&%E0%A4=%&function=no~where',
  );
  await started(page);
  await openExample(page, 'web-shop');
  await waitForExample(page);
  await expect.poll(() => hashOf(page)).toBe('#example=web-shop');
  await pressAndSettle(page, '5');
  await expect.poll(() => hashOf(page)).toBe('#example=web-shop&v=2&level=python');
  await closeRecording(page);
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
  await expect.poll(() => hashOf(page)).toBe('');
  await open(page, 'rules.perf');
  await expectLevel(page, 'Python and C');
});

async function startOnExample(page: Page): Promise<void> {
  await startWithExample(page, 'web-shop');
  await waitForExample(page);
}

async function waitForExample(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText(RECORDING);
  await expect(page.locator('#view [role=tree], [role=grid], [role=treegrid]').first()).toBeVisible();
}

/** Shows the example as when it was opened. */
async function reset(page: Page): Promise<void> {
  await setHash(page, '#example=web-shop');
  await idle(page);
}

/** The accessible name of the focused element. */
function focusIn(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel);
}

/** Presses a key and waits until the page is idle. */
async function pressAndSettle(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await settled(page);
}

/** Returns the hash once the page is idle, because hash updates are delayed. */
async function settled(page: Page): Promise<string> {
  await idle(page);
  return hashOf(page);
}
