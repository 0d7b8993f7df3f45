// What a command is given: files, and folders of them.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sourcesOf } from './source.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-source-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('a folder is all files in it, in the order of their names', () => {
  for (const folder of ['set/b', 'set/empty', 'other']) mkdirSync(join(FOLDER, folder), { recursive: true });
  for (const file of ['set/c', 'set/b/2', 'set/b/1', 'set/a', 'other/d', 'alone'])
    writeFileSync(join(FOLDER, file), file);
  // An empty map says that a program had no code of its own.
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

test('a folder without a file, and what is not there, are refused', () => {
  mkdirSync(join(FOLDER, 'nothing/at/all'), { recursive: true });
  expect(() => sourcesOf([join(FOLDER, 'nothing')])).toThrow(
    /nothing cannot be read: there is no file in the folder\.$/,
  );
  expect(() => sourcesOf([join(FOLDER, 'nowhere')])).toThrow(
    /nowhere cannot be read: there is no such file\.$/,
  );
});
