// Opens damaged files and files that are not recordings: the page reports the problem and keeps working.

import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { notes, problem } from './locators.ts';
import {
  choose,
  expect,
  fixture,
  focusedBox,
  open,
  start,
  startWith,
  test,
  type Upload,
  upload,
} from './page.ts';

const RECORDING = fixture('rules.perf');
const RECORDING_ADVICE = /not a perf recording.*record one with: perf record /;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const UNREADABLE: { name: string; file: Upload; message: RegExp }[] = [
  { name: 'an empty file', file: upload('empty.perf', ''), message: /“empty\.perf” is empty/ },
  { name: 'an image', file: upload('flame.png', PNG), message: /“flame\.png” is a PNG image/ },
  {
    name: 'a web page',
    file: upload('page.html', '<!doctype html>\n<html lang="en"><title>a</title></html>\n'),
    message: /“page\.html” is HTML/,
  },
  { name: 'random bytes', file: upload('random.bin', randomBytes(50_000)), message: /is binary data/ },
  {
    name: 'prose',
    file: upload('a.txt', 'Once upon a time.\n'.repeat(40)),
    message: /is text without samples/,
  },
];

for (const { name, file, message } of UNREADABLE) {
  test(`${name}: an alert states the problem and explains how to record; a recording opens afterwards`, async ({
    page,
  }) => {
    await start(page);
    await choose(page, file);
    await expect(problem(page)).toContainText(message);
    await expect(problem(page)).toContainText(RECORDING_ADVICE);
    await expectToOpenRecording(page);
  });
}

test('a damaged perf.data shows an alert', async ({ page }) => {
  await start(page);
  const header = Buffer.concat([Buffer.from('PERFILE2'), randomBytes(2000)]);
  await choose(page, upload('perf.data', header));
  await expect(problem(page)).toContainText('damaged header');
  await expectToOpenRecording(page);
});

test('text that is truncated in the middle of a line opens up to that line, with a note', async ({
  page,
}) => {
  await start(page);
  const text = RECORDING.buffer.toString();
  await open(page, upload('cut.perf', text.slice(0, text.length - 300)));
  await expect(notes(page)).toContainText(/cut|end/);
  const { samples } = await focusedBox(page);
  expect(samples).toBeGreaterThan(20);
  expect(samples).toBeLessThan(29);
});

test('a truncated gzip file opens up to the truncation, with a note', async ({ page }) => {
  await start(page);
  const packed = gzipSync(fixture('events.perf').buffer);
  await open(page, upload('cut.perf.gz', packed.subarray(0, packed.length * 0.8)));
  await expect(notes(page)).toContainText('The file is damaged');
  expect((await focusedBox(page)).samples).toBeGreaterThan(10);
});

test('a gzip file that cannot be decompressed at all shows an alert', async ({ page }) => {
  await start(page);
  await choose(page, upload('cut.perf.gz', gzipSync(fixture('events.perf').buffer).subarray(0, 12)));
  await expect(problem(page)).toContainText('“cut.perf.gz” could not be decompressed');
  await expectToOpenRecording(page);
});

test('a note reports a skipped line between samples, and no sample is lost', async ({ page }) => {
  await start(page);
  const text = RECORDING.buffer.toString().replace(/\n\n/, '\n\nnot a line of perf script\n\n');
  await open(page, upload('extra-line.perf', text));
  await expect(notes(page)).toContainText(/line \d+/);
  expect((await focusedBox(page)).samples).toBe(29);
});

test('a new alert replaces the previous one and can be dismissed', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty.perf');
  await choose(page, upload('other.png', PNG));
  await expect(problem(page)).toContainText('other.png');
  await expect(problem(page)).not.toContainText('empty.perf');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(problem(page)).toHaveCount(0);
});

async function expectToOpenRecording(page: Page): Promise<void> {
  await open(page, RECORDING);
  await expect(problem(page)).toHaveCount(0);
  expect((await focusedBox(page)).samples).toBe(29);
}

/** Pseudorandom bytes, the same in every run. */
function randomBytes(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );
}

test('text truncated in its first line opens as an empty recording, with a note', async ({ page }) => {
  await startWith(page, upload('cut.perf', 'python3   24771  2348.974081:     333444 task-clock:ppp: '));
  await expect(page.getByRole('heading', { name: 'cut.perf' })).toBeVisible();
  await expect(page.getByText(/The recording contains no complete sample/)).toBeVisible();
});
