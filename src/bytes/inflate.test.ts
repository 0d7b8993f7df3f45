import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, drain, fixture, joined, sourceOf, unpack } from '../../fixtures/sources.ts';
import { compressionOf, inflate } from './inflate.ts';

const GZIP = new Uint8Array(gzipSync('main;run 3\n'));
const ZSTD = fixture('compressed', 'one.zst');
const XZ = fixture('compressed', 'one.xz');

test.each([
  ['gzip', GZIP, 'gzip'],
  ['zstd', ZSTD, 'zstd'],
  ['xz', XZ, 'xz'],
  ['xz without its last byte of magic', XZ.subarray(0, 5), undefined],
  ['a zstd frame to be skipped', Uint8Array.of(0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0), 'zstd'],
  ['text', bytesOf('main;run 3\n'), undefined],
  ['nothing', bytesOf(''), undefined],
  ['three bytes of gzip', GZIP.subarray(0, 3), undefined],
  ['gzip of an unknown method', Uint8Array.of(0x1f, 0x8b, 7, 0), undefined],
])('%s is known by its first bytes', (_what, head, compression) =>
  expect(compressionOf(head)).toBe(compression),
);

test('the head may lie anywhere in a larger buffer', () => {
  expect(compressionOf(joined('xxx', ZSTD).subarray(3))).toBe('zstd');
});

test('what is not compressed comes as it is', async () => {
  expect((await unpack(bytesOf('main;run 3\n'), [2])).bytes).toEqual(bytesOf('main;run 3\n'));
});

test.each([
  ['gzip', GZIP],
  ['zstd', ZSTD],
  ['xz', XZ],
] as const)('of %s it is known how many bytes of the file were taken', async (compression, content) => {
  const source = sourceOf(content).stream();
  const stream = await inflate(source, new Uint8Array(0), compression);
  await drain(stream);
  expect(stream.taken).toBe(content.length);
});

test('what a source throws is thrown on, not taken for a damage', async () => {
  const broken = {
    damage: undefined,
    taken: 0,
    read: () => Promise.reject(new Error('the disk is gone')),
  };
  const stream = await inflate(broken, GZIP.subarray(0, 10), 'gzip');
  await expect(drain(stream)).rejects.toThrow('the disk is gone');
});
