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
  /** Adds some bytes to `buffer` from `at` on (there must be room for at least one). Throws when the source fails. */
  read(buffer: Uint8Array<ArrayBuffer>, at: number): Promise<Filled>;
  /** Why the bytes ended before they should have, in words that follow "the file is damaged: "; undefined when they did not. */
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
    const read = await stream.read(buffer, filled);
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

class BlobStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly blob: Blob;
  private byob: ReadableStreamBYOBReader | undefined;
  private plain: ReadableStreamDefaultReader<Uint8Array> | undefined;
  private left: Uint8Array = new Uint8Array(0);

  constructor(blob: Blob) {
    this.blob = blob;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number): Promise<Filled> {
    if (!this.byob && !this.plain) this.start();
    const filled = this.byob ? await this.readInto(this.byob, buffer, at) : await this.copyInto(buffer, at);
    this.taken += filled.count;
    return filled;
  }

  /** Not every engine gives a Blob a byte stream; then the bytes are copied. */
  private start(): void {
    const stream = this.blob.stream();
    try {
      this.byob = stream.getReader({ mode: 'byob' });
    } catch {
      this.plain = stream.getReader();
    }
  }

  private async readInto(
    reader: ReadableStreamBYOBReader,
    buffer: Uint8Array<ArrayBuffer>,
    at: number,
  ): Promise<Filled> {
    const { value } = await reader.read(new Uint8Array(buffer.buffer, at));
    // Without a value the stream was cancelled and the buffer is lost; nobody cancels this one.
    if (!value) throw new Error('the file could not be read to its end');
    return { buffer: new Uint8Array(value.buffer), count: value.length };
  }

  private async copyInto(buffer: Uint8Array<ArrayBuffer>, at: number): Promise<Filled> {
    while (this.left.length === 0) {
      const { value, done } = await this.plain!.read();
      if (done) return { buffer, count: 0 };
      this.left = value;
    }
    const count = Math.min(this.left.length, buffer.length - at);
    buffer.set(this.left.subarray(0, count), at);
    this.left = this.left.subarray(count);
    return { buffer, count };
  }
}
