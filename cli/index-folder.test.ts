// Tests which files in a folder become entries, which symbol files belong to them, and what an update keeps.

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesAt, HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { fixture } from '../fixtures/sources.ts';
import { readGallery, type GalleryEntry, type GalleryIndex } from '../src/sharing/gallery.ts';
import { indexFolder } from './index-folder.ts';

const MODIFIED = new Date('2026-11-21T10:00:00Z');
const RULES = fixture('recordings', 'rules.perf');
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyrograph-index-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: Uint8Array | string, modified = MODIFIED): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), modified, modified);
}

function writtenEntries(): readonly GalleryEntry[] {
  const index: GalleryIndex = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
  return index.recordings;
}

test('lists recordings only, newest first', async () => {
  put('rules.perf', RULES);
  put('nightly/out.perf.gz', gzipSync(RULES), new Date('2026-11-22T10:00:00Z'));
  put('README.txt', 'notes');
  put('.hidden', RULES);
  put('empty', '');
  symlinkSync('/nowhere', join(root, 'nothing'));
  symlinkSync('.', join(root, 'round'));
  const { out, error } = await runCommand(indexFolder, root);
  expect({ out, error }).toEqual({ out: `${root}/index.json: 2 recordings.\n`, error: '' });
  const facts = { samples: 30, duration: 0.029 };
  expect(writtenEntries()).toEqual([
    {
      file: 'nightly/out.perf.gz',
      size: gzipSync(RULES).length,
      title: 'nightly',
      recorded: '2026-11-22T10:00:00.000Z',
      ...facts,
    },
    {
      file: 'rules.perf',
      size: RULES.length,
      title: 'rules.perf',
      recorded: MODIFIED.toISOString(),
      ...facts,
    },
  ]);
});

test('accepts names with any printable character', async () => {
  const names = '+&=@,:;$[#?%'.split('').map((sign) => `run-12${sign}30.perf`);
  for (const name of names) put(name, RULES);
  await runCommand(indexFolder, root);
  const { entries, problems } = readGallery(readFileSync(join(root, 'index.json'), 'utf8'));
  expect(problems).toEqual([]);
  expect(entries.map(({ file }) => file).sort()).toEqual(names.sort());
});

test('skips and reports names that the page rejects', async () => {
  for (const path of ['a.perf', 'b\\c.perf', 'd\n\x1b[2Je.perf', 'x\\y/f.perf', 'x\\y/g.perf'])
    put(path, RULES);
  const { out, error } = await runCommand(indexFolder, root);
  const reason =
    'was skipped, since the page rejects names with backslashes, line breaks and other control characters: rename it.';
  expect(error.split('\n')).toEqual([
    `pyrograph: ${root}/b\\c.perf ${reason}`,
    `pyrograph: ${root}/d\\x0a\\x1b[2Je.perf ${reason}`,
    `pyrograph: ${root}/x\\y ${reason}`,
    '',
  ]);
  expect(out).toBe(`${root}/index.json: 1 recording.\n`);
  expect(readGallery(readFileSync(join(root, 'index.json'), 'utf8'))).toMatchObject({
    entries: [{ file: 'a.perf' }],
    problems: [],
  });
});

test('keeps the titles of unchanged files without reading them again', async () => {
  put('a.perf', RULES);
  put('b.perf', RULES);
  await runCommand(indexFolder, root);
  const [a, b] = [...writtenEntries()].sort((x, y) => (x.file < y.file ? -1 : 1));
  const index = { recordings: [{ ...a, title: 'Mine', samples: 7 }, b] };
  writeFileSync(join(root, 'index.json'), JSON.stringify(index));
  put('b.perf', 'main;f 1\n');
  rmSync(join(root, 'c.perf'), { force: true });
  await runCommand(indexFolder, root);
  expect(writtenEntries().find(({ file }) => file === 'a.perf')).toEqual({ ...a, title: 'Mine', samples: 7 });
  expect(writtenEntries().find(({ file }) => file === 'b.perf')).toMatchObject({ size: 9, samples: 1 });
});

test('skips and reports damaged recordings', async () => {
  put('a.perf', RULES);
  put('perf.data', 'PERFILE2, they say');
  const { error } = await runCommand(indexFolder, root);
  expect(error).toMatch(/^pyrograph: “perf\.data” [^\n]+\.\n$/);
  expect(writtenEntries().map(({ file }) => file)).toEqual(['a.perf']);
});

test('skips and reports unreadable files, and indexes the rest', async () => {
  put('a.perf', RULES);
  put('run/b.perf', RULES);
  symlinkSync('loop', join(root, 'run', 'loop'));
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/latin`), Buffer.from([0xe9]), Buffer.from('.perf')]),
    RULES,
  );
  const { out, error } = await runCommand(indexFolder, root);
  expect(error.split('\n')).toEqual([
    `pyrograph: ${root}/latin\ufffd.perf was skipped, since its name is not UTF-8: rename it.`,
    expect.stringMatching(/^pyrograph: .*\/run\/loop cannot be read and was skipped: ELOOP: [^\n]+\.$/),
    '',
  ]);
  expect(out).toBe(`${root}/index.json: 2 recordings.\n`);
  expect(
    writtenEntries()
      .map(({ file }) => file)
      .sort(),
  ).toEqual(['a.perf', 'run/b.perf']);
});

test('replaces a corrupt index', async () => {
  put('a.perf', RULES);
  put('index.json', '{');
  await runCommand(indexFolder, root);
  expect(writtenEntries()).toHaveLength(1);
});

test.each([[[]], [['/nowhere']], [['a', 'b']]])('rejects %j', async (args) => {
  await expect(indexFolder(args)).rejects.toThrow(
    /^Specify one folder\.|^\/nowhere is not a readable folder/,
  );
});

describe.skipIf(!HAS_PROFILES)(`a perf.data${SKIP_NOTE}`, () => {
  test('has the symbol files in its folder', async () => {
    for (const name of ['perf.data.gz', 'perf-24647.map', 'symbols.tar.gz'])
      put(`run 1/${name}`, bytesAt('fp-script', name));
    put('out.perf', RULES);
    await runCommand(indexFolder, root);
    const [entry] = writtenEntries().filter(({ title }) => title === 'run 1');
    expect(entry).toMatchObject({ file: 'run 1/perf.data.gz', samples: 553 });
    expect(entry.with?.map(({ file }) => file)).toEqual(['run 1/perf-24647.map', 'run 1/symbols.tar.gz']);
  });
});
