// Opens files in many ways: dropped, pasted, very large, or while another file is still opening.

import type { Page, TestInfo } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dragOver, drop, dropFolder } from './drop.ts';
import { expectLevel, crumbs, heading, notes, problem } from './locators.ts';
import { loadingTest as test, startWith, test as openedTest } from './opened.ts';
import {
  choose,
  closeRecording,
  expect,
  fixture,
  fixtureText,
  focusedBox,
  open,
  press,
  repaintAfter,
  start,
  upload,
} from './page.ts';

/** Uncompressed size of a gzip file that is small but takes seconds to read. */
const PLAIN_MEGABYTES = 2000;

openedTest('a recording dropped on another one can be opened instead', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await page.keyboard.press('1');
  await drop(page, [fixture('rules.perf')]);
  await expect(page.getByRole('dialog')).toContainText('“jit.perf” is open. Compare it with “rules.perf”');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page)).toHaveText('jit.perf');
  await drop(page, [fixture('rules.perf')]);
  await repaintAfter(page, () => page.getByRole('button', { name: 'Open instead' }).click());
  await expect(heading(page)).toHaveText('rules.perf');
  await expectLevel(page, 'Python and C');
});

// The browser's decompressor cannot read the second one.
openedTest(
  'a large file that several workers read in chunks, and a gzip file with several members, have all samples',
  async ({ page }, testInfo) => {
    const recording = fixture('jit.perf').buffer;
    const times = Math.ceil((70 << 20) / recording.length);
    const path = testInfo.outputPath('many.perf');
    // The fixture ends with an empty line, so the copies join cleanly.
    writeFileSync(path, Buffer.concat(Array.from({ length: times }, () => recording)));
    await startWith(page, 'jit.perf');
    const { samples } = await focusedBox(page);
    const workers = new Set<string>();
    page.on('worker', (worker) => workers.add(worker.url()));
    await repaintAfter(page, () => page.setInputFiles('input[type=file]', path));
    await expect(heading(page)).toHaveText('many.perf');
    expect((await focusedBox(page)).samples).toBe(samples * times);
    expect([...workers].filter((url) => url.includes('chunk.worker'))).toHaveLength(1);

    const member = gzipSync(Buffer.concat(Array.from({ length: 20 }, () => recording)), { level: 0 });
    await open(page, upload('parts.perf.gz', Buffer.concat([member, gzipSync(recording), member])));
    expect((await focusedBox(page)).samples).toBe(samples * 41);
  },
);

test('pasted text opens; a file dropped anywhere on the page opens, and the graph gets the focus', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await start(page);
  const text = fixtureText('rules.perf');
  await page.evaluate((each) => navigator.clipboard.writeText(each), text);
  await repaintAfter(page, 'Control+V');
  expect((await focusedBox(page)).samples).toBe(29);
  await closeRecording(page);
  await expectStart(page);

  await dragOver(page, true);
  await expect(page.getByText('Drop to open')).toBeVisible();
  await dragOver(page, false);
  await expect(page.getByText('Drop to open')).toBeHidden();
  await repaintAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expect(heading(page)).toHaveText('rules.perf');
  await expect(page.getByRole('tree')).toBeFocused();
  expect((await focusedBox(page)).samples).toBe(29);
  await closeRecording(page);

  // A note names the files that were not needed or unreadable.
  await repaintAfter(page, () =>
    dropFolder(page, [
      fixture('rules.perf'),
      upload('perf-77.map', '7f00 10 py::f:/a.py\n'),
      { name: 'libc.so' },
    ]),
  );
  await expect(heading(page)).toHaveText('app/rules.perf');
  await expect(notes(page)).toContainText('“app/perf-77.map” was not needed');
  await expect(notes(page)).toContainText('The browser could not read “app/libc.so” (permission denied)');
  // Without a readable recording there is an alert.
  await dropFolder(page, [{ name: 'perf.data' }]);
  await expect(problem(page)).toContainText('could not read “app/perf.data”');
  await dropFolder(page, []);
  await expect(problem(page)).toContainText('What you dropped contains no files');
  await expect(heading(page)).toHaveText('app/rules.perf');
});

