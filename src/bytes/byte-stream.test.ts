import { expect, test } from 'vitest';
import { drain, bytesOf, fixture, sourceOf } from '../../fixtures/sources.ts';
import { blobStream, fill } from './byte-stream.ts';

const BYTES = Uint8Array.from(fixture('recordings', 'jit.perf'));

test('a file gives all its bytes in order', async () => {
  const stream = blobStream(new Blob([BYTES]));
  const { bytes, damage } = await drain(stream);
  expect(Buffer.compare(bytes, BYTES)).toBe(0);
  expect(damage).toBeUndefined();
  expect(stream.taken).toBe(BYTES.length);
});

test('an empty file gives nothing', async () => {
  expect((await drain(blobStream(new Blob([])))).bytes).toHaveLength(0);
});

test('a buffer is filled from where it stands, up to where it should be', async () => {
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

test('a buffer that is larger than the file is filled with all of it', async () => {
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
