// Streams, random access, and servers that stop supporting range requests.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drain } from '../../fixtures/sources.ts';
import { UrlFile } from './url-file.ts';

const BYTES = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) ^ (i >> 8));
const requestedRanges: string[] = [];
let origin = '';

/** `/whole` ignores Range headers, `/short` sends half of each range. */
const server = createServer(({ url, headers }, response) => {
  requestedRanges.push(headers.range ?? '');
  const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (url === '/whole' || from === undefined) {
    response.end(BYTES);
    return;
  }
  const part = BYTES.subarray(Number(from), Number(last) + 1);
  response.writeHead(206).end(url === '/short' ? part.subarray(0, part.length / 2) : part);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => void server.close());

const fileAt = (path: string, size = BYTES.length) => new UrlFile({ url: `${origin}${path}`, size });

test('streams a file with two requests', async () => {
  requestedRanges.length = 0;
  const { bytes } = await drain(fileAt('/file').stream());
  expect(Buffer.compare(bytes, BYTES)).toBe(0);
  expect(requestedRanges).toEqual(['bytes=0-65535', 'bytes=65536-2999999']);
});

test('requests only the first bytes when no more are read', async () => {
  requestedRanges.length = 0;
  const { buffer, count } = await fileAt('/file')
    .stream()
    .read(new Uint8Array(1 << 16), 0, 1 << 16);
  expect(Buffer.compare(buffer.subarray(0, count), BYTES.subarray(0, count))).toBe(0);
  expect(requestedRanges).toEqual(['bytes=0-65535']);
});

test('fetches a small file with one request and an empty one without any', async () => {
  requestedRanges.length = 0;
  expect((await drain(fileAt('/file', 100).stream())).bytes).toHaveLength(100);
  expect((await drain(fileAt('/file', 0).stream())).bytes).toHaveLength(0);
  expect(requestedRanges).toEqual(['bytes=0-99']);
});

test('reads any range of a small file after one request', async () => {
  requestedRanges.length = 0;
  const file = fileAt('/file', 1 << 20);
  const parts = await Promise.all([file.read(1000, 1004), file.read(999_999, 1_000_009)]);
  expect(parts.map((part) => [...part])).toEqual([
    [...BYTES.subarray(1000, 1004)],
    [...BYTES.subarray(999_999, 1_000_009)],
  ]);
  expect((await drain(file.stream())).bytes).toHaveLength(1 << 20);
  expect(requestedRanges).toEqual(['bytes=0-1048575']);
});

test('reads any range of a large file and caches both of its ends', async () => {
  requestedRanges.length = 0;
  const file = fileAt('/file');
  const { length } = BYTES;
  for (const [from, to] of [
    [0, 64],
    [100, 1 << 16],
    [length - 64, length + 9],
    [length - (1 << 16), length - 64],
    [65_000, 66_000],
    [length, length + 9],
  ])
    expect(Buffer.compare(await file.read(from, to), BYTES.subarray(from, to))).toBe(0);
  expect(requestedRanges).toEqual(['bytes=0-65535', 'bytes=2934464-2999999', 'bytes=65000-65999']);
});

test('reports unexpected answers from the server', async () => {
  await expect(drain(fileAt('/whole').stream())).rejects.toThrow(
    /^127\.0\.0\.1:\d+ answered 200; the file may have been/,
  );
  await expect(fileAt('/short').read(0, 10)).rejects.toThrow('sent fewer bytes than requested');
  await expect(drain(fileAt('/short').stream())).rejects.toThrow('sent fewer bytes than requested');
});
