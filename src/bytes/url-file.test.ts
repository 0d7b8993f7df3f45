// A file on a web server, read in order and in parts, and servers that change their mind.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drain } from '../../fixtures/sources.ts';
import { UrlFile } from './url-file.ts';

const BYTES = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) ^ (i >> 8));
const asked: string[] = [];
let origin = '';

/** `/whole` serves no parts, `/short` only half of them. */
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

test('all of it comes in order, in two requests', async () => {
  asked.length = 0;
  const { bytes } = await drain(at('/file').stream());
  expect(Buffer.compare(bytes, BYTES)).toBe(0);
  expect(asked).toEqual(['bytes=0-65535', 'bytes=65536-2999999']);
});

test('who reads only the beginning asks for no more', async () => {
  asked.length = 0;
  const { buffer, count } = await at('/file')
    .stream()
    .read(new Uint8Array(1 << 16), 0, 1 << 16);
  expect(Buffer.compare(buffer.subarray(0, count), BYTES.subarray(0, count))).toBe(0);
  expect(asked).toEqual(['bytes=0-65535']);
});

test('a small file is one request, an empty one none', async () => {
  asked.length = 0;
  expect((await drain(at('/file', 100).stream())).bytes).toHaveLength(100);
  expect((await drain(at('/file', 0).stream())).bytes).toHaveLength(0);
  expect(asked).toEqual(['bytes=0-99']);
});

test('of a small file any part is there after one request', async () => {
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

test('of a large file any part is read, and its ends are held', async () => {
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

test('a server that answers otherwise is said', async () => {
  await expect(drain(at('/whole').stream())).rejects.toThrow(
    /^127\.0\.0\.1:\d+ answers 200, so that it may be/,
  );
  await expect(at('/short').read(0, 10)).rejects.toThrow('sends less of it than was asked for');
  await expect(drain(at('/short').stream())).rejects.toThrow('sends less of it than was asked for');
});
