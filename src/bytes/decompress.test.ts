import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, drain, fixture, concatBytes, sourceOf, unpack } from '../../fixtures/sources.ts';
import { compressionOf, decompressedStream } from './decompress.ts';

const GZIP = new Uint8Array(gzipSync('main;run 3\n'));
const ZSTD = fixture('compressed', 'one.zst');
const XZ = fixture('compressed', 'one.xz');

test.each([
  ['gzip', GZIP, 'gzip'],
  ['zstd', ZSTD, 'zstd'],
  ['xz', XZ, 'xz'],
  ['xz without the last byte of its magic', XZ.subarray(0, 5), undefined],
  ['a skippable zstd frame', Uint8Array.of(0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0), 'zstd'],
  ['text', bytesOf('main;run 3\n'), undefined],
  ['an empty file', bytesOf(''), undefined],
  ['three bytes of gzip', GZIP.subarray(0, 3), undefined],
  ['gzip with an unknown method', Uint8Array.of(0x1f, 0x8b, 7, 0), undefined],
])('recognizes the compression of %s', (_what, head, compression) =>
  expect(compressionOf(head)).toBe(compression),
);

test('recognizes the compression of data inside a larger buffer', () => {
  expect(compressionOf(concatBytes('xxx', ZSTD).subarray(3))).toBe('zstd');
});

test('passes uncompressed data through', async () => {
  expect((await unpack(bytesOf('main;run 3\n'), [2])).bytes).toEqual(bytesOf('main;run 3\n'));
});

test.each([
  ['gzip', GZIP],
  ['zstd', ZSTD],
  ['xz', XZ],
] as const)('counts the compressed bytes read from %s', async (compression, content) => {
  const source = sourceOf(content).stream();
  const stream = await decompressedStream(source, new Uint8Array(0), compression);
  await drain(stream);
  expect(stream.bytesRead).toBe(content.length);
});

test('rethrows errors from the source instead of reporting damage', async () => {
  const broken = {
    damage: undefined,
    bytesRead: 0,
    read: () => Promise.reject(new Error('the disk is gone')),
  };
  const stream = await decompressedStream(broken, GZIP.subarray(0, 10), 'gzip');
  await expect(drain(stream)).rejects.toThrow('the disk is gone');
});
