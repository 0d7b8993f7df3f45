// The private redirect page of `pyrograph open`.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { foldersForBrowser, writeRedirectPage } from './redirect-file.ts';

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
