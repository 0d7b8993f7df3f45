// Decompresses the records inside compressed records (perf record -z). Their contents form one endless zstd stream, so a
// record may span two of them.
//
//   compressed     |--- zstd ---| |--- zstd ---| |--- …
//   decompressed   record record rec|ord record …

import { ZstdDecoder } from '../../bytes/zstd.ts';
import type { View } from './record.ts';

const BUFFER_SIZE = 1 << 20;
/** Larger than any record, whose size is a u16. */
const RECORD_SIZE_LIMIT = 1 << 16;

/** Reads the complete records in `[from, to)`; returns the end of the last one. Their bytes stay until `reuse` gets their buffer. */
type ReadRecords = (view: View, from: number, to: number) => number;

export class Unpacker {
  private readonly readRecords: ReadRecords;
  private zstd: ZstdDecoder | undefined;
  private buffer = new Uint8Array(0);
  private readonly own = new WeakSet<ArrayBuffer>();
  /** Buffers without pending records. New ones are slow: the system clears their memory page by page. */
  private readonly spare: ArrayBuffer[] = [];
  /** Range of the decompressed bytes that have not been read, because their record is incomplete. */
  private from = 0;
  private filled = 0;

  constructor(readRecords: ReadRecords) {
    this.readRecords = readRecords;
  }

  /**
   * Reads the records in `packed`. Returns false if the data is damaged, after reading the records before the damage, or if there is
   * no decoder. Throws only what `readRecords` throws.
   */
  async unpack(packed: Uint8Array): Promise<boolean> {
    this.zstd ??= await createDecoder();
    if (!this.zstd) return false;
    this.zstd.feed(packed);
    while (this.filled - this.from < RECORD_SIZE_LIMIT) {
      if (this.buffer.length - this.filled < RECORD_SIZE_LIMIT) this.replaceBuffer();
      const count = this.take(this.zstd);
      if (count === undefined) return false;
      if (count === 0) return true;
      this.filled += count;
      this.from = this.readRecords(new DataView(this.buffer.buffer), this.from, this.filled);
    }
    return true;
  }

  /** Takes back a buffer that has no pending records; ignores those of others. */
  reuse(buffer: ArrayBuffer): void {
    if (buffer !== this.buffer.buffer && this.own.delete(buffer)) this.spare.push(buffer);
  }

  /** Frees the decoder. */
  end(): void {
    this.spare.length = 0;
    try {
      this.zstd?.end();
    } catch {
      // perf never ends the frame.
    }
    this.zstd = undefined;
  }

  /** Returns undefined if the data is damaged. */
  private take(zstd: ZstdDecoder): number | undefined {
    try {
      return zstd.take(this.buffer.subarray(this.filled));
    } catch {
      // A failed decoder has no memory any more.
      this.zstd = undefined;
      return undefined;
    }
  }

  private replaceBuffer(): void {
    const rest = this.buffer.subarray(this.from, this.filled);
    const buffer = this.spare.pop() ?? new ArrayBuffer(BUFFER_SIZE);
    this.own.add(buffer);
    this.buffer = new Uint8Array(buffer);
    this.buffer.set(rest);
    this.filled = rest.length;
    this.from = 0;
  }
}

async function createDecoder(): Promise<ZstdDecoder | undefined> {
  try {
    return await ZstdDecoder.create();
  } catch {
    return undefined;
  }
}
