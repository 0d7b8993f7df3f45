// The records inside of compressed ones (perf record -z). What all of these hold is one zstd stream that never ends, so a
// record may begin in one and end in the next.
//
//   compressed   |--- zstd ---| |--- zstd ---| |--- …
//   unpacked     record record rec|ord record …

import { ZstdDecoder } from '../../bytes/zstd.ts';

/** Room for what comes out; records wait in it for their turn, so it is filled once, by as much as it holds. */
const ROOM = 1 << 20;
/** No record is as large. */
const BEYOND_RECORD = 1 << 16;

/** Reads the whole records in `[from, to)`, whose bytes stay as they are; returns where the last one ends. */
type ReadRecords = (view: DataView<ArrayBuffer>, from: number, to: number) => number;

export class Unpacker {
  private readonly readRecords: ReadRecords;
  private zstd: ZstdDecoder | undefined;
  private buffer = new Uint8Array(0);
  /** What was unpacked and is no whole record yet. */
  private from = 0;
  private filled = 0;

  constructor(readRecords: ReadRecords) {
    this.readRecords = readRecords;
  }

  /** Throws when the bytes are damaged; what comes before the damage has been read then. */
  async unpack(packed: Uint8Array): Promise<void> {
    this.zstd ??= await ZstdDecoder.create();
    this.zstd.feed(packed);
    while (this.filled - this.from < BEYOND_RECORD) {
      if (this.buffer.length - this.filled < BEYOND_RECORD) this.renew();
      const count = this.take(this.zstd);
      if (count === 0) return;
      this.filled += count;
      this.from = this.readRecords(new DataView(this.buffer.buffer), this.from, this.filled);
    }
  }

  /** Nothing can be unpacked after this. */
  end(): void {
    try {
      this.zstd?.end();
    } catch {
      // perf never ends the frame.
    }
    this.zstd = undefined;
  }

  private take(zstd: ZstdDecoder): number {
    try {
      return zstd.take(this.buffer.subarray(this.filled));
    } catch (error) {
      // It has given its memory back already.
      this.zstd = undefined;
      throw error;
    }
  }

  private renew(): void {
    const rest = this.buffer.subarray(this.from, this.filled);
    this.buffer = new Uint8Array(ROOM);
    this.buffer.set(rest);
    this.filled = rest.length;
    this.from = 0;
  }
}
