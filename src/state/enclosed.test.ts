// What a link calls the recording that it holds or leads to: a title of others, shown beside our own words.

import { afterEach, expect, test, vi } from 'vitest';
import { enclosedOf } from './enclosed.ts';
import { remoteOf } from './remote.ts';

afterEach(() => vi.unstubAllGlobals());

const EVIL = '%E2%80%AEfdp.exe%E2%81%A6';

test.each([
  [`profile=1.1.x&title=${EVIL}`, 'fdp.exe'],
  ['profile=1.1.x&title=%E2%80%AE', 'A profile from a link'],
  ['profile=1.1.x', 'A profile from a link'],
])('%s holds %j', (hash, title) => expect(enclosedOf(hash)?.title).toBe(title));

test.each([
  [`profileURL=a.perf&title=${EVIL}`, 'fdp.exe'],
  ['profileURL=a%252525b.perf', 'a%25b.perf'],
  ['profileURL=a%25E2%2580%25AEb.perf&title=%E2%80%8B', 'a b.perf'],
  ['profileURL=https://other.example/%25E2%2580%25AE', 'other.example'],
])('%s leads to %j', (hash, title) => {
  vi.stubGlobal('document', { baseURI: 'https://h.example/' });
  expect(remoteOf(hash)?.title).toBe(title);
});
