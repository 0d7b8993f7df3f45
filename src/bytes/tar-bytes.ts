// The bytes of an archive in order, some of them read before. Small members are parts of what is read at a time, and never
// copied.

import { fill, type ByteStream } from './byte-stream.ts';

/** Bytes read at a time. */
const READ = 1 << 20;
/** A larger member gets this much memory at first, more as its bytes come: sizes in a header may be lies. */
const FIRST = 4 << 20;

export class TarBytes {
  private readonly stream: ByteStream;
  private left: Uint8Array<ArrayBuffer>;

  constructor(stream: ByteStream, head: Uint8Array) {
    this.stream = stream;
    this.left = new Uint8Array(head);
  }

  /** The next `count` bytes, fewer at the end. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.left.length < count) {
      if (count > READ) return this.takeLarge(count);
      await this.read();
    }
    const bytes = this.left.subarray(0, count);
    this.left = this.left.subarray(bytes.length);
    return bytes;
  }

  /** How many bytes were left out; fewer than `count` at the end. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    while (skipped < count) {
      const piece = await this.take(Math.min(count - skipped, READ));
      if (piece.length === 0) break;
      skipped += piece.length;
    }
    return skipped;
  }

  /** Reads on, into fresh memory: members lie in the old one. */
  private async read(): Promise<void> {
    const block = new Uint8Array(READ);
    block.set(this.left);
    const more = await fill(this.stream, block, this.left.length, READ);
    this.left = more.buffer.subarray(0, this.left.length + more.count);
  }

  private async takeLarge(count: number): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = new Uint8Array(Math.min(count, Math.max(FIRST, this.left.length)));
    bytes.set(this.left);
    let used = this.left.length;
    this.left = new Uint8Array(0);
    while (used < count) {
      const full = bytes;
      if (used === full.length) (bytes = new Uint8Array(Math.min(count, used * 2))).set(full);
      const filled = await this.stream.read(bytes, used, bytes.length);
      bytes = filled.buffer;
      used += filled.count;
      if (filled.count === 0) break;
    }
    return used < bytes.length ? bytes.slice(0, used) : bytes;
  }
}
