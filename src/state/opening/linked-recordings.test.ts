// Recordings in links. Their titles are untrusted text that is shown next to our own.

import { afterEach, expect, test, vi } from 'vitest';
import { readLink } from './linked-recordings.ts';

afterEach(() => vi.unstubAllGlobals());

const EVIL = '%E2%80%AEfdp.exe%E2%81%A6';

test.each([
  [`profile=1.1.x&title=${EVIL}`, 'fdp.exe'],
  ['profile=1.1.x&title=%E2%80%AE', 'A profile from a link'],
  ['profile=1.1.x', 'A profile from a link'],
])('%s contains the title %j', (hash, title) =>
  expect(readLink(hash).enclosed.map((each) => each.title)).toEqual([title]),
);

test.each([
  [`profileURL=a.perf&title=${EVIL}`, 'fdp.exe'],
  ['profileURL=a%252525b.perf', 'a%25b.perf'],
  ['profileURL=a%25E2%2580%25AEb.perf&title=%E2%80%8B', 'a b.perf'],
  ['profileURL=https://other.example/%25E2%2580%25AE', 'other.example'],
])('%s has the title %j', (hash, title) => {
  vi.stubGlobal('document', { baseURI: 'https://h.example/' });
  expect(readLink(hash).remote.map((each) => each?.title)).toEqual([title]);
});

test('finds the profiles in a link', () => {
  const { source, enclosed, remote } = readLink('#level=python&title=a%26b&profile=1.2.AA');
  expect(source).toBe('title=a%26b&profile=1.2.AA');
  expect(enclosed).toEqual([{ text: '1.2.AA', title: 'a&b', source }]);
  expect(remote).toEqual([]);
  expect(readLink('profile=x&title=%E0%A4').enclosed).toMatchObject([
    { text: 'x', title: 'A profile from a link' },
  ]);
  expect(readLink('#profileURL=a.perf&title=b').enclosed).toEqual([]);
  expect(readLink('#a=0&b=1&title=x&profile=1.2.AA&title=y&profile=1.2.BB')).toMatchObject({
    source: 'title=x&profile=1.2.AA&title=y&profile=1.2.BB',
    enclosed: [
      { text: '1.2.AA', title: 'x', source: 'title=x&profile=1.2.AA' },
      { text: '1.2.BB', title: 'y', source: 'title=y&profile=1.2.BB' },
    ],
  });
});

test.each([
  'view=tree&amp;title=a%26b&amp;profile=1.2.AA',
  'view=tree%26title=a%26b%26profile=1.2.AA',
  'view%3Dtree%26title%3Da%2526b%26profile%3D1.2.AA',
])('reads a link that another program escaped: %s', (hash) => {
  const { source, enclosed, address } = readLink(`#${hash}`);
  expect(source).toBe('title=a%26b&profile=1.2.AA');
  expect(enclosed).toMatchObject([{ title: 'a&b' }]);
  expect(address).toMatchObject({ view: 'tree' });
});
