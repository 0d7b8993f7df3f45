// Tests links that contain the profile: they show everyone the same picture, and invalid links show an alert.

import { deflateSync } from 'node:zlib';
import type { Browser, Locator, Page } from '@playwright/test';
import { idle } from './idle.ts';
import { graph, problem } from './locators.ts';
import { loadingTest as test, startWith, startWithExample } from './opened.ts';
import {
  expect,
  focusedBox,
  open,
  openAsAnotherUser,
  PHONE,
  picture,
  repaintAfter,
  setHash,
  start,
} from './page.ts';

const DESKTOP = { width: 1280, height: 720 };
/** Number of pixel rows to compare. A graph opened from a link is taller, because the page has no timeline then. */
const ROWS = 320;

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const profileLink = (page: Page) => page.getByRole('textbox', { name: 'Link with the profile' });

async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareDialog(page)).toBeVisible();
  // The page is on localhost, so it does not offer a complete URL.
  await expect(page.getByRole('textbox', { name: /^Link/ }).first()).toHaveValue(/^#/);
  await page.getByRole('textbox', { name: 'Address of that site' }).fill(page.url());
  return shareDialog(page);
}

async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await openAsAnotherUser(browser, link);
  await expect(graph(page)).toBeVisible();
  return page;
}

test('a link with the profile shows another user the same picture, at all levels', async ({
  page,
  browser,
}) => {
  await startWithExample(page, 'etl-job');
  for (const key of ['ArrowUp', 'ArrowUp', 'h', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  const original = await picture(page, ROWS);
  const box = await focusedBox(page);
  const dialog = await openShare(page);
  await expect(dialog.getByText(/no timeline, and no time order/)).toBeVisible();
  await expect(dialog.getByText(/contains what the filters hide/)).toBeVisible();
  const link = await profileLink(page).inputValue();
  expect(link).toMatch(
    /#v=2&filter=hide~.*&zoom=\w+\.\w+&node=\w+\.\w+&title=etl-job.perf.gz&profile=1\.\d+\.[\w-]+$/,
  );
  expect(decodeURIComponent(link)).not.toContain('/home/');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const theirs = await openLink(browser, link);
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('etl-job.perf.gz');
  await expect.poll(() => picture(theirs, ROWS)).toBe(original);
  expect(await focusedBox(theirs)).toEqual(box);
  expect(theirs.url()).toBe(link);
  for (const key of ['1', '5']) {
    await Promise.all([page, theirs].map((each) => repaintAfter(each, () => each.keyboard.press(key))));
    await expect.poll(() => theirs.url()).toContain(key === '1' ? 'level=raw' : 'level=python');
    await expect
      .poll(async () => (await picture(theirs, ROWS)) === (await picture(page, ROWS)), key)
      .toBe(true);
  }
  await theirs.goBack();
  await theirs.goBack();
  await expect.poll(() => picture(theirs, ROWS)).toBe(original);
  await theirs.context().close();
});

test('a profile that is too large for a link can be made smaller with one click', async ({
  page,
  browser,
}) => {
  await startWith(page, 'workers.perf.gz');
  // As recorded, and without folded imports, the level alone does not make the profile small enough.
  await repaintAfter(page, 'M');
  await repaintAfter(page, 'I');
  const dialog = await openShare(page);
  await expect(dialog.getByRole('heading', { level: 3 }).first(), 'what needs no Pyrograph').toHaveText(
    'For everybody',
  );
  await dialog.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('| share | self | total |');
  await dialog.getByRole('button', { name: 'Copy as picture' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read())[0].types))
    .toEqual(['image/png']);
  await expect(dialog.getByText(/would have \d\d,\d{3} characters/)).toBeVisible();
  await expect(profileLink(page)).toHaveCount(0);
  await expect(dialog.getByText(/characters: fits$/)).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await dialog.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await dialog.getByRole('button', { name: /boxes below/ }).click();
  await expect(dialog.getByText(/boxes below 0\.\d+%: \d/)).toBeVisible();
  const link = await profileLink(page).inputValue();
  expect(link.length).toBeLessThanOrEqual(32_000);
  await page.keyboard.press('Escape');
  const theirs = await openLink(browser, link);
  expect((await focusedBox(theirs)).samples).toBe(2506);
  await theirs.context().close();
});

test('an invalid link shows an alert, and a recording opens afterwards', async ({ page }) => {
  const bomb = deflateSync(new Uint8Array(40 << 20)).toString('base64url');
  const damaged = deflateSync(new Uint8Array(9)).toString('base64url');
  await start(page);
  for (const { hash, message } of [
    { hash: 'title=%3Cimg%20src%3Dx%3E&profile=1.500.eJyrAQ', message: /is truncated: 6 of 500/ },
    {
      hash: 'profileURL=http%3A%2F%2Fada%3Asecret%40profiles.example%2Fa.perf&title=100%',
      message: /“a.perf” could not be fetched: its URL contains a user name or password/,
    },
    { hash: 'level=python&title=Nightly&prof', message: /This link is truncated/ },
    { hash: 'profile=1.6.eJyrAQ', message: /was modified in transit/ },
    { hash: 'profile=2.6.eJyrAQ', message: /newer version/ },
    { hash: `profile=1.${bomb.length}.${bomb}`, message: /decompresses to more than 16 MB/ },
    {
      hash: `title=%3Cb%3Eodd&profile=1.${damaged.length}.${damaged}`,
      message: /“<b>odd” cannot be opened: it is truncated or damaged/,
    },
  ]) {
    await setHash(page, hash);
    await expect(problem(page)).toContainText(message);
    expect(await problem(page).locator('img, b').count()).toBe(0);
  }
  await open(page, 'rules.perf');
  expect((await focusedBox(page)).samples).toBe(29);
});
