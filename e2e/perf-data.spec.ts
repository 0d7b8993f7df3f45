// perf.data itself, with the files that name its code: dropped together, or later.

import type { Page } from '@playwright/test';
import { bytesAt, fileAt, filesIn, HAS_PROFILES, plainAt, WITHOUT } from '../fixtures/profiles.ts';
import { compareOnTheWay, goldenText, treeOfFolded } from './golden.ts';
import { choose, expect, open, pictureAfter, problem, start, test, upload, type Upload } from './page.ts';

test.skip(!HAS_PROFILES, WITHOUT);

function companions(folder: string, names: RegExp): Upload[] {
  return filesIn(folder)
    .filter((file) => names.test(file))
    .map((file) => upload(file, bytesAt(folder, file)));
}

const unnamed = (page: Page) => page.getByRole('region', { name: /note/i }).getByText('have no names');

test('without the files that name its code it opens, and says which they are', async ({ page }) => {
  await start(page);
  await open(page, upload('perf.data', plainAt('fp-script', 'perf.data.gz')));
  await expect(unnamed(page)).toContainText('/opt/python3.13-fp/bin/python3.13');
  await expect(unnamed(page)).toContainText('/tmp/perf-24647.map');
  await expect(unnamed(page)).toContainText('tar czhf symbols.tar.gz');
});

test('the files that name its code can be dropped together with it, or later', async ({ page }) => {
  const names = companions('fp-script', /^perf-\d+\.map$|^symbols/);
  await start(page);
  await open(page, upload('perf.data', plainAt('fp-script', 'perf.data.gz')));
  await pictureAfter(page, () => choose(page, names));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('perf.data');
  // Only the kernel is still without names.
  await expect(unnamed(page)).not.toContainText('/opt/python3.13-fp');
  await expect(unnamed(page)).toContainText('/proc/kallsyms');
});

test('the files that name its code can be dropped before it', async ({ page }) => {
  await start(page);
  await choose(page, companions('fp-script', /^perf-\d+\.map$|^symbols/));
  await expect(problem(page)).toContainText('What was given is kept: now drop that perf.data.');
  await open(page, upload('perf.data', plainAt('fp-script', 'perf.data.gz')));
  await expect(problem(page)).toHaveCount(0);
  await expect(unnamed(page)).not.toContainText('/opt/python3.13-fp');
});

for (const { folder, recording, period } of [
  { folder: 'fp-workers', recording: 'perf.data.gz', period: 200_040 },
  { folder: 'jit-workers', recording: 'perf.jit.data.gz', period: 1_001_001 },
]) {
  test(`${folder}: with its files, boxes are those of the golden`, async ({ page }) => {
    await start(page);
    const set = [
      upload(recording, bytesAt(folder, recording)),
      ...companions(folder, /^perf-\d+\.map$|^symbols|^jitted/),
      upload('kallsyms.gz', fileAt('kallsyms.gz')),
      upload('vdso.so', fileAt('vdso.so')),
    ];
    await pictureAfter(page, () => choose(page, set));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(recording);
    await expect(page.getByRole('region', { name: /note/i })).toHaveCount(0);
    const golden = treeOfFolded(goldenText(folder, 'python-c'));
    expect(await compareOnTheWay(page, golden, period, 0)).toBeGreaterThan(10);
  });
}

test('a folder can be dropped, with everything in it', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () =>
    dropFolder(page, [
      upload('perf.data', plainAt('fp-script', 'perf.data.gz')),
      ...companions('fp-script', /^perf-\d+\.map$|^symbols/),
      upload('notes.txt', 'nothing of interest'),
    ]),
  );
  await expect(page.getByRole('heading', { level: 1 })).toContainText('perf.data');
  await expect(unnamed(page)).not.toContainText('perf-24647.map');
});

/** No browser lets a script make a folder: the drop has entries that behave as those of one. */
async function dropFolder(page: Page, files: readonly Upload[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: [...buffer].join(',') }));
  await page.evaluate((list) => {
    const entries = list.map(({ name, bytes }) => {
      const file = new File([new Uint8Array(bytes.split(',').map(Number))], name);
      return {
        isFile: true,
        fullPath: `/set/${name}`,
        file: (resolve: (file: File) => void) => resolve(file),
      };
    });
    const parts = [entries, []];
    const readEntries = (resolve: (entries: unknown) => void) => resolve(parts.shift());
    const folder = { isDirectory: true, createReader: () => ({ readEntries }) };
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', {
      value: { files: [], items: [{ webkitGetAsEntry: () => folder }], types: ['Files'] },
    });
    document.body.dispatchEvent(event);
  }, contents);
}
