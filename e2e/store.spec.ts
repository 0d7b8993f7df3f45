// The Store screen of `pyrograph serve`: trends, and the way to a comparison, a flame graph and back.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
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
  for (const [i, version] of VERSIONS.entries()) {
    const files = [0, 1].map((run) => {
      const slow = (i < 2 ? 200 : 300) + 4 * run;
      const path = join(FOLDER, `${version}-${run}.folded`);
      const stacks = {
        'py::main:/srv/shop.py;py::checkout:/srv/shop.py': slow,
        'py::main:/srv/shop.py;render': 1000 - slow,
      };
      writeFileSync(
        path,
        Object.entries(stacks)
          .map(([stack, count]) => `shop;${stack} 1\n`.repeat(count))
          .join(''),
      );
      return path;
    });
    const labels = ['service=shop', `version=${version}`, 'host=web-1', `started=2026-11-0${i + 1}T10:00Z`];
    const options = labels.flatMap((label) => ['--label', label]);
    execFileSync(process.execPath, [
      PROGRAM,
      'store',
      'add',
      '--to',
      STORE,
      '--no-lookup',
      ...options,
      ...files,
    ]);
  }
  server = spawn(process.execPath, [PROGRAM, 'serve', '--no-browser', '--store', STORE]);
  let printed = '';
  server.stdout?.on('data', (text) => (printed += text));
  await expect.poll(() => printed).toMatch(/http:\S+\n/);
  [url] = /http:\S+/.exec(printed) ?? [''];
});

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
