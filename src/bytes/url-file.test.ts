// Streams and random access to a remote file, and servers that stop supporting ranges.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drain } from '../../fixtures/sources.ts';
import { UrlFile } from './url-file.ts';

const BYTES = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) ^ (i >> 8));
const asked: string[] = [];
let origin = '';

/** `/whole` ignores Range headers, `/short` sends half of each range. */
const server = createServer(({ url, headers }, response) => {
  asked.push(headers.range ?? '');
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

const at = (path: string, size = BYTES.length) => new UrlFile({ url: `${origin}${path}`, size });

test('streams a file with two requests', async () => {
  asked.length = 0;
  const { bytes } = await drain(at('/file').stream());
  expect(Buffer.compare(bytes, BYTES)).toBe(0);
  expect(asked).toEqual(['bytes=0-65535', 'bytes=65536-2999999']);
});

test('requests only the first bytes when no more are read', async () => {
  asked.length = 0;
  const { buffer, count } = await at('/file')
    .stream()
    .read(new Uint8Array(1 << 16), 0, 1 << 16);
  expect(Buffer.compare(buffer.subarray(0, count), BYTES.subarray(0, count))).toBe(0);
  expect(asked).toEqual(['bytes=0-65535']);
});

test('fetches a small file with one request and an empty one without any', async () => {
  asked.length = 0;
  expect((await drain(at('/file', 100).stream())).bytes).toHaveLength(100);
  expect((await drain(at('/file', 0).stream())).bytes).toHaveLength(0);
  expect(asked).toEqual(['bytes=0-99']);
});

test('reads any range of a small file after one request', async () => {
  asked.length = 0;
  const file = at('/file', 1 << 20);
  const parts = await Promise.all([file.read(1000, 1004), file.read(999_999, 1_000_009)]);
  expect(parts.map((part) => [...part])).toEqual([
    [...BYTES.subarray(1000, 1004)],
    [...BYTES.subarray(999_999, 1_000_009)],
  ]);
  expect((await drain(file.stream())).bytes).toHaveLength(1 << 20);
  expect(asked).toEqual(['bytes=0-1048575']);
});

test('reads any range of a large file and caches both of its ends', async () => {
  asked.length = 0;
  const file = at('/file');
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
  expect(asked).toEqual(['bytes=0-65535', 'bytes=2934464-2999999', 'bytes=65000-65999']);
});

test('reports a server that answers unexpectedly', async () => {
  await expect(drain(at('/whole').stream())).rejects.toThrow(
    /^127\.0\.0\.1:\d+ answered 200; the file may be/,
  );
  await expect(at('/short').read(0, 10)).rejects.toThrow('sent fewer bytes than requested');
  await expect(drain(at('/short').stream())).rejects.toThrow('sent fewer bytes than requested');
});
