// Gunzips with the platform's decoder, which is several times faster than JavaScript. DecompressionStream supports only
// one gzip member, and no decoder locates damage, so after a failure our own decoder starts over and skips the bytes
// already delivered.

import { chunkStream, fill, type ByteStream } from './byte-stream.ts';

/** Compressed bytes per chunk. */
const CHUNK_SIZE = 1 << 16;
/** Bytes skipped per read. */
const SKIP_SIZE = 1 << 20;

/** Decompresses gzip with the platform's decoder. The result throws if there is anything wrong with the input. */
export type Gunzip = (packed: ByteStream) => ByteStream;

/**
 * Decompresses the stream that `open` returns from its start, with `gunzip`. `decode` is the fallback, which also reports
 * damage.
 */
export function gunzipStream(
  open: () => ByteStream,
  decode: (packed: ByteStream) => Promise<ByteStream>,
  gunzip: Gunzip = unpackedChunks,
): ByteStream {
  let packed = open();
  const chunks = gunzip(packed);
  let fallback: ByteStream | undefined;
  return {
    get bytesRead() {
      return packed.bytesRead;
    },
    get damage() {
      return fallback?.damage;
    },
    async read(buffer, at, until) {
      if (!fallback) {
        try {
          return await chunks.read(buffer, at, until);
        } catch {
          // If the source failed, it fails again here.
          packed = open();
          const decoded = await decode(packed);
          await skip(decoded, chunks.bytesRead);
          fallback = decoded;
        }
      }
      return fallback.read(buffer, at, until);
    },
  };
}

/** Streams the output of DecompressionStream. */
function unpackedChunks(packed: ByteStream): ByteStream {
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { buffer, count } = await packed.read(new Uint8Array(CHUNK_SIZE), 0, CHUNK_SIZE);
      if (count > 0) controller.enqueue(buffer.subarray(0, count));
      else controller.close();
    },
  });
  const reader = input.pipeThrough(new DecompressionStream('gzip')).getReader();
  return chunkStream(async () => (await reader.read()).value);
}

async function skip(stream: ByteStream, bytes: number): Promise<void> {
  let discarded = new Uint8Array(SKIP_SIZE);
  for (let left = bytes; left > 0;) {
    const { buffer, count } = await fill(stream, discarded, 0, Math.min(left, SKIP_SIZE));
    if (count === 0) return;
    discarded = buffer;
    left -= count;
  }
}
