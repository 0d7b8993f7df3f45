import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { drain, bytesOf, fixture, sourceOf } from '../../fixtures/sources.ts';
import { blobStream, chunkStream, fill, readAhead, readBlock } from './byte-stream.ts';

const BYTES = Uint8Array.from(fixture('recordings', 'jit.perf'));

test('reads all bytes of a file in order', async () => {
  const stream = blobStream(new Blob([BYTES]));
  const { bytes, damage } = await drain(stream);
  expect(Buffer.compare(bytes, BYTES)).toBe(0);
  expect(damage).toBeUndefined();
  expect(stream.bytesRead).toBe(BYTES.length);
});

test('reads nothing from an empty file', async () => {
  expect((await drain(blobStream(new Blob([])))).bytes).toHaveLength(0);
});

test('fills a buffer between the given offsets', async () => {
  const stream = blobStream(new Blob([BYTES]));
  const buffer = new Uint8Array(100);
  buffer.set(bytesOf('head'));
  const first = await fill(stream, buffer, 4, 60);
  expect(first.count).toBe(56);
  expect(first.buffer.subarray(0, 60)).toEqual(
    Uint8Array.from([...bytesOf('head'), ...BYTES.subarray(0, 56)]),
  );
  const next = await fill(stream, first.buffer, 60, 70);
  expect(next.buffer.subarray(60, 70)).toEqual(BYTES.subarray(56, 66));
});

test('stops filling at the end of a file that is shorter than the buffer', async () => {
  for (const pieces of [[], [1], [64], [BYTES.length - 1, 1]]) {
    const { buffer, count } = await fill(
      sourceOf(BYTES, 'x', pieces).stream(),
      new Uint8Array(BYTES.length + 10),
      0,
      BYTES.length + 5,
    );
    expect(count).toBe(BYTES.length);
    expect(Buffer.compare(buffer.subarray(0, count), BYTES)).toBe(0);
  }
});

describe('a stream that reads ahead', () => {
  test('returns the bytes in order, and reads one block more than it has returned', async () => {
    const stream = sourceOf(BYTES, 'x', [1, 64, 10]).stream();
    const ahead = readAhead(stream, 100);
    expect(await readBlock(ahead, 1)).toEqual(BYTES.subarray(0, 100));
    expect(stream.bytesRead).toBeGreaterThan(100);
    expect(Buffer.compare((await drain(ahead)).bytes, BYTES.subarray(100))).toBe(0);
  });

  test('throws an error when the block is used in which it occurred', async () => {
    const blobs = blobStream(new Blob([BYTES]));
    const read = async (buffer: Uint8Array<ArrayBuffer>, at: number, until: number) => {
      if (blobs.bytesRead >= 100) throw new Error('gone');
      return blobs.read(buffer, at, until);
    };
    const ahead = readAhead({ damage: undefined, bytesRead: 0, read }, 100);
    expect(await readBlock(ahead, 1)).toHaveLength(100);
    await expect(readBlock(ahead, 1)).rejects.toThrow('gone');
  });
});

describe('a stream in chunks', () => {
  const CONTENT = Uint8Array.from({ length: 3_000_000 }, (_, i) => i * 7 + (i >> 8));

  /** A stream of chunks with these lengths; the last chunk is the rest of `CONTENT`. */
  function streamOf(lengths: readonly number[]) {
    let at = 0;
    const left = [...lengths, Infinity];
    return chunkStream(() => {
      const bytes = CONTENT.subarray(at, at + (left.shift() ?? 0));
      at += bytes.length;
      return Promise.resolve(bytes.length > 0 ? bytes : undefined);
    });
  }

  test('returns the rest of a partly read chunk, and nothing after the last chunk', async () => {
    const stream = streamOf([1000]);
    await fill(stream, new Uint8Array(300), 0, 300);
    const blocks = [await readBlock(stream, 1), await readBlock(stream, 1), await readBlock(stream, 1)];
    expect(blocks.map(({ length }) => length)).toEqual([700, CONTENT.length - 1000, 0]);
    expect(Buffer.compare(blocks[0], CONTENT.subarray(300, 1000))).toBe(0);
    expect(stream.bytesRead).toBe(CONTENT.length);
  });

  test('returns all bytes in order for any chunk and read sizes', async () => {
    const length = fc.integer({ min: 1, max: 700_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(length),
        fc.array(length),
        fc.nat(1 << 16),
        async (pieces, counts, prefix) => {
          const stream = streamOf(pieces);
          let taken = 0;
          for (const count of [...counts, 4_000_000]) {
            const before = Math.min(prefix, taken);
            const buffer = new Uint8Array(before + count);
            buffer.set(CONTENT.subarray(taken - before, taken));
            const filled = await fill(stream, buffer, before, before + count);
            taken += filled.count;
            const now = filled.buffer.subarray(0, before + filled.count);
            expect(Buffer.compare(now, CONTENT.subarray(taken - now.length, taken))).toBe(0);
          }
          expect([taken, stream.bytesRead]).toEqual([CONTENT.length, CONTENT.length]);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('returns a whole chunk without copying it', async () => {
    const chunk = new Uint8Array(1_000_000);
    const { buffer, length } = await readBlock(
      chunkStream(() => Promise.resolve(chunk)),
      1_000_100,
    );
    expect([buffer === chunk.buffer, length]).toEqual([true, 1_000_000]);
  });
});
