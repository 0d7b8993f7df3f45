// Which index entries are accepted, and how invalid ones are reported.

import { describe, expect, test } from 'vitest';
import { addressIn, isSameAddress, linkTo, readGallery } from './gallery.ts';

const ENTRY = { file: 'a/perf.data', size: 5, title: 'A' };

function read(...recordings: readonly unknown[]) {
  return readGallery(JSON.stringify({ recordings }));
}

test('an entry has a title, statistics and symbol files', () => {
  const entry = {
    ...ENTRY,
    recorded: '2026-11-21T10:00:00.000Z',
    samples: 553,
    duration: 1.5,
    with: [{ file: 'a/1', size: 7, name: '/usr/lib/libc.so.6' }],
  };
  expect(read(entry)).toEqual({ entries: [entry], problems: [] });
});

test('the title defaults to the file name, and invalid numbers are left out', () => {
  const odd = {
    ...ENTRY,
    title: ' \u202e\n ',
    recorded: 'last week',
    samples: -1,
    duration: 'long',
    with: [],
  };
  expect(read(odd).entries).toEqual([{ ...ENTRY, title: 'a/perf.data' }]);
});

test('a title is plain text on one line', () => {
  const [{ title }] = read({ ...ENTRY, title: `<b>x</b>\n\u202e${'y'.repeat(1000)}` }).entries;
  expect(title).toBe(`<b>x</b> ${'y'.repeat(191)}`);
});

describe('a broken entry is reported, and the others are kept', () => {
  test.each([
    ['not an object', null, 'it has no file name'],
    ['no file', { ...ENTRY, file: 3 }, 'it has no file name'],
    [
      'outside the folder',
      { ...ENTRY, file: 'a/../../b' },
      '"a/../../b" is not a path in the folder of the index',
    ],
    [
      'an absolute path',
      { ...ENTRY, file: '/etc/passwd' },
      '"/etc/passwd" is not a path in the folder of the index',
    ],
    [
      'a different host',
      { ...ENTRY, file: 'http://x.example/a' },
      '"http://x.example/a" is not a path in the folder of the index',
    ],
    ['an invalid size', { ...ENTRY, size: '5' }, 'the size of "a/perf.data" is not a number of bytes'],
    ['not a list', { ...ENTRY, with: 'a' }, 'its symbol files are not a list'],
    [
      'an invalid symbol file',
      { ...ENTRY, with: [ENTRY, { file: '..\\a', size: 1 }] },
      '"..\\\\a" is not a path in the folder of the index',
    ],
  ])('%s', (_what, broken, why) => {
    expect(read(broken, ENTRY)).toEqual({
      entries: [ENTRY],
      problems: [`Recording 1 of the index is left out: ${why}.`],
    });
  });

  test('reports only the first few of many broken entries', () => {
    const { entries, problems } = read(...Array.from({ length: 100 }, () => ({})), ENTRY);
    expect(entries).toEqual([ENTRY]);
    expect(problems).toHaveLength(5);
    expect(problems[4]).toBe('96 more are left out for similar reasons.');
  });
});

test.each(['', '<!doctype html>', '[]', 'null', '{"recordings":{}}'])(
  'an invalid index is reported in one sentence: %s',
  (text) => {
    const { entries, problems } = readGallery(text);
    expect(entries).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^The index of recordings .*: run pyrograph index again\.$/),
    ]);
  },
);

test('entries beyond the limit are counted', () => {
  const { entries, problems } = read(...Array.from({ length: 10_001 }, () => ENTRY));
  expect(entries).toHaveLength(10_000);
  expect(problems).toEqual(['Only the first 10,000 recordings of the index are shown, of 10,001.']);
});

test('the URL of a recording stays in the folder of the index, whatever characters the path contains', () => {
  const index = 'https://h.example/sub/profiles/index.json';
  expect(addressIn(index, 'a b/100%?#.perf')).toBe('https://h.example/sub/profiles/a%20b/100%25%3F%23.perf');
  expect(addressIn(index, 'javascript:alert(1)')).toBe(
    'https://h.example/sub/profiles/javascript%3Aalert(1)',
  );
});

test('a link contains the recording, its index and its title', () => {
  expect(linkTo({ ...ENTRY, file: 'a&b/p#1', title: 'A & B' })).toBe(
    'profileURL=profiles/a%26b/p%25231&profileIndex=profiles/index.json&title=A%20%26%20B',
  );
});

test.each([...'+&=@,:;$[]#?%!~*()^|`{}<>"\'é '.split(''), '%41', '%2F', 'a/b', ' '])(
  'a link leads to the file, whatever characters its name contains: %j',
  (sign) => {
    const page = 'https://h.example/sub/';
    const file = `run-12${sign}30${sign}`;
    const written = new URLSearchParams(linkTo({ ...ENTRY, file }).replaceAll('+', '%2B')).get('profileURL');
    const url = new URL(written ?? '', page);
    const address = addressIn(`${page}profiles/index.json`, file);
    expect(isSameAddress(address, url.href)).toBe(true);
    for (const other of ['run-12', 'run-12_30_', `run-12${sign}30`, `run-12/${sign}30${sign}`])
      expect(isSameAddress(addressIn(`${page}profiles/index.json`, other), url.href)).toBe(false);
  },
);

test('URLs that differ in host or query are different', () => {
  expect(isSameAddress('https://a.example/x', 'https://b.example/x')).toBe(false);
  expect(isSameAddress('https://a.example/x', 'https://a.example/x?y')).toBe(false);
  expect(isSameAddress('https://a.example/%FF', 'https://a.example/%FF')).toBe(true);
});
