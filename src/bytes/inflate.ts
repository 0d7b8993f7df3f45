// Takes the compression off a stream, told by its first bytes: gzip (any number of members), zstd (any number of frames,
// windows up to 128 MB) and xz (any number of streams, dictionaries up to 64 MB). UTF-16 is converted to UTF-8 the same way.
// What came out before a damage is delivered; the damage is then said.

import { fill, type ByteStream, type Filled } from './byte-stream.ts';
import type { Decoder } from './decoder.ts';
import { gunzipped } from './gunzip.ts';

type Compression = 'gzip' | 'zstd' | 'xz' | 'utf-16le' | 'utf-16be';

/** Compressed bytes handed to a decoder at a time: small, since what came of them is lost with a damage among them. */
const INPUT = 1 << 14;
/** Bytes asked of the source at a time. */
const READ = 1 << 20;

/** `\xfd7zXZ\0` */
const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];

/** UTF-16 without a byte order mark is recognized by this many bytes of ASCII. */
const MIN_ASCII = 32;

/** How the bytes that begin like this are compressed, or that they are UTF-16; undefined when they are neither. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  if (head.length < 4) return undefined;
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip';
  if (XZ_MAGIC.every((byte, i) => head[i] === byte)) return 'xz';
  const magic = new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true);
  // RFC 8878 §3.1: a frame, or a skippable frame before it.
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd';
  if (isUtf16(head, 0)) return 'utf-16le';
  return isUtf16(head, 1) ? 'utf-16be' : undefined;
}

/** `low` is where the low byte of a character is. Four bytes of UTF-32 begin with the mark of UTF-16, and two zeros. */
function isUtf16(head: Uint8Array, low: 0 | 1): boolean {
  if (head[low] === 0xff && head[1 - low] === 0xfe) return head[2] !== 0 || head[3] !== 0;
  const start = head.subarray(0, MIN_ASCII);
  return (
    start.length === MIN_ASCII &&
    start.every((byte, i) => (i % 2 === low ? byte > 8 && byte < 127 : byte === 0))
  );
}

/** A file that says how it is compressed, and is compressed again inside, is unpacked this often. */
const MAX_LAYERS = 3;

/** The plain bytes of a file, and its beginning. */
export interface Plain {
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** Bytes of the beginning. */
  readonly count: number;
  /** What comes behind them. */
  readonly stream: ByteStream;
  /** Was it, or converted from UTF-16? Then places in the plain bytes are none in the file. */
  readonly isCompressed: boolean;
}

/**
 * Takes off whatever compressions a stream has. Of a stream without any, `size` bytes are read, else `inside` bytes of
 * what was in it. `again` opens the same file anew, where that can be done: gzip comes off faster then. Throws what the
 * stream throws.
 */
export async function plain(
  stream: ByteStream,
  size: number,
  inside: number,
  again?: () => ByteStream,
): Promise<Plain> {
  let { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
  let isCompressed = stream.isInflated ?? false;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const head = buffer.subarray(0, count);
    const compression = compressionOf(head);
    if (!compression) break;
    const isNative = compression === 'gzip' && layer === 0 && again && !stream.isInflated;
    stream = isNative
      ? gunzipped(again, (packed) => inflate(packed, new Uint8Array(0), compression))
      : await inflate(stream, head, compression);
    isCompressed = true;
    ({ buffer, count } = await fill(stream, new Uint8Array(inside), 0, inside));
  }
  return { buffer, count, stream, isCompressed };
}

/** The plain bytes of `source`, which begins with `head` (already read from it). */
export async function inflate(
  source: ByteStream,
  head: Uint8Array,
  compression: Compression,
): Promise<ByteStream> {
  return decoded(source, head, await decoderOf(compression));
}

/** What `decoder` makes of `source`, which begins with `head` (already read from it). */
export function decoded(source: ByteStream, head: Uint8Array, decoder: Decoder): ByteStream {
  return new InflatedStream(source, head, decoder);
}

/** Each is loaded when it is needed. */
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

class InflatedStream implements ByteStream {
  private failure: string | undefined;
  private readonly source: ByteStream;
  private readonly decoder: Decoder;
  private readBuffer = new Uint8Array(READ);
  /** Compressed bytes that were read and not fed yet. */
  private input: Uint8Array;
  private ended = false;

  constructor(source: ByteStream, head: Uint8Array, decoder: Decoder) {
    this.source = source;
    this.input = head;
    this.decoder = decoder;
  }

  get taken(): number {
    return this.source.taken;
  }

  get damage(): string | undefined {
    return this.source.damage ?? this.failure;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    const room = buffer.subarray(at, until);
    let count = 0;
    while (!this.failure) {
      count = this.attempt(() => this.decoder.take(room));
      if (count > 0 || this.ended) break;
      if (this.input.length === 0) await this.readInput();
      this.attempt(() => this.feed());
    }
    return { buffer, count };
  }

  /** What a decoder throws is a damage of the file. */
  private attempt(decode: () => number): number {
    try {
      return decode();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      this.ended = true;
      return 0;
    }
  }

  private async readInput(): Promise<void> {
    const { buffer, count } = await this.source.read(this.readBuffer, 0, READ);
    this.readBuffer = buffer;
    this.input = buffer.subarray(0, count);
  }

  /** Feeds the next few bytes, or says that no more come. */
  private feed(): number {
    if (this.input.length > 0) this.decoder.feed(this.input.subarray(0, INPUT));
    else this.decoder.end();
    this.ended = this.input.length === 0;
    this.input = this.input.subarray(INPUT);
    return 0;
  }
}
