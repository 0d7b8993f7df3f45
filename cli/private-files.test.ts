// The private redirect page of `pyrograph open`, and piped data in a private file.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foldersForBrowser, writeRedirectPage, spool } from './private-files.ts';
import { sourceOf as sourceFor } from '../fixtures/sources.ts';
import { memoryFile } from '../src/bytes/random-access.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-redirect-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('writes a page that only its owner can access and that can be removed twice', () => {
  const file = writeRedirectPage('http://127.0.0.1:1/a?b&copy=c', [FOLDER]);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
  expect(dirname(dirname(file.path))).toBe(FOLDER);
  expect(readFileSync(file.path, 'utf8')).toContain('content="0; url=http://127.0.0.1:1/a?b&amp;copy=c"');
  file.remove();
  file.remove();
  expect(existsSync(dirname(file.path))).toBe(false);
});

test('escapes the URL in attributes', () => {
  const file = writeRedirectPage('http://127.0.0.1:1/"><script>#"><script>', [FOLDER]);
  expect(readFileSync(file.path, 'utf8')).not.toContain('<script');
  file.remove();
});

test('uses the first writable folder', () => {
  const second = join(FOLDER, 'second');
  mkdirSync(second);
  const file = writeRedirectPage('http://127.0.0.1:1/', [join(FOLDER, 'nowhere'), second]);
  expect(dirname(dirname(file.path))).toBe(second);
  file.remove();
  expect(() => writeRedirectPage('http://127.0.0.1:1/', [join(FOLDER, 'nowhere')])).toThrow(/ENOENT/);
});

test('uses the home folder for snap browsers', () => {
  const environment = { XDG_RUNTIME_DIR: '/run/user/7' };
  expect(foldersForBrowser(environment, false)).toEqual(['/run/user/7', tmpdir()]);
  expect(foldersForBrowser(environment, true)).toEqual([homedir(), '/run/user/7', tmpdir()]);
  expect(foldersForBrowser({}, false)).toEqual([tmpdir()]);
});

const pipe = (content: string) => ({ ...sourceFor(content, 'standard input', [3]), size: NaN });

describe('spool', () => {
  let home = '';

  // Spooled files are removed only when the process exits, so each test removes its own TMPDIR.
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'pyrograph-spool-'));
    vi.stubEnv('TMPDIR', home);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });

  test('stores all data in a private file', async () => {
    const { name, size, file } = await spool(pipe('a;b 1\n'));
    expect({ name, size }).toEqual({ name: 'standard input', size: 6 });
    expect(new TextDecoder().decode(await file.read(2, 5))).toBe('b 1');
    const [folder] = readdirSync(home);
    expect(statSync(join(home, folder, 'recording')).mode & 0o077).toBe(0);
  });

  test('does not copy files', async () => {
    const file = memoryFile(new Uint8Array(3));
    const source = { ...pipe('abc'), size: 3, file };
    expect((await spool(source)).file).toBe(file);
  });

  test('rejects empty input and input over the limit', async () => {
    await expect(spool(pipe(''))).rejects.toThrow(
      'No data from standard input: pipe the output of perf script into it.',
    );
    await expect(spool(pipe('a;b 1\n'), 5)).rejects.toThrow(
      /^Could not store standard input in .* \(it is larger than 5 bytes\)/,
    );
  });
});
