// The Store screen of `pyrograph serve`: trends, and the way to a comparison, a flame graph and back.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { HAS_CLICKHOUSE, startClickHouse } from '../fixtures/clickhouse.ts';
import { policyOf } from '../scripts/policy.ts';
import { serveSite } from '../scripts/static-server.mjs';
import { expectNoViolations } from './accessibility.ts';
import { expect, PHONE, ROOT, test } from './page.ts';

// The server has a different origin than in the other tests.
test.use({ expectedErrors: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\// });
// Serial, so that the store is made only once.
test.describe.configure({ mode: 'serial' });

const PROGRAM = join(ROOT, 'dist-cli', 'pyrograph.js');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-serve-'));
const STORE = join(FOLDER, 'fleet.duckdb');
const VERSIONS = ['1.0', '1.1', '1.2'];

let server: ChildProcess;
let url: string;

/** `checkout` takes 20 % of the samples, in version 1.2 30 %. */
test.beforeAll(async () => {
  for (const [i, version] of VERSIONS.entries())
    for (const run of [0, 1]) {
      const slow = (i < 2 ? 200 : 300) + 4 * run;
      const stacks = {
        'py::main:/srv/shop.py;py::checkout:/srv/shop.py': slow,
        'py::main:/srv/shop.py;render': 1000 - slow,
      };
      const lines = Object.entries(stacks).map(([stack, count]) => `shop;${stack} 1\n`.repeat(count));
      writeFileSync(fileOf(version, run), lines.join(''));
    }
  VERSIONS.forEach((version) => addTo(STORE, version));
  server = spawn(process.execPath, [PROGRAM, 'serve', '--no-browser', '--store', STORE]);
  let printed = '';
  server.stdout?.on('data', (text) => (printed += text));
  await expect.poll(() => printed).toMatch(/http:\S+\n/);
  [url] = /http:\S+/.exec(printed) ?? [''];
});

function fileOf(version: string, run: number): string {
  return join(FOLDER, `${version}-${run}.folded`);
}

function addTo(store: string, version: string): void {
  const started = `2026-11-0${VERSIONS.indexOf(version) + 1}T10:00Z`;
  const labels = ['service=shop', `version=${version}`, 'host=web-1', `started=${started}`];
  const options = ['--to', store, '--no-lookup', ...labels.flatMap((label) => ['--label', label])];
  execFileSync(process.execPath, [
    PROGRAM,
    'store',
    'add',
    ...options,
    fileOf(version, 0),
    fileOf(version, 1),
  ]);
}

test.afterAll(async () => {
  server.kill();
  await once(server, 'exit');
  rmSync(FOLDER, { recursive: true, force: true });
});

const chart = (page: Page, name: string) => page.getByRole('slider', { name: `${name} by version` });

test('from a changed function to a comparison, a merged flame graph, and back', async ({ page }) => {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('fleet.duckdb');
  const checkout = chart(page, 'checkout (shop.py)');
  await checkout.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(checkout).toHaveAttribute('aria-valuetext', /^1\.1: 20\.\d% ± [\d.]+%, 2 recordings$/);
  await expect(page.getByRole('tooltip')).toContainText('web-1, 2026-11-02 10:00');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#store=fleet\.duckdb&base=1\.0$/);
  await expect(page.getByText('A: 1.0, 2 recordings.')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('shop 1.0 → shop 1.2 · Pyrograph');
  await expect(page.getByText('2 → 2 recordings')).toBeVisible();
  await page.getByRole('link', { name: 'Store' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Open 1.1', exact: true }).click();
  await expect(page).toHaveTitle('shop 1.1 · Pyrograph');
  await page.goBack();
  await page.getByRole('combobox', { name: 'Follow a function or package' }).fill('REN');
  await page.getByRole('option', { name: /^render/ }).click();
  await expect(page.getByRole('button', { name: 'Remove render' })).toBeVisible();
  await expect(page).toHaveURL(/&series=function%7Erender$/);
  await page.reload();
  await expect(chart(page, 'render').first()).toBeVisible();
});

test('works on a phone, and for screen readers', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(url);
  await expect(chart(page, 'checkout (shop.py)')).toBeVisible();
  await page.getByText('As a table').first().click();
  await page.getByRole('button', { name: 'Compare 1.2 with another' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await expectNoViolations(page, 'the Store screen');
});

test.describe('without our server', () => {
  // Before a login, the browser hides the answers.
  test.use({ expectedErrors: /^(?:request to|401 for) http:\/\/127\.0\.0\.1:\d+\// });
  test.skip(!HAS_CLICKHOUSE, 'clickhouse-server is not installed');

  test('a static page asks ClickHouse, and for the password of a user', async ({ page }) => {
    const database = await startClickHouse();
    const site = await serveSite(siteAsking(new URL(database.addressOf('').replace(/^\w+/, 'http'))), '/');
    try {
      const address = database.addressOf('shop');
      execFileSync(process.execPath, [PROGRAM, 'store', 'init', address]);
      for (const version of ['1.0', '1.2']) addTo(address, version);
      const logIn = async () => {
        await page.getByLabel('Password').fill('secret');
        await page.keyboard.press('Enter');
      };
      await page.goto(`${site.url}#store=${address.replace(/^\w+/, 'http')}?user=reader`);
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText('password of reader');
      await expectNoViolations(page, 'the login');
      await logIn();
      await page.getByRole('button', { name: 'Compare 1.0 with another' }).click();
      await page.getByRole('button', { name: 'Compare 1.0 with 1.2' }).click();
      await expect(page).toHaveTitle('shop 1.0 → shop 1.2 · Pyrograph');
      await page.reload();
      await logIn();
      await expect(page.getByText('2 → 2 recordings')).toBeVisible();
    } finally {
      await site.stop();
      database.stop();
    }
  });
});

/** A copy of the site whose policy allows requests to a store, as PYROGRAPH_STORES does. */
function siteAsking({ origin }: URL): string {
  const folder = join(FOLDER, 'site');
  cpSync(join(ROOT, 'dist'), folder, { recursive: true });
  const path = join(folder, 'index.html');
  const strict = policyOf('strict').replaceAll("'", '&#39;');
  const html = readFileSync(path, 'utf8');
  expect(html).toContain(strict);
  writeFileSync(
    path,
    html.replace(strict, () => policyOf('strict', origin).replaceAll("'", '&#39;')),
  );
  return folder;
}
