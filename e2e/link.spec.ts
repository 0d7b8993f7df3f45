// The URL records the current view, so links, back and forward restore the same picture.

import type { Browser, Page } from '@playwright/test';
import { idle } from './idle.ts';
import { heading, searchField } from './locators.ts';
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
  started,
  startWithExample,
  test,
} from './page.ts';

const RECORDING = 'workers.perf.gz';

interface View {
  readonly what: string;
  readonly keys: readonly string[];
  readonly hash: RegExp;
}

const VIEWS: readonly View[] = [
  { what: 'a level', keys: ['5'], hash: /^#example=workers&v=1&level=python$/ },
  {
    what: 'a zoomed box',
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp'],
    hash: /zoom=\w+\.\w+&node=\w+\.\w+$/,
  },
  {
    what: 'filters at a level',
    keys: ['4', 'ArrowUp', 'ArrowUp', 'h', 'ArrowUp', 'd'],
    hash: /level=python-leaf-c&filter=hide~function~[^&]+&filter=drop~function~[^&]+/,
  },
  {
    what: 'a zoomed time order',
    keys: ['t', '+'],
    hash: /^#example=workers&v=1&view=time&visible=0\.\d+-0\.\d+$/,
  },
  {
    what: 'a visible range of a graph',
    keys: ['ArrowUp', 'ArrowUp', 'Enter', '+'],
    hash: /zoom=\w+\.\w+&node=\w+\.\w+&visible=0\.\d+-0\.\d+/,
  },
  {
    what: 'a scrolled graph',
    keys: ['1', 'End'],
    hash: /^#example=workers&v=1&level=raw&node=\w+\.\w+&visible=[^&]+~\d+/,
  },
  {
    what: 'the inverted graph',
    keys: ['v', 'ArrowDown', 'Enter'],
    hash: /view=inverted&zoom=\w+\.\w+&node=\w+\.\w+/,
  },
  {
    what: 'the sandwich',
    keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 's', 'ArrowUp'],
    hash: /view=sandwich&function=[^&]+/,
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
    hash: /view=sandwich&function=[^&]+&zoom=\w+\.\w+&node=\w+\.\w+&zoom2=\w+\.\w+&node2=\w+\.\w+$/,
  },
];

for (const { what, keys, hash } of VIEWS) {
  test(`the URL records ${what}`, async ({ page, browser }) => {
    await startOnExample(page);
    for (const key of keys) await pressed(page, key);
    await expect.poll(() => hashOf(page)).toMatch(hash);
    const link = page.url();
    const original = await picture(page);
    const theirs = await openLink(browser, link);
    await expect.poll(() => picture(theirs)).toBe(original);
    await expect.poll(() => theirs.url()).toBe(link);
    expect(await focusIn(theirs)).toBe(await focusIn(page));
    await theirs.context().close();
  });
}

test('the URL records the grouping, order and filter of a table, and the search', async ({
  page,
  browser,
}) => {
  await startOnExample(page);
  await pressed(page, 'b');
  await page.getByRole('radio', { name: 'File' }).check();
  await page.getByRole('columnheader', { name: 'Total', exact: true }).getByRole('button').click();
  await searchField(page).fill('sort|fib');
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('.py');
  await expect
    .poll(() => hashOf(page))
    .toMatch(
      /^#example=workers&v=1&view=table&by=file&sort=-total&(?:row=[^&]+&)?words=\.py&search=sort%7Cfib$/,
    );
  const rows = await page.getByRole('grid').innerText();
  const theirs = await openLink(browser, page.url());
  await expect(theirs.getByRole('searchbox', { name: 'Search functions' })).toHaveValue('sort|fib');
  await expect.poll(() => theirs.getByRole('grid').innerText()).toBe(rows);
  await expect(theirs.locator('[role=row].found')).not.toHaveCount(0);
  await theirs.context().close();
});

test('the URL records expanded rows of the call tree, their order and highlighted kinds of code', async ({
  page,
  browser,
}) => {
  await startOnExample(page);
  await press(page, 'c', 'e', 'Home');
  await page.getByRole('columnheader', { name: 'Self', exact: true }).getByRole('button').click();
  await page.getByRole('button', { name: /^own code/ }).click();
  await expect
    .poll(() => hashOf(page))
    .toMatch(/^#example=workers&v=1&view=tree&order=self&open=\w+\.\w+&lit=own$/);
  const rows = await page.getByRole('treegrid').innerText();
  const theirs = await openLink(browser, page.url());
  await expect.poll(() => theirs.getByRole('treegrid').innerText()).toBe(rows);
  await expect(theirs.getByRole('button', { name: /^own code/ })).toHaveAttribute('aria-pressed', 'true');
  expect(theirs.url()).toBe(page.url());
  await theirs.context().close();
});

test('back and forward restore the same pictures, and undo still works', async ({ page }) => {
  await startOnExample(page);
  const steps: { readonly hash: string; readonly pixels: number }[] = [];
  const record = async () => steps.push({ hash: await settled(page), pixels: await picture(page) });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await pressed(page, key);
  await record();
  for (const key of ['Enter', '5', 'h', 'i']) {
    await pressed(page, key);
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

test('invalid values in a link are ignored', async ({ page }) => {
  await page.goto(
    './#view=nothing&level=&filter=hide~&zoom=99999999&time=9-1&threads=77,.99999&%E0%A4=%&function=no~where',
  );
  await started(page);
  await openExample(page, 'workers');
  await waitForExample(page);
  await expect.poll(() => hashOf(page)).toBe('#example=workers');
  await closeRecording(page);
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
});

test('closing a recording clears the URL, and the next one opens in its initial view', async ({ page }) => {
  await startOnExample(page);
  await pressed(page, '5');
  await expect.poll(() => hashOf(page)).toBe('#example=workers&v=1&level=python');
  await closeRecording(page);
  await expect.poll(() => hashOf(page)).toBe('');
  await open(page, 'rules.perf');
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
});

async function startOnExample(page: Page): Promise<void> {
  await startWithExample(page, 'workers');
  await waitForExample(page);
}

async function waitForExample(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText(RECORDING);
  await expect(page.locator('#view [role=tree], [role=grid], [role=treegrid]').first()).toBeVisible();
}

/** Opens a link to an example as another user. */
async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await openAsAnotherUser(browser, link);
  await waitForExample(page);
  return page;
}

/** The accessible name of the focused element. */
function focusIn(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel);
}

/** Presses a key and waits until the page is idle. */
async function pressed(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await settled(page);
}

/** The hash once the page is idle, because hash updates are delayed. */
async function settled(page: Page): Promise<string> {
  await idle(page);
  return hashOf(page);
}
