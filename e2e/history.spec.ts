// The way back of the browser among recordings: opening one is a step, back shows what was there before, and forward the
// recording; and what a link says whose recording is not open.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import {
  choose,
  drop,
  expect,
  fixture,
  focusedBox,
  open,
  picture,
  pictureAfter,
  problem,
  start,
  started,
  test,
  upload,
} from './page.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /This link shows|is still open/ });
const hashOf = (page: Page) => page.evaluate(() => location.hash);
const entriesOf = (page: Page) => page.evaluate(() => history.length);

test('back shows the start screen and forward the recording, as it was and from the same worker', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await pictureAfter(page, () => page.keyboard.press('1'));
  await expect.poll(() => hashOf(page)).toMatch(/^#recording=jit\.perf~\w+&level=raw$/);
  const seen = await picture(page);
  const entries = await entriesOf(page);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  const workers = page.workers();
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  expect(await hashOf(page)).toBe('');
  await expect(notice(page)).toContainText('“jit.perf” is still open');
  await page.goForward();
  await expect(heading(page)).toHaveText('jit.perf');
  await page.goForward();
  await expect(page.getByRole('radio', { name: 'As recorded' })).toBeChecked();
  await idle(page);
  expect(await picture(page)).toBe(seen);
  // It is asked again, and was not opened again.
  await pictureAfter(page, () => page.keyboard.press('5'));
  expect(page.workers().filter((worker) => workers.includes(worker))).toHaveLength(workers.length);
  await expect.poll(() => entriesOf(page)).toBe(entries + 1);
});

test('the start screen leads to the recording behind it by keyboard, and another one takes its place', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.goBack();
  await notice(page).getByRole('button', { name: 'Show it' }).press('Enter');
  await expect(heading(page)).toHaveText('jit.perf');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  // What cannot be opened leaves it there.
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty.perf');
  await expect(notice(page)).toContainText('“jit.perf” is still open');
  await open(page, fixture('rules.perf'));
  await expect(heading(page)).toHaveText('rules.perf');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  await expect(notice(page)).toContainText('“rules.perf” is still open');
});

test('back from another recording opens the one before again, and forward the other', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  const { samples } = await focusedBox(page);
  await pictureAfter(page, () => page.keyboard.press('i'));
  await expect.poll(() => hashOf(page)).toContain('view=icicle');
  await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expect(heading(page)).toHaveText('rules.perf');
  const entries = await entriesOf(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('jit.perf');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
  expect((await focusedBox(page)).samples).toBe(samples);
  await page.goForward();
  await expect(heading(page)).toHaveText('rules.perf');
  await expect.poll(async () => (await focusedBox(page)).samples).toBe(29);
  await page.evaluate(() => history.go(-3));
  await expect(heading(page)).toHaveText('Pyrograph');
  expect(await entriesOf(page)).toBe(entries);
});

test('an example has an address, which survives a reload, and back leaves it', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /^Threads/ }).click());
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect.poll(() => hashOf(page)).toBe('#example=workers&level=python');
  await page.reload();
  await expect(heading(page)).toHaveText('workers.perf.gz');
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  for (const title of ['workers.perf.gz', 'Pyrograph']) {
    await page.goBack();
    await expect(heading(page)).toHaveText(title);
  }
  await page.goForward();
  await expect(heading(page)).toHaveText('workers.perf.gz');
  await page.goto('about:blank');
  await page.goto('./#example=constructor');
  await expect(problem(page)).toContainText('an example that is not here');
});

test('a link without its recording says what it shows and of which; opened, that is what is seen', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.getByRole('tree').focus();
  for (const key of ['5', 'ArrowUp', 'ArrowUp', 'Enter', 'i']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  await expect.poll(() => hashOf(page)).toMatch(/zoomed=[^&]+&zoom=\d+/);
  const { name } = await focusedBox(page);
  const seen = await picture(page);
  const link = page.url();
  await page.reload();
  await expect(heading(page)).toHaveText('Pyrograph');
  await expect(notice(page)).toContainText(
    /^This link shows the icicle graph of “jit\.perf”, at the level “Python only”, zoomed to “[^”]+”\. Open that/,
  );
  await open(page, fixture('jit.perf'));
  await expect.poll(async () => (await focusedBox(page)).name).toBe(name);
  await expect.poll(() => picture(page)).toBe(seen);
  await expect(problem(page)).toHaveCount(0);
  expect(page.url()).toBe(link);
  // Back is the link again, which can be given up.
  await page.goBack();
  await expect(notice(page)).toContainText('This link shows');
  await page.getByRole('button', { name: 'Forget this link' }).press('Enter');
  await expect.poll(() => hashOf(page)).toBe('');
  await expect(notice(page)).not.toContainText('This link shows');
});

test('forward after a reload says what was there', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await expect.poll(() => hashOf(page)).toContain('#recording=rules.perf~');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  await page.reload();
  await started(page);
  await page.goForward();
  await expect(notice(page)).toContainText(
    'This link shows the flame graph of “rules.perf”. Open that recording',
  );
});

test('another recording than the one of the link is said, and no box of the link is taken for one of its', async ({
  page,
}) => {
  await page.goto('./#recording=rules.perf~1abc&level=python&zoom=3&box=3&time=5-6');
  await started(page);
  await open(page, fixture('rules.perf'));
  await expect(problem(page)).toContainText(
    'This link is for another recording named “rules.perf”: only its view, level, filters and search are applied.',
  );
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  expect((await focusedBox(page)).depth).toBe(0);
});
