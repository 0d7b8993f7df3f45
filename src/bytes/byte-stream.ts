// Bytes that come in order, whatever they come from. A reader hands over the buffer to fill and goes on with the
// one it gets back: in browsers the bytes are then written into it by the browser itself, without a copy.

/** What one read gave. */
export interface Filled {
  /** The buffer that was handed over, or one with the same content in its place. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  /** How many bytes were added; 0 at the end. */
  readonly count: number;
}

export interface ByteStream {
  /**
   * Adds bytes to `buffer` from `at` on, at least one and at most up to `until`; some streams stop short of it.
   * Throws when the source fails.
   */
  read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled>;
  /**
   * The next bytes in the memory in which they came, which nobody writes to any more; undefined at the end. Only streams
   * of bytes that come so have it.
   */
  next?(): Promise<Uint8Array | undefined>;
  /** Were the bytes compressed in the file? Only streams that take compressions off by themselves have it. */
  readonly isInflated?: boolean;
  /** Why the bytes ended before they should have, as a sentence's end; undefined when they did not. */
  readonly damage: string | undefined;
  /** How many bytes of the file itself have been taken, compressed ones where it is compressed. */
  readonly taken: number;
}

/** Fills `buffer` from `at` until it holds `until` bytes or the stream ends. `count` is what was added. */
export async function fill(
  stream: ByteStream,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<Filled> {
  let filled = at;
  while (filled < until) {
    const read = await stream.read(buffer, filled, until);
    buffer = read.buffer;
    if (read.count === 0) break;
    filled += read.count;
  }
  return { buffer, count: filled - at };
}

/** The next bytes, in memory of their own; none at the end. Where there is a choice, `size` are read. */
export async function nextBlock(stream: ByteStream, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!stream.next) {
    const { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
    return buffer.subarray(0, count);
  }
  const chunk = (await stream.next()) ?? new Uint8Array(0);
  const { buffer, byteOffset, length } = chunk;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(chunk);
}

/** The bytes of a File or Blob. */
export function blobStream(blob: Blob): ByteStream {
  return new BlobStream(blob);
}

/**
 * Streams with a read under way. Chromium collects a Blob's stream as garbage when only its own pending read refers
 * to it, and the read then never ends; this list is the reference that keeps it.
 */
const reading = new Set<BlobStream>();

class BlobStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly blob: Blob;
  private byob: ReadableStreamBYOBReader | undefined;
  private copied: ByteStream | undefined;

  constructor(blob: Blob) {
    this.blob = blob;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    if (!this.byob && !this.copied) this.start();
    reading.add(this);
    try {
      const filled = this.copied
        ? await this.copied.read(buffer, at, until)
        : await readInto(this.byob!, buffer, at, until);
      this.taken += filled.count;
      return filled;
    } finally {
      reading.delete(this);
    }
  }

  /** Not every engine gives a Blob a byte stream; then the bytes are copied. */
  private start(): void {
    const stream = this.blob.stream();
    try {
      this.byob = stream.getReader({ mode: 'byob' });
    } catch {
      const reader = stream.getReader();
      this.copied = chunkStream(async () => (await reader.read()).value);
    }
  }
}

/** The bytes of chunks that come one by one, copied; `next` gives undefined behind the last. */
export function chunkStream(next: () => Promise<Uint8Array | undefined>): ByteStream {
  return new ChunkStream(next);
}

/** The bytes of a file that is in memory already. */
export function memoryStream(bytes: Uint8Array): ByteStream {
  return piecesStream([bytes]);
}

/** The same, in several pieces. */
export function piecesStream(pieces: readonly Uint8Array[]): ByteStream {
  const rest = pieces.values();
  return chunkStream(() => {
    const { value } = rest.next();
    return Promise.resolve(value);
  });
}

class ChunkStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly nextChunk: () => Promise<Uint8Array | undefined>;
  private left: Uint8Array = new Uint8Array(0);

  constructor(nextChunk: () => Promise<Uint8Array | undefined>) {
    this.nextChunk = nextChunk;
  }

  async next(): Promise<Uint8Array | undefined> {
    while (this.left.length === 0) {
      const chunk = await this.nextChunk();
      if (!chunk) return undefined;
      this.left = chunk;
    }
    const { left } = this;
    this.left = left.subarray(left.length);
    this.taken += left.length;
    return left;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    const chunk = await this.next();
    if (!chunk) return { buffer, count: 0 };
    const count = Math.min(chunk.length, until - at);
    buffer.set(chunk.subarray(0, count), at);
    this.left = chunk.subarray(count);
    this.taken -= this.left.length;
    return { buffer, count };
  }
}

/** Engines that know `min` fill the whole range at once, at twice the speed; others give what they have. */
async function readInto(
  reader: ReadableStreamBYOBReader,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<Filled> {
  const room = buffer.subarray(at, until);
  const { value } = await reader.read(room, { min: room.length });
  // Without a value the stream was cancelled and the buffer is lost; nobody cancels this one.
  if (!value) throw new Error('the file could not be read to its end');
  return { buffer: new Uint8Array(value.buffer), count: value.length };
}
