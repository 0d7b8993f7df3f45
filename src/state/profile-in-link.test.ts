// Titles of recordings in links: untrusted text that is shown next to our own.

import { afterEach, expect, test, vi } from 'vitest';
import { profileInLink } from './profile-in-link.ts';
import { remoteOf } from './remote.ts';

afterEach(() => vi.unstubAllGlobals());

const EVIL = '%E2%80%AEfdp.exe%E2%81%A6';

test.each([
  [`profile=1.1.x&title=${EVIL}`, 'fdp.exe'],
  ['profile=1.1.x&title=%E2%80%AE', 'A profile from a link'],
  ['profile=1.1.x', 'A profile from a link'],
])('%s contains the title %j', (hash, title) => expect(profileInLink(hash)?.title).toBe(title));

test.each([
  [`profileURL=a.perf&title=${EVIL}`, 'fdp.exe'],
  ['profileURL=a%252525b.perf', 'a%25b.perf'],
  ['profileURL=a%25E2%2580%25AEb.perf&title=%E2%80%8B', 'a b.perf'],
  ['profileURL=https://other.example/%25E2%2580%25AE', 'other.example'],
])('%s has the title %j', (hash, title) => {
  vi.stubGlobal('document', { baseURI: 'https://h.example/' });
  expect(remoteOf(hash)?.title).toBe(title);
});
