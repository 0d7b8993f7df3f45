// The bytes of an archive in order, some of them read before. Members are parts of the blocks that were read at a
// time, and not copied.

import { nextBlock, type ByteStream } from './byte-stream.ts';
import { joined } from './random-access.ts';

/** Bytes read at a time. */
const READ = 1 << 20;

export class TarBytes {
  private readonly stream: ByteStream;
  private block: Uint8Array<ArrayBuffer>;
  /** Where in the block the next bytes are. */
  private at = 0;
  /** Was what the block takes counted? */
  private isCounted = false;

  constructor(stream: ByteStream, head: Uint8Array) {
    this.stream = stream;
    this.block = new Uint8Array(head);
  }

  /** The next `count` bytes; undefined when they have not all been read yet: then take() gives them. */
  takeRead(count: number): Uint8Array<ArrayBuffer> | undefined {
    const { at } = this;
    if (at + count > this.block.length) return undefined;
    this.at = at + count;
    return this.block.subarray(at, at + count);
  }

  /** The next `count` bytes, fewer at the end. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    return joined((await this.takePieces(count)) ?? []);
  }

  /**
   * The same where they lie; undefined when `hasRoom` says that there is none for so many bytes more. What a header says
   * of sizes may be a lie: only what comes takes memory.
   */
  async takePieces(
    count: number,
    hasRoom?: (bytes: number) => boolean,
  ): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let missing = count;
    for (;;) {
      const piece = this.takeRead(Math.min(missing, this.block.length - this.at));
      if (piece && piece.length > 0) {
        if (hasRoom && !hasRoom(this.uncounted())) return undefined;
        pieces.push(piece);
      }
      missing -= piece?.length ?? 0;
      if (missing === 0 || !(await this.read())) return pieces;
    }
  }

  /**
   * How many bytes stay in memory as long as what was taken last does, apart from those of earlier calls: a part of a block
   * keeps all of it.
   */
  uncounted(): number {
    const bytes = this.isCounted ? 0 : this.block.length;
    this.isCounted = true;
    return bytes;
  }

  /** How many bytes were left out; fewer than `count` at the end. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    for (;;) {
      const piece = Math.min(count - skipped, this.block.length - this.at);
      this.at += piece;
      skipped += piece;
      if (skipped === count || !(await this.read())) return skipped;
    }
  }

  /** Reads on; false at the end. */
  private async read(): Promise<boolean> {
    this.block = await nextBlock(this.stream, READ);
    this.at = 0;
    this.isCounted = false;
    return this.block.length > 0;
  }
}
