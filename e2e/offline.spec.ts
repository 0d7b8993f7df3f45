// Without a network: the page is there after one visit, the newest one there is, and finds all of its scripts. Nothing but
// the site's own files is kept for it.

import type { Page } from '@playwright/test';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listFiles } from '../scripts/offline.ts';
import { serveSite } from '../scripts/static-server.mjs';
import {
  test as base,
  expect,
  fixture,
  focusedBox,
  open,
  pictureAfter,
  problem,
  start,
  upload,
} from './page.ts';

interface Site {
  readonly folder: string;
  readonly url: string;
  readonly up: () => Promise<void>;
  readonly down: () => Promise<void>;
}

const DIST = join(import.meta.dirname, '..', 'dist');
const NEW = '-new';

/** A site of its own, on a host that comes and goes. */
const test = base.extend<{ path: string; site: Site }>({
  serviceWorkers: 'allow',
  mayGoWrong: /ERR_CONNECTION_REFUSED/,
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

test('after one visit the page works without a network, and a new version takes its place', async ({
  page,
  context,
  site,
}) => {
  await start(page);
  await expect(page.getByText('works offline')).toBeVisible();
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads and a process pool/ }).click());
  expect(await keptPaths(page)).toEqual(pathsOf(site));

  await site.down();
  await start(page);
  await page.getByRole('button', { name: /Threads and a process pool/ }).click();
  await expect(problem(page)).toContainText('cannot be reached, so try again when it can');
  await expectOpens(page);

  // None of the scripts of the open page is on the host any more.
  const old = pathsOf(site);
  publishNewVersion(site.folder);
  await site.up();
  await expect.poll(() => isNewVersionKept(page), { intervals: [50] }).toBe(true);
  expect(await keptPaths(page)).toEqual([...old, ...pathsOf(site)].sort());
  await expectOpens(page);
  expect((await scriptsIn(page)).filter((url) => url.includes(NEW))).toEqual([]);

  await start(page);
  expect((await scriptsIn(page)).filter((url) => !url.includes(NEW))).toEqual([]);
  await expectOpens(page);

  // The old service worker is still there, and knows which page is the newest.
  await site.down();
  await start(page);
  expect((await scriptsIn(page)).filter((url) => !url.includes(NEW))).toEqual([]);
  await expectOpens(page);

  // With the last page the old version goes, and the new one works as the first did.
  const next = await context.newPage();
  await page.close();
  await expect(async () => {
    // A page that comes before the browser has noticed that the last one is gone is one more page of the old version.
    await next.goto('about:blank');
    await start(next);
    expect(await keptPaths(next)).toEqual(pathsOf(site));
  }).toPass();
  await expect(next.getByText('works offline')).toBeVisible();
  await expectOpens(next);
});

/** Gzip: a script that comes when it is needed. */
async function expectOpens(page: Page): Promise<void> {
  await open(page, upload('rules.perf.gz', gzipSync(fixture('rules.perf').buffer)));
  expect((await focusedBox(page)).samples).toBe(29);
}

/** Every script under another name, and the page that names them. */
function publishNewVersion(folder: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const newNames = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, NEW)]));
  const renamed = (text: string) =>
    [...newNames].reduce((sum, [name, newName]) => sum.replaceAll(name, newName), text);
  for (const [name, newName] of newNames) {
    renameSync(join(assets, name), join(assets, newName));
    if (name.endsWith('.wasm')) continue;
    writeFileSync(join(assets, newName), renamed(readFileSync(join(assets, newName), 'utf8')));
  }
  const page = join(folder, 'index.html');
  writeFileSync(page, renamed(readFileSync(page, 'utf8')));
  listFiles(folder);
}

/** What the service worker of the site is told to keep. */
function pathsOf({ folder, url }: Site): string[] {
  const [, list] = /^const SITE=(.*);\n/.exec(readFileSync(join(folder, 'service-worker.js'), 'utf8')) ?? [];
  const { files }: { files: Record<string, string> } = JSON.parse(list);
  return Object.keys(files)
    .map((path) => new URL(path, url).pathname)
    .sort();
}

/** Of all that the browser keeps for this host. */
function keptPaths(page: Page): Promise<string[]> {
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

/** It is looked for as the browser itself would within a day. */
function isNewVersionKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (!registration.installing && !registration.waiting) await registration.update();
    return registration.waiting !== null;
  });
}
