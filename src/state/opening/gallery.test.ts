// A link to an entry leads to its files, even if their names contain special characters.

import { afterEach, expect, test, vi } from 'vitest';
import { galleryLink } from '../../sharing/gallery.ts';
import { filesOfEntry } from './gallery.ts';
import { readLink } from './linked-recordings.ts';

const PAGE = 'https://h.example/sub/';

afterEach(() => vi.unstubAllGlobals());

function stub(index: unknown): void {
  vi.stubGlobal('location', new URL(PAGE));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { baseURI: PAGE }));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(index)));
}

test.each('+&=@,:;$[]#?%é '.split(''))('opens an entry whose name contains %j', async (sign) => {
  const others = [{ file: `run${sign}.map`, size: 7 }];
  const entry = { file: `run-12${sign}30.perf`, size: 5, title: 'Nightly', with: others };
  stub({ recordings: [{ ...entry, file: 'run-12.perf' }, entry] });
  const [link] = readLink(galleryLink(entry)).remote;
  if (!link?.index) throw new Error('no index');
  const files = await filesOfEntry(link.url, link.index, link.title, new AbortController().signal);
  const address = (file: string) => `${PAGE}profiles/${encodeURIComponent(file)}`;
  expect(files).toEqual([
    { name: 'Nightly', size: 5, url: address(entry.file) },
    { name: `run${sign}.map`, size: 7, url: address(`run${sign}.map`) },
  ]);
});

test.each(['profileURL=javascript:alert(1)', 'profileURL=file:///a', 'profileURL=%E0%A4', 'profileURL='])(
  '%s is not fetched',
  (hash) => {
    stub({});
    expect(readLink(hash).remote).toEqual([undefined]);
  },
);
