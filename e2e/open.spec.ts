// Tests `pyrograph open` from the npm package, unpacked outside the repository.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { bytesAt, fileAt, plainAt } from '../fixtures/profiles.ts';
import { expectLevel, graph, heading, notes } from './locators.ts';
import {
  closeRecording,
  expect,
  fixture,
  fixtureText,
  focusedBox,
  repaintAfter,
  requireSharedRecordings,
  started,
  test,
} from './page.ts';

// The server has a different origin than in the other tests.
test.use({ expectedErrors: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\// });
// Serial, so that the package is packed only once.
test.describe.configure({ mode: 'serial' });

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-packed-'));
const PROGRAM = join(FOLDER, 'package', 'dist-cli', 'pyrograph.js');
let running: ChildProcess | undefined;

test.beforeAll(() => {
  const root = join(import.meta.dirname, '..');
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', FOLDER];
  const archive = execFileSync('npm', packing, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  execFileSync('tar', ['xzf', join(FOLDER, archive.trim()), '-C', FOLDER]);
});
test.afterEach(() => {
  running?.kill();
  running = undefined;
});
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Runs `pyrograph open` with this standard input and opens the URL that it prints. */
async function openWithCli(
  page: Page,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(0),
): Promise<void> {
  await page.goto(await startServer(['--no-browser', ...args], input));
}

/** Runs `pyrograph open` and returns the URL that it prints. */
async function startServer(
  args: readonly string[],
  input: Uint8Array = new Uint8Array(0),
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, 'open', ...args], { cwd: FOLDER, env });
  running = child;
  child.stdin.end(input);
  const output: string[] = [];
  child.stderr.on('data', (text) => output.push(String(text)));
  return new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(/http:\S+/.exec(String(line))?.[0] ?? String(line)));
    child.once('exit', () => reject(new Error(output.join(''))));
  });
}

test('the npm package runs without the repository and opens standard input', async ({ page }) => {
  const rules = fixture('rules.perf').buffer;
  const outputOf = (...args: string[]) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd: FOLDER, input: rules, encoding: 'utf8' });
  expect(outputOf('--help')).toMatch(/^ +open +open a recording in the browser$/m);
  expect(outputOf('fold', '-')).toBe(fixtureText('rules.python-c.folded'));
  const manifest: { dependencies?: unknown } = JSON.parse(
    readFileSync(join(FOLDER, 'package', 'package.json'), 'utf8'),
  );
  expect(manifest.dependencies).toBeUndefined();

  // Files in the gallery folder of the package are not served.
  writeFileSync(join(FOLDER, 'package', 'dist', 'profiles', 'other.perf'), rules);
  await openWithCli(page, ['-'], rules);
  expect((await page.request.get(new URL('profiles/other.perf', page.url()).href)).status()).toBe(404);
  await expect(heading(page)).toHaveText('standard input');
  expect((await focusedBox(page)).samples).toBe(29);
  // Links to the recording work as long as it is served.
  await repaintAfter(page, '5');
  await expect.poll(() => page.url()).toContain('level=python');
  await page.reload();
  await expectLevel(page, 'Python only');
  await closeRecording(page);
  await started(page);
  await repaintAfter(page, () => page.getByRole('link', { name: /^standard input/ }).click());
  expect((await focusedBox(page)).samples).toBe(29);
});

test.describe('the temporary file opened in the browser', () => {
  // The browser requests an icon for the redirecting file, which does not exist.
  test.use({ expectedErrors: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}(?:\/|$)|status of 404/ });

  test('redirects to the page and is deleted', async ({ page }) => {
    test.skip(process.platform !== 'linux', 'other systems use a different program to open files');
    const bin = join(FOLDER, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${bin}/part' && mv '${bin}/part' '${bin}/seen'\n`,
    );
    chmodSync(join(bin, 'xdg-open'), 0o755);
    writeFileSync(join(FOLDER, 'rules.perf'), fixture('rules.perf').buffer);
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      DISPLAY: ':99',
      XDG_RUNTIME_DIR: FOLDER,
    };
    const url = await startServer(['rules.perf'], undefined, env);
    await expect.poll(() => existsSync(join(bin, 'seen')), { timeout: 30_000 }).toBe(true);
    const file = readFileSync(join(bin, 'seen'), 'utf8');
    await page.goto(`file://${file}`);
    await expect(heading(page)).toHaveText('rules.perf');
    expect(page.url().split('#')[0]).toBe(url.split('#')[0]);
    expect(existsSync(file)).toBe(false);
  });
});

test('fp-script: perf.data is served together with the files needed to symbolize it', async ({ page }) => {
  requireSharedRecordings();
  const root = join(FOLDER, 'machine');
  for (const folder of ['tmp', 'proc']) mkdirSync(join(root, folder), { recursive: true });
  execFileSync('tar', ['xzf', '-', '-C', root], { input: bytesAt('fp-script', 'symbols.tar.gz') });
  writeFileSync(join(root, 'tmp', 'perf-24647.map'), bytesAt('fp-script', 'perf-24647.map'));
  writeFileSync(join(root, 'proc', 'kallsyms'), gunzipSync(fileAt('kallsyms.gz')));
  writeFileSync(join(FOLDER, 'perf.data'), plainAt('fp-script', 'perf.data.gz'));
  await openWithCli(page, ['--symfs', root, 'perf.data']);
  await expect(heading(page)).toHaveText('perf.data');
  await expect(graph(page)).toBeVisible();
  // All code has names. cli/pack.test.ts compares them with the golden.
  await expect(notes(page)).toHaveCount(0);
});
