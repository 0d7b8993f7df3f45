// Expands the file arguments of commands, including folders.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sourcesOf } from './source.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-source-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('expands a folder to all its files, sorted by name', () => {
  for (const folder of ['set/b', 'set/empty', 'other']) mkdirSync(join(FOLDER, folder), { recursive: true });
  for (const file of ['set/c', 'set/b/2', 'set/b/1', 'set/a', 'other/d', 'alone'])
    writeFileSync(join(FOLDER, file), file);
  // An empty map means that a program had no JIT-compiled code.
  writeFileSync(join(FOLDER, 'set/perf-7.map'), '');
  symlinkSync('../alone', join(FOLDER, 'set/link'));
  symlinkSync('nowhere', join(FOLDER, 'set/broken'));
  symlinkSync('..', join(FOLDER, 'set/up'));
  symlinkSync('circle', join(FOLDER, 'set/circle'));
  const sources = sourcesOf([join(FOLDER, 'alone'), join(FOLDER, 'set')]);
  expect(sources.map(({ name }) => name.slice(FOLDER.length + 1))).toEqual([
    'alone',
    'set/a',
    'set/b/1',
    'set/b/2',
    'set/c',
    'set/link',
    'set/perf-7.map',
  ]);
  expect(sources.map(({ size }) => size)).toEqual([5, 5, 7, 7, 5, 5, 0]);
});

test('rejects empty folders and missing files', () => {
  mkdirSync(join(FOLDER, 'nothing/at/all'), { recursive: true });
  expect(() => sourcesOf([join(FOLDER, 'nothing')])).toThrow(
    /nothing cannot be read: the folder has no files\.$/,
  );
  expect(() => sourcesOf([join(FOLDER, 'nowhere')])).toThrow(
    /nowhere cannot be read: the file does not exist\.$/,
  );
});
