// Reads an archive's bytes in order, block by block. To avoid copies, files are returned as views of the blocks.

import { readBlock, type ByteStream } from './byte-stream.ts';
import { concatBytes } from './random-access.ts';

const READ_SIZE = 1 << 20;

export class TarBytes {
  private readonly stream: ByteStream;
  private block: Uint8Array<ArrayBuffer>;
  /** Offset of the next unread byte in `block`. */
  private at = 0;
  /** True once `takeUncounted` has reported the current block. */
  private isCounted = false;

  constructor(stream: ByteStream, head: Uint8Array) {
    this.stream = stream;
    this.block = new Uint8Array(head);
  }

  /** Returns the next `count` bytes if all are buffered; otherwise returns undefined, and `take` reads them. */
  takeBuffered(count: number): Uint8Array<ArrayBuffer> | undefined {
    const { at } = this;
    if (at + count > this.block.length) return undefined;
    this.at = at + count;
    return this.block.subarray(at, at + count);
  }

  /** Returns the next `count` bytes, fewer at the end. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    return concatBytes((await this.takePieces(count)) ?? []);
  }

  /**
   * Like `take`, but returns views of the blocks; undefined once `hasRoom` rejects the memory. Sizes in headers may be
   * wrong, so it claims memory only for bytes that arrive.
   */
  async takePieces(
    count: number,
    hasRoom?: (bytes: number) => boolean,
  ): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let missing = count;
    for (;;) {
      const piece = this.takeBuffered(Math.min(missing, this.block.length - this.at));
      if (piece && piece.length > 0) {
        if (hasRoom && !hasRoom(this.takeUncounted())) return undefined;
        pieces.push(piece);
      }
      missing -= piece?.length ?? 0;
      if (missing === 0 || !(await this.read())) return pieces;
    }
  }

  /** Returns the size of the current block, or 0 if already reported: a view keeps its whole block in memory. */
  takeUncounted(): number {
    const bytes = this.isCounted ? 0 : this.block.length;
    this.isCounted = true;
    return bytes;
  }

  /** Skips `count` bytes, fewer at the end, and returns the number skipped. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    for (;;) {
      const piece = Math.min(count - skipped, this.block.length - this.at);
      this.at += piece;
      skipped += piece;
      if (skipped === count || !(await this.read())) return skipped;
    }
  }

  /** Reads the next block; false at the end. */
  private async read(): Promise<boolean> {
    this.block = await readBlock(this.stream, READ_SIZE);
    this.at = 0;
    this.isCounted = false;
    return this.block.length > 0;
  }
}
