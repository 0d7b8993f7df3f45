// The index of a folder of recordings: what is an entry, what belongs to it, and what is kept of an earlier index.

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
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { ran } from '../fixtures/ran.ts';
import { fixture } from '../fixtures/sources.ts';
import { readGallery, type GalleryEntry, type GalleryIndex } from '../src/model/gallery.ts';
import { indexFolder } from './index-folder.ts';

const MADE = new Date('2026-11-21T10:00:00Z');
const RULES = fixture('recordings', 'rules.perf');
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyrograph-index-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: Uint8Array | string, made = MADE): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), made, made);
}

function written(): readonly GalleryEntry[] {
  const index: GalleryIndex = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
  return index.recordings;
}

test('each recording is an entry, the newest first; other files are none', async () => {
  put('rules.perf', RULES);
  put('nightly/out.perf.gz', gzipSync(RULES), new Date('2026-11-22T10:00:00Z'));
  put('README.txt', 'what these are');
  put('.hidden', RULES);
  put('empty', '');
  symlinkSync('/nowhere', join(root, 'nothing'));
  symlinkSync('.', join(root, 'round'));
  const { out, error } = await ran(indexFolder, root);
  expect({ out, error }).toEqual({ out: `${root}/index.json: 2 recordings.\n`, error: '' });
  const facts = { samples: 30, duration: 0.029 };
  expect(written()).toEqual([
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
      recorded: MADE.toISOString(),
      ...facts,
    },
  ]);
});

test('a name may have any sign, and the index has it', async () => {
  const names = '+&=@,:;$[#?%'.split('').map((sign) => `run-12${sign}30.perf`);
  for (const name of names) put(name, RULES);
  await ran(indexFolder, root);
  const { entries, problems } = readGallery(readFileSync(join(root, 'index.json'), 'utf8'));
  expect(problems).toEqual([]);
  expect(entries.map(({ file }) => file).sort()).toEqual(names.sort());
});

test('what the page would refuse by its name is left out, and said', async () => {
  for (const path of ['a.perf', 'b\\c.perf', 'd\n\x1b[2Je.perf', 'x\\y/f.perf', 'x\\y/g.perf'])
    put(path, RULES);
  const { out, error } = await ran(indexFolder, root);
  const why =
    'is left out, since the page takes no name with a backslash, a line break or another control character: rename it.';
  expect(error.split('\n')).toEqual([
    `pyrograph: ${root}/b\\c.perf ${why}`,
    `pyrograph: ${root}/d\\x0a\\x1b[2Je.perf ${why}`,
    `pyrograph: ${root}/x\\y ${why}`,
    '',
  ]);
  expect(out).toBe(`${root}/index.json: 1 recording.\n`);
  expect(readGallery(readFileSync(join(root, 'index.json'), 'utf8'))).toMatchObject({
    entries: [{ file: 'a.perf' }],
    problems: [],
  });
});

test('what has not changed is not read again, and its title is kept', async () => {
  put('a.perf', RULES);
  put('b.perf', RULES);
  await ran(indexFolder, root);
  const [a, b] = [...written()].sort((x, y) => (x.file < y.file ? -1 : 1));
  const index = { recordings: [{ ...a, title: 'Mine', samples: 7 }, b] };
  writeFileSync(join(root, 'index.json'), JSON.stringify(index));
  put('b.perf', 'main;f 1\n');
  rmSync(join(root, 'c.perf'), { force: true });
  await ran(indexFolder, root);
  expect(written().find(({ file }) => file === 'a.perf')).toEqual({ ...a, title: 'Mine', samples: 7 });
  expect(written().find(({ file }) => file === 'b.perf')).toMatchObject({ size: 9, samples: 1 });
});

test('a recording that cannot be read is said, and is no entry', async () => {
  put('a.perf', RULES);
  put('perf.data', 'PERFILE2, they say');
  const { error } = await ran(indexFolder, root);
  expect(error).toMatch(/^pyrograph: “perf\.data” [^\n]+\.\n$/);
  expect(written().map(({ file }) => file)).toEqual(['a.perf']);
});

test('what cannot be looked at is said, and the rest is indexed', async () => {
  put('a.perf', RULES);
  put('run/b.perf', RULES);
  symlinkSync('loop', join(root, 'run', 'loop'));
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/latin`), Buffer.from([0xe9]), Buffer.from('.perf')]),
    RULES,
  );
  const { out, error } = await ran(indexFolder, root);
  expect(error.split('\n')).toEqual([
    `pyrograph: ${root}/latin\ufffd.perf is left out, since its name is not UTF-8: rename it.`,
    expect.stringMatching(/^pyrograph: .*\/run\/loop cannot be read, and is left out: ELOOP: [^\n]+\.$/),
    '',
  ]);
  expect(out).toBe(`${root}/index.json: 2 recordings.\n`);
  expect(
    written()
      .map(({ file }) => file)
      .sort(),
  ).toEqual(['a.perf', 'run/b.perf']);
});

test('a broken index is made anew', async () => {
  put('a.perf', RULES);
  put('index.json', '{');
  await ran(indexFolder, root);
  expect(written()).toHaveLength(1);
});

test.each([[[]], [['/nowhere']], [['a', 'b']]])('no folder is a sentence: %j', async (args) => {
  await expect(indexFolder(args)).rejects.toThrow(/^Which folder\?|^\/nowhere is no folder/);
});

describe.skipIf(!HAS_PROFILES)(`a perf.data${WITHOUT}`, () => {
  test('has the files of its folder beside it', async () => {
    for (const name of ['perf.data.gz', 'perf-24647.map', 'symbols.tar.gz'])
      put(`run 1/${name}`, bytesAt('fp-script', name));
    put('out.perf', RULES);
    await ran(indexFolder, root);
    const [entry] = written().filter(({ title }) => title === 'run 1');
    expect(entry).toMatchObject({ file: 'run 1/perf.data.gz', samples: 553 });
    expect(entry.with?.map(({ file }) => file)).toEqual(['run 1/perf-24647.map', 'run 1/symbols.tar.gz']);
  });
});
