// Files that are damaged, or no recordings: a sentence that says so, and the page goes on.

import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import {
  choose,
  expect,
  fixture,
  focusedBox,
  open,
  problem,
  start,
  test,
  upload,
  type Upload,
} from './page.ts';

const RECORDING = fixture('rules.perf');
const RECORD_ONE = /not a perf recording.*record one with: perf record /;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const UNREADABLE: { what: string; file: Upload; says: RegExp }[] = [
  { what: 'an empty file', file: upload('empty.perf', ''), says: /“empty\.perf” is empty/ },
  { what: 'a picture', file: upload('flame.png', PNG), says: /“flame\.png” is a PNG picture/ },
  {
    what: 'a web page',
    file: upload('page.html', '<!doctype html>\n<html lang="en"><title>a</title></html>\n'),
    says: /“page\.html” is HTML/,
  },
  { what: 'random bytes', file: upload('random.bin', randomBytes(50_000)), says: /is binary data/ },
  { what: 'prose', file: upload('a.txt', 'Once upon a time.\n'.repeat(40)), says: /is text, but/ },
];

for (const { what, file, says } of UNREADABLE) {
  test(`${what} is an alert that says what it is and how to record; a recording opens afterwards`, async ({
    page,
  }) => {
    await start(page);
    await choose(page, file);
    await expect(problem(page)).toContainText(says);
    await expect(problem(page)).toContainText(RECORD_ONE);
    await expectToGoOn(page);
  });
}

test('a damaged perf.data is an alert that says so', async ({ page }) => {
  await start(page);
  const header = Buffer.concat([Buffer.from('PERFILE2'), randomBytes(2000)]);
  await choose(page, upload('perf.data', header));
  await expect(problem(page)).toContainText('header is cut or makes no sense');
  await expectToGoOn(page);
});

test('two recordings together are an alert that names both', async ({ page }) => {
  await start(page);
  await choose(page, [RECORDING, fixture('jit.perf')]);
  await expect(problem(page)).toContainText('rules.perf');
  await expect(problem(page)).toContainText('jit.perf');
  await expect(problem(page)).toContainText('One recording at a time');
  await expectToGoOn(page);
});

test('a text cut in the middle of a line is shown as far as it is whole, with a note', async ({ page }) => {
  await start(page);
  const text = RECORDING.buffer.toString();
  await open(page, upload('cut.perf', text.slice(0, text.length - 300)));
  await expect(notes(page)).toContainText(/cut|end/);
  const { samples } = await focusedBox(page);
  expect(samples).toBeGreaterThan(20);
  expect(samples).toBeLessThan(29);
});

test('a gzip file that is cut is shown up to the damage, with a note', async ({ page }) => {
  await start(page);
  const packed = gzipSync(fixture('events.perf').buffer);
  await open(page, upload('cut.perf.gz', packed.subarray(0, packed.length * 0.8)));
  await expect(notes(page)).toContainText('The file is damaged');
  expect((await focusedBox(page)).samples).toBeGreaterThan(10);
});

test('a gzip file of which nothing can be unpacked is an alert', async ({ page }) => {
  await start(page);
  await choose(page, upload('cut.perf.gz', gzipSync(fixture('events.perf').buffer).subarray(0, 12)));
  await expect(problem(page)).toContainText('“cut.perf.gz” cannot be unpacked');
  await expectToGoOn(page);
});

test('odd lines between the samples are counted in a note, and the samples are all there', async ({
  page,
}) => {
  await start(page);
  const text = RECORDING.buffer.toString().replace(/\n\n/, '\n\nthis is no line of perf\n\n');
  await open(page, upload('odd.perf', text));
  await expect(notes(page)).toContainText(/line \d+/);
  expect((await focusedBox(page)).samples).toBe(29);
});

test('an alert can be dismissed, and a new file takes its place', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('empty.perf');
  await choose(page, upload('other.png', PNG));
  await expect(problem(page)).toContainText('other.png');
  await expect(problem(page)).not.toContainText('empty.perf');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(problem(page)).toHaveCount(0);
});

async function expectToGoOn(page: Page): Promise<void> {
  await open(page, RECORDING);
  await expect(problem(page)).toHaveCount(0);
  expect((await focusedBox(page)).samples).toBe(29);
}

function notes(page: Page) {
  return page.getByRole('region', { name: /note/i });
}

/** The same in every run. */
function randomBytes(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );
}

test('a text that is cut in its first line is shown as a recording without a sample, with a note', async ({
  page,
}) => {
  await start(page);
  await open(page, upload('cut.perf', 'python3   24771  2348.974081:     333444 task-clock:ppp: '));
  await expect(page.getByRole('heading', { name: 'cut.perf' })).toBeVisible();
  await expect(page.getByText(/The recording holds no whole sample/)).toBeVisible();
});
