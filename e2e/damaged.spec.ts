// Opens damaged files and files that are not recordings: the page reports the problem and keeps working. What it says about each kind of
// file is tested in workers/reading/read-recording.test.ts and src/formats/unreadable.test.ts.

import { gzipSync } from 'node:zlib';
import { notes, problem } from './locators.ts';
import { loadingTest as test } from './opened.ts';
import { choose, expect, fixture, focusedBox, open, start, upload } from './page.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('an alert states the problem and how to record; a recording opens afterwards, and a truncated one has a note', async ({
  page,
}) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('“empty.perf” is empty');
  await choose(page, upload('flame.png', PNG));
  await expect(problem(page)).toContainText('“flame.png” is a PNG image');
  await expect(problem(page)).not.toContainText('empty.perf');
  await expect(problem(page)).toContainText(/not a perf recording.*record one with: perf record /);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(problem(page)).toHaveCount(0);
  await choose(page, upload('perf.data', 'PERFILE2 and nothing else'));
  await expect(problem(page)).toContainText('damaged header');
  await open(page, 'rules.perf');
  await expect(problem(page)).toHaveCount(0);
  expect((await focusedBox(page)).samples).toBe(29);

  const packed = gzipSync(fixture('events.perf').buffer);
  await open(page, upload('cut.perf.gz', packed.subarray(0, packed.length * 0.8)));
  await expect(notes(page)).toContainText('The file is damaged');
  expect((await focusedBox(page)).samples).toBeGreaterThan(10);
});
