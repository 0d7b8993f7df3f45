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

/** Room before the bytes of a piece, for what a reader has left of the one before. */
export const HEADROOM = 1 << 16;
/** A piece of fewer bytes is copied. */
const WORTH_KEEPING = 1 << 18;

/**
 * The bytes of large pieces that come one by one, each with HEADROOM bytes before and behind it that may be written to.
 * Where a whole piece is asked for it is handed over, and not copied. `next` gives undefined behind the last.
 */
export function pieceStream(next: () => Promise<Uint8Array<ArrayBuffer> | undefined>): ByteStream {
  return new PieceStream(next);
}

class PieceStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly next: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
  private piece = new Uint8Array(0);
  private from = 0;
  private to = 0;

  constructor(next: () => Promise<Uint8Array<ArrayBuffer> | undefined>) {
    this.next = next;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    if (this.from === this.to) {
      const piece = await this.next();
      if (!piece) return { buffer, count: 0 };
      this.piece = piece;
      this.from = HEADROOM;
      this.to = piece.length - HEADROOM;
    }
    const { piece, from, to } = this;
    const count = Math.min(to - from, until - at);
    this.from += count;
    this.taken += count;
    const isWhole = count === to - from && count >= WORTH_KEEPING;
    if (isWhole && from >= at && from - at + until <= piece.length) {
      piece.set(buffer.subarray(0, at), from - at);
      return { buffer: piece.subarray(from - at), count };
    }
    buffer.set(piece.subarray(from, from + count), at);
    return { buffer, count };
  }
}

/** The bytes of a file that is in memory already. */
export function memoryStream(bytes: Uint8Array): ByteStream {
  let left: Uint8Array | undefined = bytes;
  return chunkStream(() => {
    const next = left;
    left = undefined;
    return Promise.resolve(next);
  });
}

class ChunkStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly next: () => Promise<Uint8Array | undefined>;
  private left: Uint8Array = new Uint8Array(0);

  constructor(next: () => Promise<Uint8Array | undefined>) {
    this.next = next;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    while (this.left.length === 0) {
      const chunk = await this.next();
      if (!chunk) return { buffer, count: 0 };
      this.left = chunk;
    }
    const count = Math.min(this.left.length, until - at);
    buffer.set(this.left.subarray(0, count), at);
    this.left = this.left.subarray(count);
    this.taken += count;
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
