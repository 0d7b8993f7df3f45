// The source files that are packed with a recording, in a folder that mirrors the recorded machine.

import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordedSources } from './recorded-sources.ts';
import { SearchRoot } from './search-root.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-sources-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
mkdirSync(join(FOLDER, 'srv'));

const RECORDED = 1_000_000;

/** Makes a file that was changed so many seconds after the recording. */
function write(path: string, after: number, size = 1): string {
  writeFileSync(join(FOLDER, path), '');
  truncateSync(join(FOLDER, path), size);
  utimesSync(join(FOLDER, path), RECORDED / 1000 + after, RECORDED / 1000 + after);
  return path;
}

const namesOf = (paths: readonly string[]) =>
  recordedSources(paths, RECORDED, new SearchRoot(FOLDER)).map(({ source }) => source.name);

test('only sources that did not change after the recording are used', () => {
  const app = write('/srv/app.py', -1);
  const others = [write('/srv/changed.py', 1), write('/srv/passwords', -1), '/srv/gone.py', 'srv/app.py'];
  expect(namesOf([...others, app])).toEqual([app]);
});

test('the first sources are used if they are too large together', () => {
  const large = ['a', 'b', 'c', 'd', 'e'].map((name) => write(`/srv/${name}.py`, -1, 4 << 20));
  const larger = write('/srv/larger.py', -1, (4 << 20) + 1);
  expect(namesOf([larger, ...large])).toEqual(large.slice(0, 4));
});
