// `pyrograph open` as it is installed elsewhere: the packed program, away from the repository, and what it serves.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { bytesAt, fileAt, HAS_PROFILES, plainAt, WITHOUT } from '../fixtures/profiles.ts';
import { gunzipSync } from 'node:zlib';
import { compareOnTheWay, goldenText, treeOfFolded } from './golden.ts';
import { expect, fixture, focusedBox, pictureAfter, problem, started, test } from './page.ts';

// It is another origin than that of the other tests.
test.use({ mayGoWrong: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\// });
// It is packed once.
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

/** Starts it with these bytes on standard input, and goes to the address that it prints. */
async function openBy(
  page: Page,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(0),
): Promise<void> {
  await page.goto(await printedBy(['--no-browser', ...args], input));
}

/** Starts it, and waits for the address that it prints. */
async function printedBy(
  args: readonly string[],
  input: Uint8Array = new Uint8Array(0),
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const started = spawn(process.execPath, [PROGRAM, 'open', ...args], { cwd: FOLDER, env });
  running = started;
  started.stdin.end(input);
  const said: string[] = [];
  started.stderr.on('data', (text) => said.push(String(text)));
  return new Promise<string>((resolve, reject) => {
    started.stdout.once('data', (line) => resolve(/http:\S+/.exec(String(line))?.[0] ?? String(line)));
    started.once('exit', () => reject(new Error(said.join(''))));
  });
}

test('what npm packs runs without the repository, and opens what comes through a pipe', async ({ page }) => {
  const rules = fixture('rules.perf').buffer;
  const ran = (...args: string[]) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd: FOLDER, input: rules, encoding: 'utf8' });
  expect(ran('--help')).toContain('open    show a recording in the browser');
  expect(ran('fold', '-')).toBe(fixture('rules.python-c.folded').buffer.toString());
  const manifest: { dependencies?: unknown } = JSON.parse(
    readFileSync(join(FOLDER, 'package', 'package.json'), 'utf8'),
  );
  expect(manifest.dependencies).toBeUndefined();

  // A gallery beside the page is not what was asked for.
  writeFileSync(join(FOLDER, 'package', 'dist', 'profiles', 'other.perf'), rules);
  await openBy(page, ['-'], rules);
  expect((await page.request.get(new URL('profiles/other.perf', page.url()).href)).status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('standard input');
  await compareOnTheWay(page, treeOfFolded(fixture('rules.python-c.folded').buffer.toString()), 10, 0);
  // A view of it is a link as any other, for as long as it is served.
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect.poll(() => page.url()).toContain('level=python');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await started(page);
  await pictureAfter(page, () => page.getByRole('link', { name: /^standard input/ }).click());
  expect((await focusedBox(page)).samples).toBe(29);
});

test.describe('a browser', () => {
  // Between the file and the page there is nothing, and no icon either.
  test.use({ mayGoWrong: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}(?:\/|$)|status of 404/ });

  test('gets from the file that it is started with to the page', async ({ page }) => {
    test.skip(process.platform !== 'linux', 'other systems have another program that opens files');
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
    const address = await printedBy(['rules.perf'], undefined, env);
    await expect.poll(() => existsSync(join(bin, 'seen')), { timeout: 30_000 }).toBe(true);
    const file = readFileSync(join(bin, 'seen'), 'utf8');
    await page.goto(`file://${file}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('rules.perf');
    expect(page.url().split('#')[0]).toBe(address.split('#')[0]);
    expect(existsSync(file)).toBe(false);
  });
});

test.describe('a file that changes while it is served', () => {
  test.use({ mayGoWrong: /^request to http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/|\b409\b/ });

  test('is said, by the page and in the terminal', async ({ page }) => {
    const path = join(FOLDER, 'changing.perf');
    writeFileSync(path, fixture('rules.perf').buffer);
    await openBy(page, [path]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('changing.perf');
    const said: string[] = [];
    running?.stderr?.on('data', (text) => said.push(String(text)));
    writeFileSync(path, fixture('jit.perf').buffer);
    await page.reload();
    await expect(problem(page)).toContainText('it has changed since “pyrograph open” began to serve it');
    expect(said.join('')).toContain('has changed since it was opened');
  });
});

test(`a lone perf.data comes with the files that name its code${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  const root = join(FOLDER, 'machine');
  for (const folder of ['tmp', 'proc']) mkdirSync(join(root, folder), { recursive: true });
  execFileSync('tar', ['xzf', '-', '-C', root], { input: bytesAt('fp-script', 'symbols.tar.gz') });
  writeFileSync(join(root, 'tmp', 'perf-24647.map'), bytesAt('fp-script', 'perf-24647.map'));
  writeFileSync(join(root, 'proc', 'kallsyms'), gunzipSync(fileAt('kallsyms.gz')));
  writeFileSync(join(FOLDER, 'perf.data'), plainAt('fp-script', 'perf.data.gz'));
  await openBy(page, ['--symfs', root, 'perf.data']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('perf.data');
  const golden = treeOfFolded(goldenText('fp-script', 'python-c'));
  expect(await compareOnTheWay(page, golden, 100_010, 0)).toBeGreaterThan(3);
  await expect(page.getByRole('region', { name: /note/i })).toHaveCount(0);
});
