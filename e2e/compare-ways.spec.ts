// Tests the ways into a comparison: several recordings at once, recent recordings, and odd input.

import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { bar, chooseInMenu, program, sentence } from './comparison.ts';
import { drop } from './drop.ts';
import { heading, problem } from './locators.ts';
import { loadingTest as test, startWith, startWithExample, test as openedTest } from './opened.ts';
import { idle } from './idle.ts';
import { choose, expect, hashOf, press, ROOT, setHash, start, upload, type Upload } from './page.ts';

const FIRST = program('run-a.perf', 0.2);
const SECOND = program('run-b.perf', 0.5);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open or compare' });
const side = (page: Page, name: string, letter: 'A' | 'B') =>
  dialog(page)
    .getByRole('radiogroup', { name: `Side of ${name}` })
    .getByRole('radio', { name: letter });

test('two recordings dropped on the start screen can be compared, in either direction; the history leads through their comparisons', async ({
  page,
}) => {
  await start(page);
  await test.step('with one entry in the history', () => compareDropped(page));
  await page.goForward();
  await isCompared(page);
  await test.step('through symbol files and another recording', () => leaveComparison(page));
  await page.goForward();
  await isCompared(page);
  await test.step('a link needs all of its recordings', () => reloadComparison(page));
});

/** Starts and ends on the start screen. */
async function compareDropped(page: Page): Promise<void> {
  await drop(page, [SECOND, FIRST]);
  await expect(side(page, 'run-a.perf', 'A')).toBeChecked();
  await expect(side(page, 'run-b.perf', 'B')).toBeChecked();
  await expect(dialog(page).getByRole('button', { name: 'Compare', exact: true })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Swap A and B' }).click();
  await expect(side(page, 'run-b.perf', 'A')).toBeChecked();
  await side(page, 'run-b.perf', 'B').check();
  await expect(side(page, 'run-a.perf', 'A')).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(heading(page)).toHaveText('run-a.perf → run-b.perf');
  await expect(sentence(page)).toContainText('more CPU time');
  await expect(problem(page)).toHaveCount(0);
  await expect.poll(() => hashOf(page)).toContain('a=0&b=1');
  await page.goBack();
  await isAlone(page, 'Pyrograph');
  await page.goForward();
  await isCompared(page);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await isAlone(page, 'run-a.perf');
  await page.goBack();
  await isCompared(page);
  await page.goForward();
  await isAlone(page, 'run-a.perf');
  await page.goBack();
  await isCompared(page);
  await page.goBack();
  await isAlone(page, 'Pyrograph');
}

test('one of several recordings can be opened by itself; back and forward leave and return to its comparison; runs of two programs replace it', async ({
  page,
}) => {
  await start(page);
  await choose(page, [FIRST, SECOND]);
  await dialog(page).getByRole('button', { name: 'Open only run-b.perf' }).click();
  await expect(heading(page)).toHaveText('run-b.perf');
  await expect(dialog(page)).toHaveCount(0);
  const both = 'run-b.perf → run-a.perf';
  await drop(page, [FIRST]);
  await page.getByRole('button', { name: 'Compare with it' }).click();
  await isCompared(page, both);
  await page.goBack();
  await isAlone(page, 'run-b.perf');
  await page.goForward();
  await isCompared(page, both);
  await page.goBack();
  await page.goBack();
  await isAlone(page, 'Pyrograph');
  await page.evaluate(() => history.go(2));
  await isCompared(page, both);
  await page.goBack();
  await isAlone(page, 'run-b.perf');
  const runs = [1, 2].flatMap((n) => [program(`old-${n}.perf`, 0.2), program(`new-${n}.perf`, 0.5)]);
  await drop(page, runs);
  await dialog(page).getByRole('button', { name: 'Open one, or compare these…' }).click();
  await dialog(page).getByRole('button', { name: 'Swap A and B' }).click();
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(bar(page)).toContainText('2 → 2 recordings');
  await expect(sentence(page)).toContainText('more CPU time');
});

const BOTH = 'run-a.perf → run-b.perf';

async function isCompared(page: Page, name = BOTH): Promise<void> {
  await expect(heading(page)).toHaveText(name);
  await expect(bar(page)).toContainText('CPU time as recorded');
  await expect(problem(page)).toHaveCount(0);
}

async function isAlone(page: Page, name: string): Promise<void> {
  await expect(heading(page)).toHaveText(name);
  await expect(bar(page)).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
}

// The last test opens a link with a basis.
test('a link with two recordings opens their comparison, and back returns to it after it was stopped', async ({
  page,
}) => {
  const both = 'web-shop.perf.gz → etl-job.perf.gz';
  await page.goto('./#example=web-shop&example=etl-job');
  await isCompared(page, both);
  await page.getByLabel('Compared by').selectOption('share');
  await expect(page.getByLabel('Compared by')).toHaveValue('share');
  await expect(sentence(page)).toContainText('of all code');
  await expect(sentence(page)).not.toContainText('for the same work');
  await expect
    .poll(() => hashOf(page))
    .toMatch(/^#example=web-shop&example=etl-job&v=2&a=0&b=1&basis=share$/);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await isAlone(page, 'web-shop.perf.gz');
  await expect.poll(() => hashOf(page)).toBe('#example=web-shop');
  await page.goBack();
  await isCompared(page, both);
  await page.goForward();
  await isAlone(page, 'web-shop.perf.gz');
});

test('the URL records the compared time ranges; back, forward and a reload return to them', async ({
  page,
}) => {
  await startWithExample(page, 'web-shop');
  await compareInMenu(page, /^The first half with the second/);
  await expect(bar(page)).toContainText('two ranges of time');
  await expect.poll(() => hashOf(page)).toMatch(/^#example=web-shop&v=2&a=0~0-[\d.]+&b=0~[\d.]+-[\d.]+$/);
  const facts = await samples(page).innerText();
  await page.goBack();
  await isAlone(page, 'web-shop.perf.gz');
  await page.goForward();
  await expect(samples(page)).toHaveText(facts, { useInnerText: true });
  await expect(problem(page)).toHaveCount(0);
  await page.reload();
  await expect(samples(page)).toHaveText(facts, { useInnerText: true });
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await isAlone(page, 'web-shop.perf.gz');
  await page.goBack();
  await expect(bar(page)).toContainText('two ranges of time');

  // The timelines of a link to too short a time can be changed.
  await setHash(page, '#example=web-shop&v=2&a=0~0-4&b=0~4-4.01');
  await expect(sentence(page)).toContainText('B has only');
  const end = page.getByRole('region', { name: 'Timeline of B' }).getByLabel(/^End/);
  await end.fill('8');
  await end.press('Enter');
  await expect(sentence(page)).toContainText(/CPU time/);
  await expect(sentence(page)).not.toContainText('only');
});

/** How many samples each side has, as in the bar. */
const samples = (page: Page) => bar(page).locator('.comparison-facts');

/** 2,000 samples, of which every second one is left out. */
function shorter({ buffer }: Upload, to: string): Upload {
  const records = buffer.toString().split('\n\n');
  return upload(to, records.filter((_, i) => i % 2 === 0).join('\n\n'));
}

/** Starts with the comparison: all samples of both sides can be selected again. Ends on the start screen. */
async function leaveComparison(page: Page): Promise<void> {
  // Each selection gets an entry in the history when its picture is complete.
  await idle(page);
  const b = page.getByRole('region', { name: 'Timeline of B' });
  await b.getByLabel(/^End/).fill('5');
  await b.getByLabel(/^End/).press('Enter');
  await expect(samples(page)).toContainText('2,000 → 1,001 samples');
  await isRangeInUrl(page, true);
  await page.getByRole('tree').focus();
  await press(page, 'x');
  await expect(samples(page)).toContainText('2,000 → 2,000 samples');
  await isRangeInUrl(page, false);

  const symbols = upload('perf-77.map', '7f00 10 py::f:/a.py\n');
  await drop(page, [symbols]);
  await isAlone(page, 'run-a.perf');
  await page.goBack();
  await isCompared(page);
  await drop(page, [program('run-c.perf', 0.3)]);
  await page.getByRole('button', { name: 'Open instead' }).click();
  await isAlone(page, 'run-c.perf');
  await page.goBack();
  await isCompared(page);
  for (const hasRange of [true, false]) {
    await page.goBack();
    await isRangeInUrl(page, hasRange);
  }
  await page.goBack();
  await isAlone(page, 'Pyrograph');
}

/** Waits until the URL has the range of B, or has none. */
async function isRangeInUrl(page: Page, hasRange: boolean): Promise<void> {
  await expect.poll(() => page.url().endsWith('&b=1~0-5')).toBe(hasRange);
  await idle(page);
}

/** Starts with the comparison. After a reload, the dialog shows the sides of its recordings. */
async function reloadComparison(page: Page): Promise<void> {
  const third = shorter(FIRST, 'run-c.perf');
  await chooseInMenu(page, 'Add recordings to A, the baseline…', [third]);
  await expect(samples(page)).toContainText('3,000 → 2,000 samples · 2 → 1 recording');
  await expect.poll(() => hashOf(page)).toContain('a=0,2&b=1');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(heading(page)).toHaveText('run-b.perf → run-a.perf, run-c.perf');
  await expect(page).toHaveTitle('run-b.perf → run-a.perf, run-c.perf · Pyrograph');
  await expect.poll(() => hashOf(page)).toContain('a=1&b=0,2');
  await expect(samples(page)).toContainText('2,000 → 3,000 samples · 1 → 2 recordings');
  const headline = await sentence(page).innerText();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'This link' })).toContainText(
    'compares “run-b.perf” with “run-a.perf” and “run-c.perf”. Open these recordings together to see it.',
  );
  await choose(page, FIRST);
  await expect(heading(page)).toHaveText('run-a.perf');
  await expect(problem(page)).toContainText(
    'The link compares “run-b.perf” with “run-a.perf” and “run-c.perf”: go back, and open these recordings together.',
  );
  await page.goBack();
  await choose(page, [third, FIRST, SECOND]);
  await expect(side(page, 'run-b.perf', 'A')).toBeChecked();
  await expect(side(page, 'run-a.perf', 'B')).toBeChecked();
  await expect(side(page, 'run-c.perf', 'B')).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(samples(page)).toContainText('2,000 → 3,000 samples · 1 → 2 recordings');
  await expect(sentence(page)).toHaveText(headline, { useInnerText: true });
  await expect(problem(page)).toHaveCount(0);
}

