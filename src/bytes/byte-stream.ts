// Sequential byte streams from any source. `read` takes over the caller's buffer and returns it, so the browser can fill
// it without copying.

export interface ReadResult {
  /** The buffer passed to `read`, or a replacement with the same content. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** Number of bytes added; 0 at the end of the stream. */
  readonly count: number;
}

export interface ByteStream {
  /**
   * Reads at least one and at most `until - at` bytes into `buffer` at offset `at`; may stop short of `until`.
   * Throws when the source fails.
   */
  read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<ReadResult>;
  /**
   * Returns the next bytes without copying them; undefined at the end. The bytes are never overwritten.
   * Implemented only by streams whose bytes arrive in chunks.
   */
  next?(): Promise<Uint8Array | undefined>;
  /** True if the file is compressed. Set only by streams that decompress it themselves. */
  readonly isDecompressed?: boolean;
  /** Why the stream ended early, phrased as the end of a sentence; undefined if it did not. */
  readonly damage: string | undefined;
  /** Number of bytes consumed from the file itself (compressed bytes for a compressed file). */
  readonly bytesRead: number;
}

/** Fills `buffer` from `at` until it holds `until` bytes or the stream ends. `count` is the number of bytes added. */
export async function fill(
  stream: ByteStream,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<ReadResult> {
  let filled = at;
  while (filled < until) {
    const read = await stream.read(buffer, filled, until);
    buffer = read.buffer;
    if (read.count === 0) break;
    filled += read.count;
  }
  return { buffer, count: filled - at };
}

/** Returns the next chunk, which is empty at the end; if the stream has no chunks, reads up to `size` bytes. */
export async function readBlock(stream: ByteStream, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!stream.next) {
    const { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
    return buffer.subarray(0, count);
  }
  const chunk = (await stream.next()) ?? new Uint8Array(0);
  const { buffer, byteOffset, length } = chunk;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(chunk);
}

/** Reads each block of `size` bytes while the one before is used. A stream whose bytes arrive in chunks stays as it is. */
export function readAhead(stream: ByteStream, size: number): ByteStream {
  if (stream.next) return stream;
  let upcoming: Promise<Uint8Array> | undefined;
  return chunkStream(async () => {
    const block = await (upcoming ?? readBlock(stream, size));
    if (block.length === 0) return undefined;
    upcoming = readBlock(stream, size);
    // An error is thrown when this block is awaited.
    upcoming.catch(() => {});
    return block;
  });
}

type Reader = Pick<ByteStream, 'read'>;

/**
 * The readers with a pending read. Chromium garbage-collects a Blob's stream if only its own pending read refers to it, and
 * the read then never settles; this set keeps a reference.
 */
const pendingReaders = new Set<Reader>();

export function blobStream(blob: Blob): ByteStream {
  let source: Reader | undefined;
  const stream: ByteStream & { bytesRead: number } = {
    damage: undefined,
    bytesRead: 0,
    async read(buffer, at, until) {
      source ??= readerOf(blob);
      pendingReaders.add(source);
      try {
        const filled = await source.read(buffer, at, until);
        stream.bytesRead += filled.count;
        return filled;
      } finally {
        pendingReaders.delete(source);
      }
    },
  };
  return stream;
}

/** Copies in engines whose Blob streams are not byte streams. */
function readerOf(blob: Blob): Reader {
  const stream = blob.stream();
  try {
    const reader = stream.getReader({ mode: 'byob' });
    return { read: (buffer, at, until) => readInto(reader, buffer, at, until) };
  } catch {
    const reader = stream.getReader();
    return chunkStream(async () => (await reader.read()).value);
  }
}

export function memoryStream(bytes: Uint8Array): ByteStream {
  return piecesStream([bytes]);
}

/** Streams several in-memory pieces in order. */
export function piecesStream(pieces: readonly Uint8Array[]): ByteStream {
  const rest = pieces.values();
  return chunkStream(() => Promise.resolve(rest.next().value));
}

/** Streams a sequence of chunks; `nextChunk` returns undefined after the last one. */
export function chunkStream(nextChunk: () => Promise<Uint8Array | undefined>): ByteStream {
  let pending: Uint8Array = new Uint8Array(0);
  const stream = {
    damage: undefined,
    bytesRead: 0,
    async next(): Promise<Uint8Array | undefined> {
      while (pending.length === 0) {
        const chunk = await nextChunk();
        if (!chunk) return undefined;
        pending = chunk;
      }
      const chunk = pending;
      pending = chunk.subarray(chunk.length);
      stream.bytesRead += chunk.length;
      return chunk;
    },
    async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<ReadResult> {
      const chunk = await stream.next();
      if (!chunk) return { buffer, count: 0 };
      const count = Math.min(chunk.length, until - at);
      buffer.set(chunk.subarray(0, count), at);
      pending = chunk.subarray(count);
      stream.bytesRead -= pending.length;
      return { buffer, count };
    },
  };
  return stream;
}

/** `min` makes one read fill the whole range, which is twice as fast. Engines without `min` return fewer bytes. */
async function readInto(
  reader: ReadableStreamBYOBReader,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<ReadResult> {
  const room = buffer.subarray(at, until);
  const { value } = await reader.read(room, { min: room.length });
  // `value` is undefined only if the stream was canceled, which never happens here.
  if (!value) throw new Error('the file could not be read to the end');
  return { buffer: new Uint8Array(value.buffer), count: value.length };
}

const READ_SIZE = 16 << 20;

/** Reads the rest of a file, after the bytes in `buffer`. `claim` receives the size of each read, and throws when it exceeds a limit. */
export async function readAll(
  stream: ByteStream,
  { buffer, filled }: { readonly buffer: Uint8Array<ArrayBuffer>; readonly filled: number },
  claim: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  claim(filled);
  for (;;) {
    if (filled === buffer.length) {
      const larger = new Uint8Array(filled * 2);
      larger.set(buffer);
      buffer = larger;
    }
    const more = await fill(stream, buffer, filled, Math.min(buffer.length, filled + READ_SIZE));
    buffer = more.buffer;
    filled += more.count;
    claim(more.count);
    if (more.count === 0) return buffer.subarray(0, filled);
  }
}
