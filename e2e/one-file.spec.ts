// Tests that the one-file page, opened from disk without a network, shows the same pictures as the site.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { heading, problem, searchResult } from './locators.ts';
import { saveFile } from './menus.ts';
import { startWith } from './opened.ts';
import {
  choose,
  closeRecording,
  expect,
  focusedBox,
  open,
  paintCount,
  picture,
  press,
  repaintAfter,
  ROOT,
  setHash,
  test,
  upload,
} from './page.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-one-file-'));
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** A recording of a thread pool and a process pool, with timestamps. */
const RECORDING = join(ROOT, 'fixtures', 'recordings', 'workers.perf.gz');

test('a page exported by the CLI shows the same pictures as the site', async ({ page }) => {
  const path = exportPage(RECORDING, 'workers.html', '--level', 'python-leaf-c');
  await startWith(page, upload('workers.perf.gz', readFileSync(RECORDING)));
  await repaintAfter(page, '4');
  const graph = await picture(page);
  await repaintAfter(page, 't');
  const timeOrder = await picture(page);

  const requests = await openFromDisk(page, path);
  expect(await picture(page)).toBe(graph);
  await repaintAfter(page, 't');
  expect(await picture(page)).toBe(timeOrder);
  // The URL records the view, and a reload restores it.
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=2&view=time&level=python-leaf-c');
  await page.reload();
  await expect.poll(() => picture(page).catch(() => 0)).toBe(timeOrder);
  expect(requests()).toEqual([]);
});

test.describe('in Chromium', () => {
  // Playwright receives no download events from Firefox. The test above covers everything that differs in Firefox.
  test.skip(({ browserName }) => browserName !== 'chromium', 'the same code runs in Firefox');

  test('a page saved by the site opens in the same view and can be searched', async ({ page }) => {
    await startWith(page, upload('workers.perf.gz', readFileSync(RECORDING)));
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp');
    await repaintAfter(page, 'h');
    await press(page, 'ArrowUp', 'Enter', 'ArrowUp');
    const graph = await picture(page);
    const { name, content } = await saveFile(page, /Self-contained page/);
    expect(name).toBe('workers.html');
    await expect(page.getByText(/^Saved workers\.html, [\d.]+ [kM]B$/)).toBeVisible();

    const path = join(FOLDER, name);
    writeFileSync(path, content);
    const requests = await openFromDisk(page, path);
    expect(await picture(page)).toBe(graph);
    await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Hide');
    // The search has its own worker.
    await repaintAfter(page, '1');
    await page.getByRole('searchbox').fill('_PyEval_EvalFrameDefault');
    await expect(searchResult(page)).toContainText('1 function');
    expect(requests()).toEqual([]);
  });

  test('a page with a comparison contains both recordings', async ({ page }) => {
    const bytes = readFileSync(RECORDING);
    await startWith(page, upload('before.perf.gz', bytes));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: /^With another recording/ }).click();
    await (await chooser).setFiles([upload('after.perf.gz', bytes)]);
    await page.getByLabel('Compared by').selectOption('cpu');
    const comparison = page.getByRole('region', { name: 'Comparison' }).first();
    await expect(comparison.getByRole('status')).toContainText('No certain difference');
    const { name, content } = await saveFile(page, /Self-contained page/);
    expect(name).toBe('before → after.html');

    const path = join(FOLDER, 'compared.html');
    writeFileSync(path, content);
    const requests = await openFromDisk(page, path);
    await expect(heading(page)).toHaveText('before.perf.gz → after.perf.gz');
    await expect(comparison.getByRole('status')).toContainText('No certain difference');
    await expect(page.getByLabel('Compared by')).toHaveValue('cpu');
    expect(requests()).toEqual([]);
  });

  test('hostile names are shown as text; the page opens other files, but has no zstd decompressor and cannot download files', async ({
    page,
  }) => {
    const name = `"><img src=x onerror=alert(1)><script>alert(2)<!-- &amp;.json`;
    const hostile = [
      `</script><script>alert(3)</script>`,
      ']]>',
      '<!--',
      '&lt;b&gt; "\'',
      '\u0000\u0001\ud800',
    ];
    const path = join(FOLDER, name);
    writeFileSync(path, speedscopeOf(hostile));
    await openFromDisk(page, exportPage(path, 'hostile.html'));
    await expect(heading(page)).toHaveText(name);
    const elements = await page.evaluate(() => [
      document.scripts.length,
      document.querySelectorAll('img, iframe, object, b').length,
    ]);
    // The three scripts are the recording, the page's code and the licenses.
    expect(elements).toEqual([3, 0]);
    // The overview lists the hottest functions.
    const panel = page.getByRole('complementary', { name: 'Selection and recording' });
    for (const each of hostile.slice(0, 4)) await expect(panel).toContainText(each);

    await open(page, 'rules.perf');
    await expect(heading(page)).toHaveText('rules.perf');
    await choose(page, upload('rules.zst', Buffer.from('28b52ffd0458090000616263', 'hex')));
    await expect(problem(page)).toContainText('does not include zstd');
    await setHash(page, '#profileURL=https://profiles.example/a.perf');
    await expect(problem(page)).toContainText('a one-file page cannot fetch anything');
    await closeRecording(page);
    await repaintAfter(page, () => page.getByRole('button', { name }).click());
    expect((await focusedBox(page)).samples).toBe(hostile.length);
  });
});

/** Exports a page with the CLI and returns its path. */
function exportPage(recording: string, name: string, ...options: string[]): string {
  const path = join(FOLDER, name);
  const program = join(ROOT, 'dist-cli', 'pyrograph.js');
  execFileSync(process.execPath, [program, 'export', '--to', 'html', '-o', path, ...options, recording]);
  return path;
}

/** Opens the page and waits until it is painted. The returned function lists its requests, except for the page itself. */
async function openFromDisk(page: Page, path: string): Promise<() => string[]> {
  const requests: string[] = [];
  const url = pathToFileURL(path).href;
  // Aborts requests of the previous page.
  await page.goto('about:blank');
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url())) requests.push(request.url());
  });
  await page.context().setOffline(true);
  await page.goto(url);
  await expect.poll(() => paintCount(page), { intervals: [20] }).toBeGreaterThan(0);
  return () => requests.filter((each) => each !== url && !each.startsWith(`${url}#`));
}

function speedscopeOf(names: readonly string[]): string {
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: names.map((name) => ({ name })) },
    profiles: [
      {
        type: 'sampled',
        name: '</script>',
        unit: 'none',
        startValue: 0,
        endValue: 1,
        samples: names.map((_, i) => [i]),
        weights: names.map(() => 1),
      },
    ],
  });
}
