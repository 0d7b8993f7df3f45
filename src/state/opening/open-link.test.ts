// The progress of a download, with and without a correct Content-Length header.

import { afterEach, expect, test, vi } from 'vitest';
import { readLink } from './linked-recordings.ts';
import { openRemote } from './open-link.ts';
import { store } from '../store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the progress after each of three parts of ten bytes; then the download fails. */
async function progressOf(headers: Record<string, string>): Promise<[taken: number, size: number][]> {
  const page = 'https://h.example/';
  vi.stubGlobal('location', new URL(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { baseURI: page }));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  let parts = 0;
  const body = new ReadableStream({
    pull: (to) => (parts++ < 3 ? to.enqueue(new Uint8Array(10)) : to.error(new Error('it is gone'))),
  });
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
  const all: [number, number][] = [];
  const stop = store.subscribe(({ opening }) => {
    if (opening?.progress) all.push([opening.progress.taken, opening.progress.size]);
  });
  await openRemote(readLink('profileURL=a.perf'));
  stop();
  expect(store.getState().problem?.text).toMatch(/could not be fetched: it is gone/);
  return all;
}

const UNKNOWN = [
  [10, NaN],
  [20, NaN],
  [30, NaN],
];

test('the content length is the size', async () => {
  expect(await progressOf({ 'content-length': '40' })).toEqual([
    [10, 40],
    [20, 40],
    [30, 40],
  ]);
});

test('without a content length the size is unknown', async () => {
  expect(await progressOf({})).toEqual(UNKNOWN);
});

test('with a content encoding the size is unknown', async () => {
  expect(await progressOf({ 'content-length': '40', 'content-encoding': 'gzip' })).toEqual(UNKNOWN);
});

test('the size becomes unknown when more bytes arrive than the content length', async () => {
  expect(await progressOf({ 'content-length': '20' })).toEqual([
    [10, 20],
    [20, 20],
    [30, NaN],
  ]);
});
