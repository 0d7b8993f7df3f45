// Tests offline use: after one visit, the page loads without a network and updates to new versions. Only the site's own files are
// cached.

import type { Page } from '@playwright/test';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listFiles } from '../scripts/offline.ts';
import { serveSite } from '../scripts/static-server.mjs';
import { problem } from './locators.ts';
import { expect, fixture, focusedBox, open, openExample, start, test as base, upload } from './page.ts';

interface Site {
  readonly folder: string;
  readonly url: string;
  readonly up: () => Promise<void>;
  readonly down: () => Promise<void>;
}

const DIST = join(import.meta.dirname, '..', 'dist');
const NEW = '-new';

/** Each test has a separate site, on a server that can be stopped and restarted. */
const test = base.extend<{ path: string; site: Site }>({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_CONNECTION_REFUSED/,
  path: ['/any/folder/', { option: true }],
  site: async ({ path }, run, testInfo) => {
    const folder = testInfo.outputPath('site');
    cpSync(DIST, folder, { recursive: true });
    let server = await serveSite(folder, path);
    const { url, port } = server;
    const up = async () => {
      server = await serveSite(folder, path, { port });
    };
    await run({ folder, url, up, down: () => server.stop() });
    await server.stop();
  },
  baseURL: async ({ site }, run) => run(site.url),
});

test('after one visit the page works without a network, and updates to a new version', async ({
  page,
  context,
  site,
}) => {
  await start(page);
  await expect(page.getByText('works offline')).toBeVisible();
  await openExample(page, 'web-shop');
  expect(await cachedPaths(page)).toEqual(pathsOf(site));

  await site.down();
  await start(page);
  await page.getByRole('button', { name: /web shop/ }).click();
  await expect(problem(page)).toContainText('cannot be reached, so try again later');
  await expectToOpenGzip(page);

  // The server no longer has any script of the open page.
  const old = pathsOf(site);
  publishNewVersion(site.folder);
  await site.up();
  await expect.poll(() => isNewVersionCached(page), { intervals: [50] }).toBe(true);
  expect(await cachedPaths(page)).toEqual([...old, ...pathsOf(site)].sort());
  await expectToOpenGzip(page);
  expect((await scriptsIn(page)).filter((url) => url.includes(NEW))).toEqual([]);

  await start(page);
  expect((await scriptsIn(page)).filter((url) => !url.includes(NEW))).toEqual([]);
  await expectToOpenGzip(page);

  // The old service worker is still active and serves the new page.
  await site.down();
  await start(page);
  expect((await scriptsIn(page)).filter((url) => !url.includes(NEW))).toEqual([]);
  await expectToOpenGzip(page);

  // After the last page is closed, the old version is removed.
  const next = await context.newPage();
  await page.close();
  let pause = 50;
  await expect(async () => {
    // A new page still uses the old version until the browser has noticed that the last page was closed. A page that opens
    // before that keeps the old version, so the browser gets more time at each attempt.
    await next.goto('about:blank');
    pause *= 2;
    await next.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), pause);
    await start(next);
    expect(await cachedPaths(next)).toEqual(pathsOf(site));
  }).toPass({ timeout: 30_000 });
  await expect(next.getByText('works offline')).toBeVisible();
  await expectToOpenGzip(next);
});

test('the help of a finding works without a network', async ({ page, site }) => {
  await start(page);
  await expect(page.getByText('works offline')).toBeVisible();
  await site.down();
  await page.goto('./#help=perf-support-off');
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'No Python functions were recorded' })).toContainText(
    '-X perf',
  );
});

/** Opens a gzip file, whose decompressor loads on demand. */
async function expectToOpenGzip(page: Page): Promise<void> {
  await open(page, upload('rules.perf.gz', gzipSync(fixture('rules.perf').buffer)));
  expect((await focusedBox(page)).samples).toBe(29);
}

/** Renames every script and updates the page. */
function publishNewVersion(folder: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const newNames = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, NEW)]));
  const withNewNames = (text: string) =>
    [...newNames].reduce((sum, [name, newName]) => sum.replaceAll(name, newName), text);
  for (const [name, newName] of newNames) {
    renameSync(join(assets, name), join(assets, newName));
    if (name.endsWith('.wasm')) continue;
    writeFileSync(join(assets, newName), withNewNames(readFileSync(join(assets, newName), 'utf8')));
  }
  const page = join(folder, 'index.html');
  writeFileSync(page, withNewNames(readFileSync(page, 'utf8')));
  listFiles(folder);
}

/** The paths that the service worker of the site caches. */
function pathsOf({ folder, url }: Site): string[] {
  const [, list] = /^const SITE=(.*);\n/.exec(readFileSync(join(folder, 'service-worker.js'), 'utf8')) ?? [];
  const { files }: { files: Record<string, string> } = JSON.parse(list);
  return Object.keys(files)
    .map((path) => new URL(path, url).pathname)
    .sort();
}

/** All paths in the caches of this origin. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths.sort();
  });
}

function scriptsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.scripts].map(({ src }) => src));
}

/** Checks for an update, as the browser would do by itself within a day. */
function isNewVersionCached(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (!registration.installing && !registration.waiting) await registration.update();
    return registration.waiting !== null;
  });
}

test('a browser that does not allow service workers shows no error', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  );
  await start(page);
  await openExample(page, 'web-shop');
  await expect(problem(page)).toHaveCount(0);
});
