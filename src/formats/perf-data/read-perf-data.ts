// Reads a perf.data file, written by `perf record` or `perf inject`, front to back: a file, or the output of pipe mode.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.
//
//   file   header | ids | attrs | records … | table of features | features
//   pipe   header | records …                (attrs and features are records)

import { fill, nextBlock, type ByteStream, type ReadResult } from '../../bytes/byte-stream.ts';
import { unsigned64 } from '../../bytes/numbers.ts';
import { joined } from '../../bytes/random-access.ts';
import { BUDGET, type Budget } from '../../model/budget.ts';
import type { CodeLibrary } from '../../model/code.ts';
import type { Profile } from '../../model/profile.ts';
import { ID_SECTION, MIN_ATTR, readAttr } from './attr.ts';
import { readFeature } from './features.ts';
import { FILE_HEADER, PIPE_HEADER } from './header.ts';
import { RecordReader, type WalkerFor } from './record-reader.ts';
import { extentAt, FEATURE_ENTRY, MAX_SECTION, sectionsOf, type Extent } from './sections.ts';
import type { View } from './record.ts';

/** Bytes read at a time. */
const BLOCK_SIZE = 4 << 20;
/** Larger than any record. */
const BEYOND_RECORD = 1 << 16;
/** Alignment of records in a buffer. */
const ALIGNMENT = 8;
/** Typical size per distinct stack in recordings with frame pointers, which have the most distinct stacks. */
const BYTES_PER_STACK = 56;
const MAX_EXPECTED = 1 << 24;

const CUT = 'The recording is truncated; everything up to its end is shown';
const UNFINISHED = 'perf did not finish this recording; everything that it wrote is shown';

export interface PerfDataOptions {
  /** Approximate size in bytes. */
  readonly size?: number | undefined;
  /** True to deliver samples before their order is certain; see OutOfOrder. */
  readonly isSpeculative?: boolean;
  /** Build IDs in lower-case hex, by path. */
  readonly buildIds?: ReadonlyMap<string, string> | undefined;
  readonly budget?: Budget;
}

/**
 * Reads `first`, then the rest from `stream`. Calls `onProgress` from time to time, and once at the end, when all metadata is
 * known. Throws what the stream throws, and OutOfOrder when speculative.
 */
export async function readPerfData(
  stream: ByteStream,
  first: { readonly buffer: Uint8Array<ArrayBuffer>; readonly filled: number },
  library: CodeLibrary,
  walkerFor: WalkerFor,
  onProgress: (reader: RecordReader, bytes: number) => void,
  { size = 0, isSpeculative = false, buildIds, budget = BUDGET }: PerfDataOptions = {},
): Promise<Profile> {
  const expected = Math.min(size / BYTES_PER_STACK, MAX_EXPECTED);
  const reader = new RecordReader(library, walkerFor, { expected, isSpeculative, budget });
  for (const [path, buildId] of buildIds ?? []) reader.features.buildIds.set(path, buildId);
  const file = new PerfDataReader(stream, first.buffer, first.filled, reader, onProgress);
  await file.read();
  const profile = reader.finish();
  onProgress(reader, file.end);
  return profile;
}

/** A part of the file, and its offset. */
interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly base: number;
}

const NO_BLOCK: Block = { bytes: new Uint8Array(0), base: 0 };

class PerfDataReader {
  private readonly stream: ByteStream;
  private readonly reader: RecordReader;
  private readonly onProgress: (reader: RecordReader, bytes: number) => void;
  private buffer: Uint8Array<ArrayBuffer>;
  private filled: number;
  /** File offset of `buffer`. */
  private base = 0;
  /** The last block read, if only its beginning is in the buffer; undefined if the buffer has everything read so far. */
  private following: Block | undefined;
  private isCut = false;

  constructor(
    stream: ByteStream,
    buffer: Uint8Array<ArrayBuffer>,
    filled: number,
    reader: RecordReader,
    onProgress: (reader: RecordReader, bytes: number) => void,
  ) {
    this.stream = stream;
    this.buffer = buffer;
    this.filled = filled;
    this.reader = reader;
    this.onProgress = onProgress;
  }

  async read(): Promise<void> {
    const headerSize = this.filled >= PIPE_HEADER ? unsigned64(this.view, 8) : 0;
    if (headerSize === PIPE_HEADER) {
      await this.readRecords(PIPE_HEADER, Infinity);
      return;
    }
    await this.need(FILE_HEADER);
    if (this.filled < FILE_HEADER) return this.noteCut();
    const { attrSize, attrs, data, features } = sectionsOf(this.view);
    await this.need(Math.min(data.at, MAX_SECTION));
    this.readAttrs(attrSize, attrs);
    // perf writes the size of the data only when it finishes.
    if (data.size === 0) {
      this.reader.builder.note('unfinished', UNFINISHED);
      await this.readRecords(data.at, Infinity);
    } else if (await this.readRecords(data.at, data.at + data.size))
      await this.readFeatures(features, data.at + data.size);
  }

