// Tests back and forward between recordings, and links whose recording is not open. One page walks through all of it.

import type { Page } from '@playwright/test';
import { idle } from './idle.ts';
import { expectLevel, heading, problem } from './locators.ts';
import {
  choose,
  closeRecording,
  expect,
  focusedBox,
  hashOf,
  open,
  openExample,
  picture,
  repaintAfter,
  setHash,
  start,
  test,
  upload,
} from './page.ts';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /This link shows|is still open/ });
const entriesOf = (page: Page) => page.evaluate(() => history.length);

test('back and forward switch between recordings that are open, and links ask for those that are not', async ({
  page,
}) => {
  await start(page);
  await test.step('back shows the start screen; forward shows the recording unchanged', () =>
    goBackToStart(page));
  await test.step('back and forward switch between two recordings', () => switchBetweenTwo(page));
  await test.step('the start screen offers the recording that is still open', () => offerOpenOne(page));
  await test.step('a link describes its view until its recording is opened, then shows the view', () =>
    openForLink(page));
  await test.step('another recording for a link shows a notice and ignores the boxes in the link', () =>
    openOtherForLink(page));
  await test.step('an example has a URL and survives a reload; back closes it', () => reloadExample(page));
});

/** Starts on the start screen, ends with `jit.perf`. */
async function goBackToStart(page: Page): Promise<void> {
  await open(page, 'jit.perf');
  await repaintAfter(page, '1');
  await expect.poll(() => hashOf(page)).toMatch(/^#v=2&recording=jit\.perf~\w+&level=raw$/);
  const before = await picture(page);
  const entries = await entriesOf(page);
  await page.goBack();
  await expectLevel(page, 'Python and C');
  const workers = page.workers();
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  expect(await hashOf(page)).toBe('');
  await expect(notice(page)).toContainText('“jit.perf” is still open');
  await page.goForward();
  await expect(heading(page)).toHaveText('jit.perf');
  await page.goForward();
  await expectLevel(page, 'As recorded');
  await idle(page);
  expect(await picture(page)).toBe(before);
  // The recording was not opened again.
  await repaintAfter(page, '5');
  expect(page.workers().filter((worker) => workers.includes(worker))).toHaveLength(workers.length);
  await expect.poll(() => entriesOf(page)).toBe(entries + 1);
}

/** Starts with `jit.perf`, ends on the start screen while `rules.perf` is open. */
async function switchBetweenTwo(page: Page): Promise<void> {
  const { samples } = await focusedBox(page);
  await repaintAfter(page, 'i');
  await expect.poll(() => hashOf(page)).toContain('view=icicle');
  await open(page, 'rules.perf');
  await expect(heading(page)).toHaveText('rules.perf');
  const entries = await entriesOf(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('jit.perf');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
  expect((await focusedBox(page)).samples).toBe(samples);
  await page.goForward();
  await expect(heading(page)).toHaveText('rules.perf');
  await expect.poll(async () => (await focusedBox(page)).samples).toBe(29);
  // Each step of `jit.perf` has an entry.
  await page.evaluate(() => history.go(-5));
  await expect(heading(page)).toHaveText('Pyrograph');
  expect(await entriesOf(page)).toBe(entries);
}

async function offerOpenOne(page: Page): Promise<void> {
  await expect(notice(page)).toContainText('“rules.perf” is still open');
  await notice(page).getByRole('button', { name: 'Show it' }).press('Enter');
  await expect(heading(page)).toHaveText('rules.perf');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  // A file that fails to open does not replace the recording.
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty.perf');
  await expect(notice(page)).toContainText('“rules.perf” is still open');
  await open(page, 'jit.perf');
  await expect(heading(page)).toHaveText('jit.perf');
  await page.goBack();
  await expect(heading(page)).toHaveText('Pyrograph');
  await expect(notice(page)).toContainText('“jit.perf” is still open');
  await page.goForward();
  await expect(heading(page)).toHaveText('jit.perf');
}

/** Starts with `jit.perf`, ends on the start screen. */
async function openForLink(page: Page): Promise<void> {
  await page.getByRole('tree').focus();
  for (const key of ['f', '5', 'ArrowUp', 'ArrowUp', 'Enter', 'i']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  await expect.poll(() => hashOf(page)).toMatch(/zoomed=[^&]+&zoom=\w+\.\w+/);
  const { name } = await focusedBox(page);
  const before = await picture(page);
  const link = page.url();
  await page.reload();
  await expect(heading(page)).toHaveText('Pyrograph');
  await expect(notice(page)).toContainText(
    /^This link shows the icicle graph of “jit\.perf”, at the level “Python only”, zoomed to “[^”]+”\. Open that/,
  );
  await page.goBack();
  await expect(notice(page)).toContainText(
    /^This link shows the flame graph of “jit\.perf”.* Open that recording/,
  );
  await page.goForward();
  await expect(notice(page)).toContainText('This link shows the icicle graph');
  await open(page, 'jit.perf');
  await expect.poll(async () => (await focusedBox(page)).name).toBe(name);
  await expect.poll(() => picture(page)).toBe(before);
  await expect(problem(page)).toHaveCount(0);
  expect(page.url()).toBe(link);
  // Back shows the link again, which can be dismissed.
  await page.goBack();
  await expect(notice(page)).toContainText('This link shows');
  await page.getByRole('button', { name: 'Forget this link' }).press('Enter');
  await expect.poll(() => hashOf(page)).toBe('');
  await expect(notice(page)).not.toContainText('This link shows');
}

/** Starts on the start screen, ends with `rules.perf`. */
async function openOtherForLink(page: Page): Promise<void> {
  await setHash(page, '#recording=rules.perf~1abc&level=python&zoom=3.3&node=3.3&time=5-6');
  await expect(notice(page)).toContainText('This link shows');
  await open(page, 'rules.perf');
  await expect(problem(page)).toContainText(
    'This link is for another recording named “rules.perf”: only its view, level, filters and search are applied.',
  );
  await expectLevel(page, 'Python only');
  expect((await focusedBox(page)).depth).toBe(0);
}

async function reloadExample(page: Page): Promise<void> {
  for (const next of ['jit.perf', 'Pyrograph']) {
    await closeRecording(page);
    await expect(heading(page)).toHaveText(next);
  }
  await openExample(page, 'web-shop');
  await repaintAfter(page, '5');
  await expect.poll(() => hashOf(page)).toBe('#example=web-shop&v=2&level=python');
  await page.reload();
  await expect(heading(page)).toHaveText('web-shop.perf.gz');
  await expectLevel(page, 'Python only');
  for (const title of ['web-shop.perf.gz', 'Pyrograph']) {
    await page.goBack();
    await expect(heading(page)).toHaveText(title);
  }
  await page.goForward();
  await expect(heading(page)).toHaveText('web-shop.perf.gz');
  await setHash(page, '#example=constructor');
  await expect(problem(page)).toContainText('an unknown example');
}
