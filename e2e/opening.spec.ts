// Files from everywhere: dropped, pasted, large, one after the other before the first is done.

import type { Page, TestInfo } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  choose,
  drop,
  expect,
  fixture,
  focusedBox,
  open,
  pictureAfter,
  problem,
  start,
  test,
  upload,
} from './page.ts';

/** Parts of gzip one after the other are one file: a small one that takes seconds to read. */
const PLAIN_MEGABYTES = 2000;

test('a file dropped anywhere on the page is opened', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
  expect((await focusedBox(page)).samples).toBe(29);
});

test('while a file is dragged over the page it says so', async ({ page }) => {
  await start(page);
  await dragOver(page, true);
  await expect(page.getByText('Drop to open')).toBeVisible();
  await dragOver(page, false);
  await expect(page.getByText('Drop to open')).toBeHidden();
});

test('two recordings dropped together are an alert that names both', async ({ page }) => {
  await start(page);
  await drop(page, [fixture('rules.perf'), fixture('jit.perf')]);
  await expect(problem(page)).toContainText('“rules.perf” and “jit.perf” are each one');
});

test('a file that is dropped with a recording and not needed is left aside with a note', async ({ page }) => {
  await start(page);
  const map = { ...fixture('rules.perf'), name: 'perf-77.map', buffer: Buffer.from('7f00 10 py::f:/a.py\n') };
  await pictureAfter(page, () => drop(page, [map, fixture('rules.perf')]));
  await expect(page.getByRole('region', { name: /note/i })).toContainText('“perf-77.map” was not needed');
});

test('what of a dropped folder cannot be read is named, and the rest is opened', async ({ page }) => {
  await start(page);
  const text = fixture('rules.perf').buffer.toString();
  await pictureAfter(page, () => dropFolder(page, { 'rules.perf': text, 'libc.so': undefined }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('app/rules.perf');
  const notes = page.getByRole('region', { name: /note/i });
  await expect(notes).toContainText('The browser could not read “app/libc.so” (permission denied)');
  // Nor does what is left without a recording fail in silence.
  await dropFolder(page, { 'perf.data': undefined });
  await expect(problem(page)).toContainText('could not read “app/perf.data”');
  await dropFolder(page, {});
  await expect(problem(page)).toContainText('What you dropped holds no file');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('app/rules.perf');
});

test('pasted text is opened', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await start(page);
  const text = fixture('rules.perf').buffer.toString();
  await page.evaluate((each) => navigator.clipboard.writeText(each), text);
  await pictureAfter(page, () => page.keyboard.press('Control+V'));
  expect((await focusedBox(page)).samples).toBe(29);
});

test('another file takes the place of the one that is open', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await page.keyboard.press('1');
  await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
});

test('what is open stays as it was when nothing takes its place', async ({ page }, testInfo) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await pictureAfter(page, () => page.keyboard.press('1'));
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  const before = await focusedBox(page);
  const zoom = page.getByRole('navigation', { name: 'Zoom' });
  const zoomed = await zoom.getByRole('button').allTextContents();
  expect(zoomed.length).toBeGreaterThan(2);
  await expect(page).toHaveURL(/level=raw.*zoom=/);
  const url = page.url();
  const expectAsBefore = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('jit.perf');
    expect(await focusedBox(page)).toEqual(before);
    await expect(page).toHaveURL(url);
    expect(await zoom.getByRole('button').allTextContents()).toEqual(zoomed);
    await expect(page.getByRole('radio', { name: 'As recorded' })).toBeChecked();
  };
  await drop(page, [upload('core.7', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0')]);
  await expect(problem(page)).toContainText('“core.7” is a core dump');
  await expectAsBefore();
  await choose(page, largeFile(testInfo));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(problem(page)).toHaveCount(0);
  await expectAsBefore();
  // It is asked again.
  await pictureAfter(page, () => page.keyboard.press('3'));
});

test('an opened recording has the focus in its graph: the arrows work at once', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => drop(page, [fixture('rules.perf')]));
  await expect(page.getByRole('tree')).toBeFocused();
});

test('a large file is read in chunks by several workers, and is the same recording', async ({
  page,
}, testInfo) => {
  const recording = fixture('jit.perf').buffer;
  const times = Math.ceil((100 << 20) / recording.length);
  const path = testInfo.outputPath('hundred.perf');
  // The last sample of the fixture has its empty line, so the copies are whole.
  writeFileSync(path, Buffer.concat(Array.from({ length: times }, () => recording)));
  await start(page);
  await open(page, fixture('jit.perf'));
  const { samples } = await focusedBox(page);
  const workers = new Set<string>();
  page.on('worker', (worker) => workers.add(worker.url()));
  await pictureAfter(page, () => page.setInputFiles('input[type=file]', path));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('hundred.perf');
  expect((await focusedBox(page)).samples).toBe(samples * times);
  expect([...workers].filter((url) => url.includes('chunk.worker'))).toHaveLength(1);
});

