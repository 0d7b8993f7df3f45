// Decompresses a stream, detecting the format from its first bytes: gzip (any number of members), zstd (any number of
// frames, windows up to 128 MB) and xz (any number of streams, dictionaries up to 64 MB). UTF-16 is treated as a
// compression and converted to UTF-8. Damaged input yields everything before the damage.

import { fill, type ByteStream } from './byte-stream.ts';
import type { Decoder } from './decoder.ts';
import { gunzipStream, type Gunzip } from './gunzip-stream.ts';
import { viewOf } from './numbers.ts';

type Compression = 'gzip' | 'zstd' | 'xz' | 'utf-16le' | 'utf-16be';

/** Compressed bytes passed to a decoder per step. Small, because damage discards the output of the whole step. */
const INPUT_SIZE = 1 << 14;
/** Bytes read from the source at a time. */
const READ_SIZE = 1 << 20;

/** `\xfd7zXZ\0` */
const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];

/** UTF-16 without a byte order mark is recognized if it starts with this many bytes of ASCII text. */
const MIN_ASCII_BYTES = 32;

/** The compression or UTF-16 encoding of data that begins with `head`; undefined if it has neither. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  if (head.length < 4) return undefined;
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip';
  if (XZ_MAGIC.every((byte, i) => head[i] === byte)) return 'xz';
  const magic = viewOf(head).getUint32(0, true);
  // RFC 8878 §3.1: a frame, or a preceding skippable frame.
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd';
  if (isUtf16(head, 0)) return 'utf-16le';
  return isUtf16(head, 1) ? 'utf-16be' : undefined;
}

/** `low` is the offset of each character's low byte. Rejects UTF-32: the UTF-16 byte order mark, then two zeros. */
function isUtf16(head: Uint8Array, low: 0 | 1): boolean {
  if (head[low] === 0xff && head[1 - low] === 0xfe) return head[2] !== 0 || head[3] !== 0;
  const start = head.subarray(0, MIN_ASCII_BYTES);
  return (
    start.length === MIN_ASCII_BYTES &&
    start.every((byte, i) => (i % 2 === low ? byte > 8 && byte < 127 : byte === 0))
  );
}

/** Maximum number of compression layers to remove. */
const MAX_LAYERS = 3;

/** A decompressed file: its first bytes and the rest. */
interface Decompressed {
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** Number of bytes in `buffer`. */
  readonly count: number;
  /** The bytes after those in `buffer`. */
  readonly stream: ByteStream;
  /** True if offsets in the output are not offsets in the file, due to compression or UTF-16. */
  readonly isCompressed: boolean;
}

/**
 * Removes all compression layers from a stream. The returned buffer holds the first `size` bytes of an uncompressed stream,
 * or the first `unpackedSize` bytes of decompressed data. `reopen` opens the same file again; with it, gzip uses
 * `gunzip`, by default DecompressionStream. Throws when the source fails.
 */
export async function decompress(
  stream: ByteStream,
  size: number,
  unpackedSize: number,
  reopen?: () => ByteStream,
  gunzip?: Gunzip,
): Promise<Decompressed> {
  let { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
  let isCompressed = stream.isDecompressed ?? false;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const head = buffer.subarray(0, count);
    const compression = compressionOf(head);
    if (!compression) break;
    const isNative = compression === 'gzip' && layer === 0 && reopen && !stream.isDecompressed;
    stream = isNative
      ? gunzipStream(reopen, (packed) => decompressedStream(packed, new Uint8Array(0), compression), gunzip)
      : await decompressedStream(stream, head, compression);
    isCompressed = true;
    ({ buffer, count } = await fill(stream, new Uint8Array(unpackedSize), 0, unpackedSize));
  }
  return { buffer, count, stream, isCompressed };
}

/** Decompresses `source`. `head` holds the bytes already read from it. */
export async function decompressedStream(
  source: ByteStream,
  head: Uint8Array,
  compression: Compression,
): Promise<ByteStream> {
  return decodedStream(source, head, await decoderOf(compression));
}

/** Loads decoders on demand. */
async function decoderOf(compression: Compression): Promise<Decoder> {
  switch (compression) {
    case 'gzip':
      return new (await import('./gzip.ts')).GzipDecoder();
    case 'zstd':
      return (await import('./zstd.ts')).ZstdDecoder.create();
    case 'xz':
      return (await import('./xz.ts')).XzDecoder.create();
    case 'utf-16le':
    case 'utf-16be':
      return new (await import('./utf-16.ts')).Utf16Decoder(compression);
  }
}

/** Runs `source` through `decoder`. `head` holds the bytes already read from it. */
export function decodedStream(source: ByteStream, head: Uint8Array, decoder: Decoder): ByteStream {
  let failure: string | undefined;
  let readBuffer = new Uint8Array(READ_SIZE);
  // Compressed bytes read but not yet fed.
  let input = head;
  let ended = false;
  const hasFailed = () => failure !== undefined;
  // Treats decoder errors as damage to the file.
  const attempt = (decode: () => number) => {
    try {
      return decode();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      ended = true;
      return 0;
    }
  };
  // Feeds the next bytes, or signals the end of the input.
  const feed = () => {
    if (input.length > 0) decoder.feed(input.subarray(0, INPUT_SIZE));
    else decoder.end();
    ended = input.length === 0;
    input = input.subarray(INPUT_SIZE);
    return 0;
  };
  return {
    get bytesRead() {
      return source.bytesRead;
    },
    get damage() {
      return source.damage ?? failure;
    },
    async read(buffer, at, until) {
      const room = buffer.subarray(at, until);
      let count = 0;
      while (!hasFailed()) {
        count = attempt(() => decoder.take(room));
        if (count > 0 || ended) break;
        if (input.length === 0) {
          const read = await source.read(readBuffer, 0, READ_SIZE);
          readBuffer = read.buffer;
          input = readBuffer.subarray(0, read.count);
        }
        attempt(feed);
      }
      return { buffer, count };
    },
  };
}
