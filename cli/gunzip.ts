// Decompresses gzip with Node's own decoder. Its DecompressionStream delivers pieces of 16 kB, each after a change of threads, and
// takes ten times as long.

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';

const PACKED_SIZE = 1 << 16;
const UNPACKED_SIZE = 1 << 20;

export function gunzip(packed: ByteStream): ByteStream {
  const unpacked = createGunzip({ chunkSize: UNPACKED_SIZE });
  // Reading `unpacked` reports the error.
  pipeline(Readable.from(chunksOf(packed)), unpacked, () => {});
  const chunks: AsyncIterator<Buffer, undefined> = unpacked[Symbol.asyncIterator]();
  return chunkStream(async () => (await chunks.next()).value);
}

async function* chunksOf(packed: ByteStream): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { buffer, count } = await packed.read(new Uint8Array(PACKED_SIZE), 0, PACKED_SIZE);
    if (count === 0) return;
    yield buffer.subarray(0, count);
  }
}