async function compareInMenu(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

openedTest('a comparison keeps filters and view', async ({ page }) => {
  await startWith(page, FIRST);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByLabel(/^Start/).fill('5');
  await timeline.getByLabel(/^Start/).press('Enter');
  await page.getByRole('tree').focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'h', 'i');
  const filter = page.getByRole('button', { name: /^Hide: slow/ });
  await expect(filter).toBeVisible();
  await compareInMenu(page, /^The selected time with the time before/);
  // The sample at their common end is in both.
  await expect(samples(page)).toContainText('1,001 → 1,000 samples');
  await expect(filter).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
  await press(page, 'x');
  await expect(filter).toHaveCount(0);
  await expect(samples(page)).toContainText('1,001 → 1,000 samples');
});

test.describe('a link with a recording that cannot be fetched', () => {
  test.use({ expectedErrors: /404/ });

  test('stays in the address bar, so that a reload tries again', async ({ page }) => {
    const link = '#profileURL=examples/web-shop.perf.gz&profileURL=examples/missing.perf&a=0&b=1&basis=share';
    await page.goto(`./${link}`);
    await expect(problem(page)).toContainText('“missing.perf” could not be fetched: 127.0.0.1:');
    await expect(problem(page)).toContainText('reload the page to try again');
    expect(await hashOf(page)).toBe(link);
    const path = join(ROOT, 'public', 'examples', 'etl-job.perf.gz');
    await page.route('**/missing.perf', (route) => route.fulfill({ path }));
    await page.reload();
    await expect(heading(page)).toHaveText('web-shop.perf.gz → missing.perf');
    await expect(page.getByLabel('Compared by')).toHaveValue('share');
    await expect(sentence(page)).toContainText('of all code');
    await expect(sentence(page)).not.toContainText('for the same work');
    await expect.poll(() => hashOf(page)).toBe(link.replace('&a=', '&v=2&a='));
    await expect(problem(page)).toHaveCount(0);
  });
});

openedTest('the two busiest threads can be compared', async ({ page }) => {
  const threads = [10, 300, 400].map((samples, tid) => program('', 0.3, { samples, tid: tid + 1 }));
  await startWith(page, upload('threads.perf', threads.map(({ buffer }) => buffer.toString()).join('')));
  await compareInMenu(page, /^The two busiest threads/);
  await expect(samples(page)).toContainText('400 → 300 samples');
});