test('gzip in several parts is opened whole, which the browser by itself cannot', async ({ page }) => {
  const { buffer } = fixture('jit.perf');
  await start(page);
  await open(page, fixture('jit.perf'));
  const { samples } = await focusedBox(page);
  const part = gzipSync(Buffer.concat(Array.from({ length: 20 }, () => buffer)), { level: 0 });
  await open(page, upload('parts.perf.gz', Buffer.concat([part, gzipSync(buffer), part])));
  expect((await focusedBox(page)).samples).toBe(samples * 41);
});

test.describe('a worker that cannot be started', () => {
  test.use({ mayGoWrong: /ERR_FAILED|ahead\.worker/ });

  test('is said', async ({ page }) => {
    await page.route(/ahead\.worker/, (route) => route.abort());
    await start(page);
    await choose(page, upload('large.perf', Buffer.alloc(1 << 17, fixture('rules.perf').buffer)));
    await expect(problem(page)).toHaveText(/could not be started/);
  });
});

test('closing the recording ends its workers and shows the start screen', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await expect.poll(() => page.workers().length, { message: 'more are started' }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expectStart(page);
});

test('cancelling a large file while it is read ends the workers and shows the start screen', async ({
  page,
}, testInfo) => {
  await start(page);
  await choose(page, largeFile(testInfo));
  const progress = page.getByRole('progressbar', { name: /large\.perf\.gz/ });
  await expect(progress).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/ of .* samples/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectStart(page);
  await open(page, fixture('rules.perf'));
  expect((await focusedBox(page)).samples).toBe(29);
});

test('a file dropped while a large one is opened wins, and the large one never comes back', async ({
  page,
}, testInfo) => {
  await start(page);
  await choose(page, largeFile(testInfo));
  await expect(page.getByRole('main')).toContainText('samples');
  const workers = page.workers();
  await drop(page, [fixture('rules.perf')]);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('rules.perf');
  await expect.poll(async () => (await focusedBox(page)).samples).toBe(29);
  const left = () => page.workers().filter((worker) => workers.includes(worker)).length;
  await expect.poll(left, { message: 'the workers of the first are gone' }).toBe(0);
  await expect(heading).toHaveText('rules.perf');
});

test('of three files dropped at once, one after the other, the last one is shown', async ({ page }) => {
  await start(page);
  for (const name of ['jit.perf', 'events.perf', 'rules.perf']) await drop(page, [fixture(name)]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
  await expect(problem(page)).toHaveCount(0);
});

/** And no worker is left but one that was started for the next recording. */
async function expectStart(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
  // The one that was started for the next recording, and the one that reads ahead for it.
  const left = () => page.workers().filter((worker) => !worker.url().includes('ahead.worker')).length;
  await expect.poll(left, { message: 'no worker is left' }).toBeLessThan(2);
  await expect(problem(page)).toHaveCount(0);
}

/** Lets go of a folder `app` of these files; no script can drop a real one. Those without text cannot be read. */
async function dropFolder(page: Page, files: Readonly<Record<string, string | undefined>>): Promise<void> {
  await page.evaluate((named) => {
    const children = Object.entries(named).map(([name, text]) => ({
      isFile: true,
      fullPath: `/app/${name}`,
      file: (take: (file: File) => void, fail: (error: Error) => void) =>
        text === undefined ? fail(new Error('permission denied')) : take(new File([text], name)),
    }));
    const readEntries = (take: (entries: readonly unknown[]) => void) => take(children.splice(0));
    const folder = { isDirectory: true, fullPath: '/app', createReader: () => ({ readEntries }) };
    const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { items, files: [] } });
    document.body.dispatchEvent(event);
  }, files);
}

async function dragOver(page: Page, isOver: boolean): Promise<void> {
  await page.evaluate(
    (type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a'));
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer }));
    },
    isOver ? 'dragenter' : 'dragleave',
  );
}

function largeFile(testInfo: TestInfo): string {
  const { buffer } = fixture('rules.perf');
  const part = gzipSync(Buffer.concat(Array.from({ length: Math.ceil(1e7 / buffer.length) }, () => buffer)));
  const path = testInfo.outputPath('large.perf.gz');
  writeFileSync(path, Buffer.concat(Array.from({ length: PLAIN_MEGABYTES / 10 }, () => part)));
  return path;
}
