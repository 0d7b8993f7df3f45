// A page with the recording in it, opened from a disk without a network: it shows what the site shows.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  fixture,
  focusedBox,
  open,
  picture,
  pictureAfter,
  problem,
  start,
  test,
  upload,
} from './page.ts';
import { saved } from './saved.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-one-file-'));
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** A thread pool and a process pool, with times. */
const RECORDING = join(ROOT, 'public', 'examples', 'workers.perf.gz');

test('the page that the terminal wrote shows what the site shows', async ({ page }) => {
  const path = exported(RECORDING, 'workers.html', '--level', 'python-leaf-c');
  await start(page);
  await open(page, RECORDING);
  await pictureAfter(page, () => page.keyboard.press('4'));
  const graph = await picture(page);
  await pictureAfter(page, () => page.keyboard.press('t'));
  const timeOrder = await picture(page);

  const asked = await openFromDisk(page, path);
  expect(await picture(page)).toBe(graph);
  await pictureAfter(page, () => page.keyboard.press('t'));
  expect(await picture(page)).toBe(timeOrder);
  // The address follows, and a reload leads back.
  await expect.poll(() => new URL(page.url()).hash).toBe('#view=time&level=python-leaf-c');
  await page.reload();
  await expect.poll(() => picture(page).catch(() => 0)).toBe(timeOrder);
  expect(asked()).toEqual([]);
});

test.describe('in Chromium', () => {
  // Firefox tells nobody of a download, and what differs in it is seen above.
  test.skip(({ browserName }) => browserName !== 'chromium', 'the same code runs in Firefox');

  test('what the page saved opens with the same look at it, and can be searched', async ({ page }) => {
    await start(page);
    await open(page, RECORDING);
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await pictureAfter(page, () => page.keyboard.press('h'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    const graph = await picture(page);
    const { name, content } = await saved(page, /Page with the recording/);
    expect(name).toBe('workers.html');
    await expect(page.getByText(/^Saved workers\.html, 1(?:\.\d+)? MB$/)).toBeVisible();

    const path = join(FOLDER, name);
    writeFileSync(path, content);
    const asked = await openFromDisk(page, path);
    expect(await picture(page)).toBe(graph);
    await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Hide');
    // Its other levels are there, and so is the search, which has a worker of its own.
    await pictureAfter(page, () => page.keyboard.press('1'));
    await page.getByRole('searchbox').fill('_PyEval_EvalFrameDefault');
    await expect(page.getByRole('status', { name: 'Search result' })).toContainText('1 function');
    expect(asked()).toEqual([]);
  });

  test('another file can be opened there, unless it needs what the page does not hold', async ({ page }) => {
    await openFromDisk(page, exported(RECORDING, 'start.html'));
    await open(page, fixture('rules.perf'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
    await choose(page, upload('rules.zst', Buffer.from('28b52ffd0458090000616263', 'hex')));
    await expect(problem(page)).toContainText('has no code for zstd');
    await page.evaluate(() => (location.hash = '#profileURL=https://profiles.example/a.perf'));
    await expect(problem(page)).toContainText('this page is one file, and fetches nothing');
    await page.getByRole('button', { name: 'Close the recording' }).click();
    await pictureAfter(page, () => page.getByRole('button', { name: /workers\.perf/ }).click());
    expect((await focusedBox(page)).samples).toBeGreaterThan(2000);
  });

  test('hostile names are text', async ({ page }) => {
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
    await openFromDisk(page, exported(path, 'hostile.html'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const elements = await page.evaluate(() => [
      document.scripts.length,
      document.querySelectorAll('img, iframe, object, b').length,
    ]);
    // The recording, the page's own, the licences.
    expect(elements).toEqual([3, 0]);
    const details = page.getByRole('region', { name: 'Details' });
    for (const each of hostile.slice(0, 4)) await expect(details).toContainText(each);
  });
});

/** The path of the page that the terminal writes. */
function exported(recording: string, name: string, ...options: string[]): string {
  const path = join(FOLDER, name);
  const terminal = join(ROOT, 'dist-cli', 'pyrograph.js');
  execFileSync(process.execPath, [terminal, 'export', '--to', 'html', '-o', path, ...options, recording]);
  return path;
}

/** Opens it when it has its picture, and says what the page asks of anything but itself from then on. */
async function openFromDisk(page: Page, path: string): Promise<() => string[]> {
  const asked: string[] = [];
  const url = pathToFileURL(path).href;
  // What the page before it still asked for is none of its requests.
  await page.goto('about:blank');
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url())) asked.push(request.url());
  });
  await page.context().setOffline(true);
  await page.goto(url);
  const pictures = () => page.evaluate(() => performance.getEntriesByName('pyrograph:picture').length);
  await expect.poll(pictures, { intervals: [20] }).toBe(1);
  return () => asked.filter((each) => each !== url && !each.startsWith(`${url}#`));
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