test.describe('a worker that cannot start', () => {
  test.use({ expectedErrors: /ERR_FAILED|read-ahead\.worker/ });

  test('shows an alert', async ({ page }) => {
    await page.route(/read-ahead\.worker/, (route) => route.abort());
    await start(page);
    await choose(page, upload('large.perf', Buffer.alloc(1 << 17, fixture('rules.perf').buffer)));
    await expect(problem(page)).toHaveText(/could not be started/);
  });
});

test('opening can be canceled: the start screen or the open recording stays, another file can replace the large one, and workers end', async ({
  page,
}, testInfo) => {
  const large = largeFile(testInfo);
  await start(page);
  await test.step('on the start screen', () => cancelOnStartScreen(page, large));
  await open(page, 'jit.perf');
  await test.step('while a recording is open', () => cancelWhileOpen(page, large));
  await test.step('closing a recording', () => closeAfterDrag(page));
  await test.step('by dropping another file', () => dropWhileOpening(page, large));
  // Of three files opened in quick succession, the last one is shown.
  for (const name of ['rules.perf', 'jit.perf', 'events.perf']) await choose(page, fixture(name));
  await expect(heading(page)).toHaveText('events.perf');
  await expect(problem(page)).toHaveCount(0);
});

async function cancelOnStartScreen(page: Page, large: string): Promise<void> {
  await choose(page, large);
  const progress = page.getByRole('progressbar', { name: /large\.perf\.gz/ });
  await expect(progress).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/ of .* samples/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectStart(page);
}

/** Starts and ends with `jit.perf`, which stays unchanged when opening another file fails or is canceled. */
async function cancelWhileOpen(page: Page, large: string): Promise<void> {
  await repaintAfter(page, '1');
  await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
  const before = await focusedBox(page);
  const zoom = crumbs(page);
  const zoomed = await zoom.getByRole('button').allTextContents();
  expect(zoomed.length).toBeGreaterThan(2);
  await expect(page).toHaveURL(/level=raw.*zoom=/);
  const url = page.url();
  const expectUnchanged = async () => {
    await expect(heading(page)).toHaveText('jit.perf');
    expect(await focusedBox(page)).toEqual(before);
    await expect(page).toHaveURL(url);
    expect(await zoom.getByRole('button').allTextContents()).toEqual(zoomed);
    await expectLevel(page, 'As recorded');
  };
  await drop(page, [upload('core.7', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0')]);
  await expect(problem(page)).toContainText('“core.7” is a core dump');
  await expectUnchanged();
  await choose(page, large);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(problem(page)).toHaveCount(0);
  await expectUnchanged();
  // The worker of the open recording still responds.
  await repaintAfter(page, '3');
}

/** Closing a recording ends its workers; dragging a file starts those of the next. */
async function closeAfterDrag(page: Page): Promise<void> {
  const workers = page.workers();
  const started = page.waitForEvent('worker');
  await dragOver(page, true);
  await started;
  await dragOver(page, false);
  await closeRecording(page);
  await expectStart(page);
  await expect.poll(() => page.workers().some((worker) => workers.includes(worker))).toBe(false);
}

/** The dropped file replaces the large one for good. */
async function dropWhileOpening(page: Page, large: string): Promise<void> {
  await choose(page, large);
  await expect(page.getByRole('main')).toContainText('samples');
  const workers = page.workers();
  await drop(page, [fixture('rules.perf')]);
  await expect(heading(page)).toHaveText('rules.perf');
  await expect.poll(async () => (await focusedBox(page)).samples).toBe(29);
  const remaining = () => page.workers().filter((worker) => workers.includes(worker)).length;
  await expect.poll(remaining, { message: 'the workers of the large file end' }).toBe(0);
  await expect(heading(page)).toHaveText('rules.perf');
}

/** Expects the start screen, and no workers except the spare ones for the next recording. */
async function expectStart(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
  const remaining = () => page.workers().filter((worker) => worker.url().includes('session.worker')).length;
  await expect.poll(remaining, { message: 'only the spare workers remain' }).toBeLessThan(2);
  await expect(problem(page)).toHaveCount(0);
}

function largeFile(testInfo: TestInfo): string {
  const { buffer } = fixture('rules.perf');
  const member = gzipSync(
    Buffer.concat(Array.from({ length: Math.ceil(1e7 / buffer.length) }, () => buffer)),
  );
  const path = testInfo.outputPath('large.perf.gz');
  writeFileSync(path, Buffer.concat(Array.from({ length: PLAIN_MEGABYTES / 10 }, () => member)));
  return path;
}