  /** File offset up to which the file has been read. */
  get end(): number {
    return this.base + this.filled;
  }

  private get view(): View {
    return new DataView(this.buffer.buffer, this.buffer.byteOffset, this.filled);
  }

  /** Adds the note once, although several parts may be missing. */
  private noteCut(): void {
    if (!this.isCut) this.reader.builder.note('cut', CUT);
    this.isCut = true;
  }

  /** Reads the file up to `end` into the buffer, in steps because a damaged header may claim any size. */
  private async need(end: number): Promise<void> {
    while (this.end < end) {
      const until = Math.min(end - this.base, this.filled * 2 + BLOCK_SIZE);
      const larger = new Uint8Array(until);
      larger.set(this.buffer.subarray(0, this.filled));
      const more = await this.readOn(larger, this.filled, until);
      this.buffer = more.buffer;
      this.filled += more.count;
      if (this.filled < until) return;
    }
  }

  private async readOn(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<ReadResult> {
    const { bytes, base } = this.following ?? NO_BLOCK;
    const known = bytes.subarray(this.end - base).subarray(0, until - at);
    buffer.set(known, at);
    const more = await fill(this.stream, buffer, at + known.length, until);
    return { buffer: more.buffer, count: known.length + more.count };
  }

  private async blockAt(base: number): Promise<Block> {
    return { bytes: await nextBlock(this.stream, BLOCK_SIZE), base };
  }

  private readAttrs(attrSize: number, { at: from, size }: Extent): void {
    const { view, filled } = this;
    if (attrSize < MIN_ATTR + ID_SECTION) return;
    // The total is bounded, because in a damaged recording several attrs may claim the same IDs.
    let idsLeft = filled / 8;
    for (let at = from; at + attrSize <= Math.min(from + size, filled); at += attrSize) {
      const idsAt = unsigned64(view, at + attrSize - ID_SECTION);
      const idsEnd = Math.min(idsAt + unsigned64(view, at + attrSize - 8), filled);
      const ids: number[] = [];
      for (let id = idsAt; id + 8 <= idsEnd && idsLeft > 0; id += 8, idsLeft--)
        ids.push(unsigned64(view, id));
      this.reader.addAttr(readAttr(view, at, attrSize - ID_SECTION), ids);
    }
  }

  /** False when the file ends before `end`. */
  private async readRecords(from: number, end: number): Promise<boolean> {
    const { reader } = this;
    let at = from;
    for (;;) {
      const until = Math.min(this.end, end);
      if (at < until) {
        at = this.base + (await reader.push(this.view, at - this.base, until - this.base));
        this.onProgress(reader, until);
        const { skip } = reader;
        reader.skip = 0;
        at += Math.min(skip, end - at);
        if (skip > 0) continue;
      }
      if (reader.isLost || reader.builder.isFull || at >= end) return true;
      if (at < until && until === end) {
        this.noteCut();
        return true;
      }
      if (await this.next(at)) continue;
      if (end !== Infinity || this.end !== at) this.noteCut();
      return false;
    }
  }

  /**
   * Continues in a new buffer that begins at file offset `at`; pending records keep the old one. Blocks are used in place, and
   * only a record that spans two blocks is copied:
   *
   *   previous block … rest | beginning       then       block, from its first complete record
   */
  private async next(at: number): Promise<boolean> {
    let block = this.following ?? (await this.blockAt(this.end));
    this.following = undefined;
    while (block.bytes.length > 0 && at >= block.base + block.bytes.length)
      block = await this.blockAt(block.base + block.bytes.length);
    if (block.bytes.length === 0) return false;
    const { bytes, base } = block;
    const rest = this.buffer.subarray(Math.min(this.filled, at - this.base), Math.max(0, base - this.base));
    const inPlace = bytes.subarray(Math.max(0, at - base));
    const isShort = rest.length > 0 || inPlace.byteOffset % ALIGNMENT !== 0;
    this.buffer = isShort ? joined([rest, inPlace.subarray(0, BEYOND_RECORD)]) : inPlace;
    this.filled = this.buffer.length;
    this.base = at;
    this.following = this.end < base + bytes.length ? block : undefined;
    return true;
  }

  private async readFeatures(features: readonly number[], from: number): Promise<void> {
    if (this.end < from) await this.next(from);
    await this.need(from + features.length * FEATURE_ENTRY);
    if (this.end < from + features.length * FEATURE_ENTRY) return this.noteCut();
    const { view, base } = this;
    const sections = features.map((feature, i) => ({
      feature,
      ...extentAt(view, from - base + i * FEATURE_ENTRY),
    }));
    const readable = sections.filter(({ at, size }) => at >= from && at + size <= from + MAX_SECTION);
    await this.need(readable.reduce((end, { at, size }) => Math.max(end, at + size), from));
    for (const { feature, at, size } of readable) {
      if (at + size > this.end) return this.noteCut();
      readFeature(this.reader.features, feature, this.buffer.subarray(at - base, at - base + size));
    }
  }
}
