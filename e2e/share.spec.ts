// A profile that travels in the link: whoever opens it sees the same picture, and a link that is no good is told so.

import { AxeBuilder } from '@axe-core/playwright';
import { deflateSync } from 'node:zlib';
import type { Browser, Locator, Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expect, fixture, focusedBox, open, picture, pictureAfter, problem, start, test } from './page.ts';

const SIZE = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
/** Without a timeline there is more room above; rows of pixels that both have. */
const ROWS = 320;

test.use({ viewport: SIZE });

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const profileLink = (page: Page) => page.getByRole('textbox', { name: 'Link with the profile' });

async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareDialog(page)).toBeVisible();
  // This page is served to this machine alone.
  await expect(page.getByRole('textbox', { name: /^Link/ }).first()).toHaveValue(/^#/);
  await page.getByRole('textbox', { name: 'Address of that site' }).fill(page.url());
  return shareDialog(page);
}

async function openExample(page: Page, name: RegExp): Promise<void> {
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name }).click());
}

/** As somebody else, who has nothing but the link. */
async function openedBy(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('tree', { name: 'Flame graph' })).toBeVisible();
  return page;
}

test('a link with the profile shows somebody else the same picture, at all levels', async ({
  page,
  browser,
}) => {
  await openExample(page, /NumPy/);
  for (const key of ['ArrowUp', 'ArrowUp', 'h', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  const seen = await picture(page, ROWS);
  const box = await focusedBox(page);
  const dialog = await openShare(page);
  await expect(dialog.getByText(/no timeline, and no time order/)).toBeVisible();
  await expect(dialog.getByText(/what they hide is in it/)).toBeVisible();
  const link = await profileLink(page).inputValue();
  expect(link).toMatch(/#filter=hide~.*&zoom=\d+&box=\d+&title=numeric.perf.gz&profile=1\.\d+\.[\w-]+$/);
  expect(decodeURIComponent(link)).not.toContain('/home/');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const theirs = await openedBy(browser, link);
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('numeric.perf.gz');
  await expect.poll(() => picture(theirs, ROWS)).toBe(seen);
  expect(await focusedBox(theirs)).toEqual(box);
  expect(theirs.url()).toBe(link);
  // Raw, and again the same way back; and after a reload.
  for (const key of ['1', '5']) {
    await Promise.all([page, theirs].map((each) => pictureAfter(each, () => each.keyboard.press(key))));
    await expect.poll(() => theirs.url()).toContain(key === '1' ? 'level=raw' : 'level=python');
    await expect
      .poll(async () => (await picture(theirs, ROWS)) === (await picture(page, ROWS)), key)
      .toBe(true);
  }
  await theirs.goBack();
  await theirs.goBack();
  await expect.poll(() => picture(theirs, ROWS)).toBe(seen);
  await theirs.reload();
  await expect(async () => {
    expect(await picture(theirs, ROWS), 'once there is one').toBe(seen);
  }).toPass();
  await theirs.context().close();
});

test('what does not fit gets smaller with a click, and the picture of what is seen stays', async ({
  page,
  browser,
}) => {
  await openExample(page, /Threads/);
  const dialog = await openShare(page);
  await expect(dialog.getByText(/would have \d\d,\d{3} characters/)).toBeVisible();
  await expect(profileLink(page)).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await expect(dialog.getByRole('list', { name: /smaller/ }).getByText(/fits/)).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await dialog.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await page.setViewportSize(SIZE);
  await dialog
    .getByRole('list', { name: /smaller/ })
    .getByRole('button')
    .last()
    .click();
  await expect(dialog.getByText(/boxes below 0\.050%: \d/)).toBeVisible();
  const link = await profileLink(page).inputValue();
  expect(link.length).toBeLessThanOrEqual(32_000);
  await page.keyboard.press('Escape');
  const theirs = await openedBy(browser, link);
  expect((await focusedBox(theirs)).samples).toBe(2506);
  await theirs.context().close();
});

test('a link that is no good is a sentence, and a recording opens afterwards', async ({ page }) => {
  const bomb = deflateSync(new Uint8Array(40 << 20)).toString('base64url');
  const odd = deflateSync(new Uint8Array(9)).toString('base64url');
  await start(page);
  for (const { hash, says } of [
    { hash: 'title=%3Cimg%20src%3Dx%3E&profile=1.500.eJyrAQ', says: /was cut on its way: 6 of 500/ },
    { hash: 'level=python&title=Nightly&prof', says: /This link was cut on the way/ },
    {
      hash: 'profileURL=http%3A%2F%2Fada%3Asecret%40profiles.example%2Fa.perf&title=100%',
      says: /“a.perf” could not be fetched: its address holds a user name or a password/,
    },
    { hash: 'profile=1.6.eJyrAQ', says: /was changed on its way/ },
    { hash: 'profile=2.6.eJyrAQ', says: /newer version/ },
    { hash: `profile=1.${bomb.length}.${bomb}`, says: /unpacks to more than 16 MB/ },
    {
      hash: `title=%3Cb%3Eodd&profile=1.${odd.length}.${odd}`,
      says: /“<b>odd” cannot be opened: it is cut or damaged/,
    },
  ]) {
    await page.evaluate((each) => (location.hash = each), hash);
    await expect(problem(page)).toContainText(says);
    expect(await problem(page).locator('img, b').count()).toBe(0);
  }
  await open(page, fixture('rules.perf'));
  expect((await focusedBox(page)).samples).toBe(29);
});
