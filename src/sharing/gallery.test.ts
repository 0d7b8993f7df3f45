// The page accepts valid index entries and reports invalid ones.

import { describe, expect, test } from 'vitest';
import { galleryFileUrl, isSameUrl, galleryLink, readGallery } from './gallery.ts';

const ENTRY = { file: 'a/perf.data', size: 5, title: 'A' };

function read(...recordings: readonly unknown[]) {
  return readGallery(JSON.stringify({ recordings }));
}

test('reads the title, statistics and symbol files of an entry', () => {
  const entry = {
    ...ENTRY,
    recorded: '2026-11-21T10:00:00.000Z',
    samples: 553,
    duration: 1.5,
    with: [{ file: 'a/1', size: 7, name: '/usr/lib/libc.so.6' }],
  };
  expect(read(entry)).toEqual({ entries: [entry], problems: [] });
});

test('the title defaults to the file name, and invalid statistics are omitted', () => {
  const invalid = {
    ...ENTRY,
    title: ' \u202e\n ',
    recorded: 'last week',
    samples: -1,
    duration: 'long',
    with: [],
  };
  expect(read(invalid).entries).toEqual([{ ...ENTRY, title: 'a/perf.data' }]);
});

test('a title is plain text on one line', () => {
  const [{ title }] = read({ ...ENTRY, title: `<b>x</b>\n\u202e${'y'.repeat(1000)}` }).entries;
  expect(title).toBe(`<b>x</b> ${'y'.repeat(191)}`);
});

test('a title with half a character, or a character at its end, has a link', () => {
  const cut = read({ ...ENTRY, title: `${'a'.repeat(199)}\ud83d\udd25 long` }).entries[0];
  expect(cut.title).toBe('a'.repeat(199));
  const half = read({ ...ENTRY, title: 'bad \ud800 title \udfff' }).entries[0];
  expect(half.title).toBe('bad \ufffd title \ufffd');
  for (const entry of [cut, half])
    expect(galleryLink(entry)).toContain(`&title=${encodeURIComponent(entry.title)}`);
});

describe('reports an invalid entry and keeps the others:', () => {
  test.each([
    ['an entry that is not an object', null, 'it has no file name'],
    ['an entry without a file', { ...ENTRY, file: 3 }, 'it has no file name'],
    [
      'a path outside the folder',
      { ...ENTRY, file: 'a/../../b' },
      '"a/../../b" is not a path in the folder of the index',
    ],
    [
      'an absolute path',
      { ...ENTRY, file: '/etc/passwd' },
      '"/etc/passwd" is not a path in the folder of the index',
    ],
    [
      'a path on a different host',
      { ...ENTRY, file: 'http://x.example/a' },
      '"http://x.example/a" is not a path in the folder of the index',
    ],
    ['an invalid size', { ...ENTRY, size: '5' }, 'the size of "a/perf.data" is not a number of bytes'],
    ['symbol files that are not a list', { ...ENTRY, with: 'a' }, 'its symbol files are not a list'],
    [
      'an invalid symbol file',
      { ...ENTRY, with: [ENTRY, { file: '..\\a', size: 1 }] },
      '"..\\\\a" is not a path in the folder of the index',
    ],
  ])('%s', (_what, invalid, why) => {
    expect(read(invalid, ENTRY)).toEqual({
      entries: [ENTRY],
      problems: [`Recording 1 of the index was skipped: ${why}.`],
    });
  });

  test('only the first few of many invalid entries', () => {
    const { entries, problems } = read(...Array.from({ length: 100 }, () => ({})), ENTRY);
    expect(entries).toEqual([ENTRY]);
    expect(problems).toHaveLength(5);
    expect(problems[4]).toBe('96 more were skipped for similar reasons.');
  });
});

test.each(['', '<!doctype html>', '[]', 'null', '{"recordings":{}}'])(
  'reports an invalid index in one sentence: %j',
  (text) => {
    const { entries, problems } = readGallery(text);
    expect(entries).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^The index of recordings .*: run pyrograph index again\.$/),
    ]);
  },
);

test('counts entries beyond the limit', () => {
  const { entries, problems } = read(...Array.from({ length: 10_001 }, () => ENTRY));
  expect(entries).toHaveLength(10_000);
  expect(problems).toEqual(['Only the first 10,000 of 10,001 recordings in the index are shown.']);
});

test('the URL of a recording stays in the folder of the index, even if the path contains special characters', () => {
  const index = 'https://h.example/sub/profiles/index.json';
  expect(galleryFileUrl(index, 'a b/100%?#.perf')).toBe(
    'https://h.example/sub/profiles/a%20b/100%25%3F%23.perf',
  );
  expect(galleryFileUrl(index, 'javascript:alert(1)')).toBe(
    'https://h.example/sub/profiles/javascript%3Aalert(1)',
  );
});

test('a link contains the recording, its index and its title', () => {
  expect(galleryLink({ ...ENTRY, file: 'a&b/p#1', title: 'A & B' })).toBe(
    'profileURL=profiles/a%26b/p%25231&profileIndex=profiles/index.json&title=A%20%26%20B',
  );
});

test.each([...'+&=@,:;$[]#?%!~*()^|`{}<>"\'é '.split(''), '%41', '%2F', 'a/b', ' '])(
  'a link opens the file even if its name contains %j',
  (character) => {
    const page = 'https://h.example/sub/';
    const file = `run-12${character}30${character}`;
    const written = new URLSearchParams(galleryLink({ ...ENTRY, file }).replaceAll('+', '%2B')).get(
      'profileURL',
    );
    const url = new URL(written ?? '', page);
    const address = galleryFileUrl(`${page}profiles/index.json`, file);
    expect(isSameUrl(address, url.href)).toBe(true);
    for (const other of ['run-12', 'run-12_30_', `run-12${character}30`, `run-12/${character}30${character}`])
      expect(isSameUrl(galleryFileUrl(`${page}profiles/index.json`, other), url.href)).toBe(false);
  },
);

test('URLs with different hosts or queries are different', () => {
  expect(isSameUrl('https://a.example/x', 'https://b.example/x')).toBe(false);
  expect(isSameUrl('https://a.example/x', 'https://a.example/x?y')).toBe(false);
  expect(isSameUrl('https://a.example/%FF', 'https://a.example/%FF')).toBe(true);
});
