// The address bar says what is looked at: a link, and the way back of the browser, lead to the same picture.

import type { Browser, Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expect, fixture, open, picture, pictureAfter, start, started, test } from './page.ts';

const SIZE = { width: 1280, height: 720 };

test.use({ viewport: SIZE });

const RECORDING = 'workers.perf.gz';

interface Look {
  readonly what: string;
  readonly keys: readonly string[];
  readonly says: readonly RegExp[];
}

const LOOKS: readonly Look[] = [
  { what: 'a level', keys: ['5'], says: [/^#example=workers&level=python$/] },
  {
    what: 'a zoomed box',
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp'],
    says: [/zoom=\d+&box=\d+$/],
  },
  {
    what: 'filters at a level',
    keys: ['4', 'ArrowUp', 'ArrowUp', 'h', 'ArrowUp', 'd'],
    says: [/level=python-leaf-c&filter=hide~function~[^&]+&filter=drop~function~[^&]+/],
  },
  { what: 'a part of the time', keys: ['t', '+'], says: [/^#example=workers&view=time&seen=0\.\d+-0\.\d+$/] },
  {
    what: 'a part of a graph',
    keys: ['ArrowUp', 'ArrowUp', 'Enter', '+'],
    says: [/zoom=\d+&box=\d+&seen=0\.\d+-0\.\d+/],
  },
  {
    what: 'a box that was out of sight',
    keys: ['1', 'End'],
    says: [/^#example=workers&level=raw&box=\d+&seen=[^&]+~\d+/],
  },
  { what: 'inverted', keys: ['v', 'ArrowDown', 'Enter'], says: [/view=inverted&zoom=\d+&box=\d+/] },
  {
    what: 'the sandwich',
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 's', 'ArrowUp'],
    says: [/view=sandwich&function=[^&]+/],
  },
  {
    what: 'the lower half of the sandwich',
    keys: [
      'ArrowUp',
      'ArrowUp',
      'ArrowUp',
      's',
      'ArrowUp',
      'Enter',
      'Tab',
      'Tab',
      'ArrowDown',
      'Enter',
      'ArrowDown',
    ],
    says: [/view=sandwich&function=[^&]+&zoom=2&box=3&zoom2=\d+&box2=\d+$/],
  },
];

for (const { what, keys, says } of LOOKS) {
  test(`${what} is in the address, and a link leads there`, async ({ page, browser }) => {
    await openExample(page);
    for (const key of keys) await pressed(page, key);
    for (const part of says) await expect.poll(() => hashOf(page)).toMatch(part);
    const link = page.url();
    const seen = await picture(page);
    const theirs = await openLink(browser, link);
    await expect.poll(() => picture(theirs)).toBe(seen);
    expect(theirs.url()).toBe(link);
    expect(await focusIn(theirs)).toBe(await focusIn(page));
    await theirs.context().close();
  });
}

test('rows of a table, their order and the search are in the address', async ({ page, browser }) => {
  await openExample(page);
  await pressed(page, 'b');
  await page.getByRole('radio', { name: 'File' }).check();
  await page.getByRole('columnheader', { name: 'Total', exact: true }).getByRole('button').click();
  await page.getByRole('searchbox', { name: 'Search functions' }).fill('sort|fib');
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('.py');
  await expect
    .poll(() => hashOf(page))
    .toMatch(/^#example=workers&view=table&by=file&sort=-total&words=\.py&(?:box=\d+&)?search=sort%7Cfib$/);
  const rows = await page.getByRole('grid').innerText();
  const theirs = await openLink(browser, page.url());
  await expect(theirs.getByRole('searchbox', { name: 'Search functions' })).toHaveValue('sort|fib');
  await expect.poll(() => theirs.getByRole('grid').innerText()).toBe(rows);
  await expect(theirs.locator('[role=row].found')).not.toHaveCount(0);
  await theirs.context().close();
});

test('open rows of the call tree, their order and lit kinds are in the address', async ({
  page,
  browser,
}) => {
  await openExample(page);
  for (const key of ['c', 'e', 'Home']) await page.keyboard.press(key);
  await page.getByRole('columnheader', { name: 'Self', exact: true }).getByRole('button').click();
  await page.getByRole('button', { name: /^own code/ }).click();
  await expect.poll(() => hashOf(page)).toMatch(/^#example=workers&view=tree&order=self&open=\d+&lit=1$/);
  const rows = await page.getByRole('treegrid').innerText();
  const theirs = await openLink(browser, page.url());
  await expect.poll(() => theirs.getByRole('treegrid').innerText()).toBe(rows);
  await expect(theirs.getByRole('button', { name: /^own code/ })).toHaveAttribute('aria-pressed', 'true');
  expect(theirs.url()).toBe(page.url());
  await theirs.context().close();
});

test('back and forward lead to the same pictures, and undo still knows the way', async ({ page }) => {
  await openExample(page);
  const seen: { readonly hash: string; readonly pixels: number }[] = [];
  const see = async () => seen.push({ hash: await settled(page), pixels: await picture(page) });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await pressed(page, key);
  await see();
  for (const key of ['Enter', '5', 'h', 'i']) {
    await pressed(page, key);
    await see();
  }
  expect(new Set(seen.map(({ hash }) => hash)).size).toBe(seen.length);
  for (const { hash, pixels } of seen.slice(0, -1).reverse()) {
    await page.goBack();
    await expect.poll(() => hashOf(page)).toBe(hash);
    await expect.poll(() => picture(page), { message: `back at ${hash}` }).toBe(pixels);
  }
  for (const { hash, pixels } of seen.slice(1)) {
    await page.goForward();
    await expect.poll(() => hashOf(page)).toBe(hash);
    await expect.poll(() => picture(page), { message: `forward at ${hash}` }).toBe(pixels);
  }
  await pictureAfter(page, () => page.keyboard.press('u'));
  await expect.poll(() => hashOf(page)).not.toContain('filter');
});

test('a link that makes no sense shows the recording as usual', async ({ page }) => {
  await page.goto(
    './#view=nothing&level=&filter=hide~&zoom=99999999&time=9-1&threads=77,.99999&%E0%A4=%&function=no~where',
  );
  await started(page);
  await openExample(page, false);
  await expect.poll(() => hashOf(page)).toBe('#example=workers');
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
});

test('closing a recording clears the address, and the next one begins as usual', async ({ page }) => {
  await openExample(page);
  await pressed(page, '5');
  await expect.poll(() => hashOf(page)).toBe('#example=workers&level=python');
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expect.poll(() => hashOf(page)).toBe('');
  await open(page, fixture('rules.perf'));
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
});

async function openExample(page: Page, isFirst = true): Promise<void> {
  if (isFirst) await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads/ }).click());
  await opened(page);
}

async function opened(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(RECORDING);
  await expect(page.locator('#view [role=tree], [role=grid], [role=treegrid]').first()).toBeVisible();
}

/** As somebody else, whose page has the same example. */
async function openLink(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await opened(page);
  return page;
}

/** What a screen reader calls what has the keyboard. */
function focusIn(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel);
}

/** Waits until nothing moves any more. */
async function pressed(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await settled(page);
}

/** The address, once it has caught up with the page. */
async function settled(page: Page): Promise<string> {
  await idle(page);
  return hashOf(page);
}

function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}
