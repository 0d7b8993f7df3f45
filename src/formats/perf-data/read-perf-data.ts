// Reads the output of `perf record` or `perf inject` from front to back: a perf.data file, or a pipe.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.
//
//   file   header | ids | attrs | records … | table of features | features
//   pipe   header | records …                (attrs and features are records)

import { fill, readAhead, readBlock, type ByteStream, type ReadResult } from '../../bytes/byte-stream.ts';
import { readUint64 } from '../../bytes/numbers.ts';
import { concatBytes } from '../../bytes/random-access.ts';
import { BUDGET, type Budget } from '../../model/budget.ts';
import type { CodeLibrary } from '../../model/code.ts';
import type { Profile } from '../../model/profile.ts';
import { ID_ENTRY_SIZE, MIN_ATTR_SIZE, readAttr } from './attr.ts';
import { readFeature } from './features.ts';
import { FILE_HEADER_SIZE, PIPE_HEADER_SIZE } from './header.ts';
import { RecordReader, type WalkerFor } from './record-reader.ts';
import { extentAt, FEATURE_ENTRY_SIZE, MAX_SECTION_SIZE, sectionsOf, type Extent } from './sections.ts';
import type { View } from './record.ts';

/** Bytes read at a time. */
const BLOCK_SIZE = 4 << 20;
/** Larger than any record, whose size is a u16. */
const RECORD_SIZE_LIMIT = 1 << 16;
/** Alignment of records in a buffer. */
const ALIGNMENT = 8;
/** Typical number of bytes per distinct stack in recordings with frame pointers, which have the most stacks per byte. */
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
 * Reads `first`, then the rest from `stream`. Calls `onProgress` repeatedly, the last time when all metadata is
 * known. Throws errors of the stream and, if speculative, OutOfOrder.
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
  const file = new PerfDataReader(
    readAhead(stream, BLOCK_SIZE),
    first.buffer,
    first.filled,
    reader,
    onProgress,
  );
  await file.read();
  const profile = reader.finish();
  onProgress(reader, file.end);
  return profile;
}

/** A part of the file and its offset. */
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
    const headerSize = this.filled >= PIPE_HEADER_SIZE ? readUint64(this.view, 8) : 0;
    if (headerSize === PIPE_HEADER_SIZE) {
      await this.readRecords(PIPE_HEADER_SIZE, Infinity);
      return;
    }
    await this.fillTo(FILE_HEADER_SIZE);
    if (this.filled < FILE_HEADER_SIZE) return this.noteCut();
    const { attrSize, attrs, data, features } = sectionsOf(this.view);
    await this.fillTo(Math.min(data.at, MAX_SECTION_SIZE));
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

  /** Reads the file up to `end` into the buffer, in steps, because a damaged header may claim any size. */
  private async fillTo(end: number): Promise<void> {
    while (this.end < end) {
      const until = Math.min(end - this.base, this.filled * 2 + BLOCK_SIZE);
      const larger = new Uint8Array(until);
      larger.set(this.buffer.subarray(0, this.filled));
      const more = await this.readMore(larger, this.filled, until);
      this.buffer = more.buffer;
      this.filled += more.count;
      if (this.filled < until) return;
    }
  }

  private async readMore(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<ReadResult> {
    const { bytes, base } = this.following ?? NO_BLOCK;
    const known = bytes.subarray(this.end - base).subarray(0, until - at);
    buffer.set(known, at);
    const more = await fill(this.stream, buffer, at + known.length, until);
    return { buffer: more.buffer, count: known.length + more.count };
  }

  private async readBlockAt(base: number): Promise<Block> {
    return { bytes: await readBlock(this.stream, BLOCK_SIZE), base };
  }

  private readAttrs(attrSize: number, { at: from, size }: Extent): void {
    const { view, filled } = this;
    if (attrSize < MIN_ATTR_SIZE + ID_ENTRY_SIZE) return;
    // The total is bounded, because in a damaged recording several attrs may claim the same IDs.
    let idsLeft = filled / 8;
    for (let at = from; at + attrSize <= Math.min(from + size, filled); at += attrSize) {
      const idsAt = readUint64(view, at + attrSize - ID_ENTRY_SIZE);
      const idsEnd = Math.min(idsAt + readUint64(view, at + attrSize - 8), filled);
      const ids: number[] = [];
      for (let id = idsAt; id + 8 <= idsEnd && idsLeft > 0; id += 8, idsLeft--)
        ids.push(readUint64(view, id));
      this.reader.addAttr(readAttr(view, at, attrSize - ID_ENTRY_SIZE), ids);
    }
  }

  /** Reads the records up to `end`. Returns false if the file ends before that. */
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
      if (await this.continueAt(at)) continue;
      if (end !== Infinity || this.end !== at) this.noteCut();
      return false;
    }
  }

  /**
   * Continues in a new buffer that begins at file offset `at`; pending records keep the old one. Returns false at the end of
   * the file. Blocks are used in place; only a record that spans two blocks is copied:
   *
   *   previous block … rest | beginning       then       block, from its first complete record
   */
  private async continueAt(at: number): Promise<boolean> {
    let block = this.following ?? (await this.readBlockAt(this.end));
    this.following = undefined;
    while (block.bytes.length > 0 && at >= block.base + block.bytes.length)
      block = await this.readBlockAt(block.base + block.bytes.length);
    if (block.bytes.length === 0) return false;
    const { bytes, base } = block;
    const rest = this.buffer.subarray(Math.min(this.filled, at - this.base), Math.max(0, base - this.base));
    const inPlace = bytes.subarray(Math.max(0, at - base));
    const mustCopy = rest.length > 0 || inPlace.byteOffset % ALIGNMENT !== 0;
    this.buffer = mustCopy ? concatBytes([rest, inPlace.subarray(0, RECORD_SIZE_LIMIT)]) : inPlace;
    this.filled = this.buffer.length;
    this.base = at;
    this.following = this.end < base + bytes.length ? block : undefined;
    return true;
  }

  private async readFeatures(features: readonly number[], from: number): Promise<void> {
    if (this.end < from) await this.continueAt(from);
    await this.fillTo(from + features.length * FEATURE_ENTRY_SIZE);
    if (this.end < from + features.length * FEATURE_ENTRY_SIZE) return this.noteCut();
    const { view, base } = this;
    const sections = features.map((feature, i) => ({
      feature,
      ...extentAt(view, from - base + i * FEATURE_ENTRY_SIZE),
    }));
    const readable = sections.filter(({ at, size }) => at >= from && at + size <= from + MAX_SECTION_SIZE);
    await this.fillTo(readable.reduce((end, { at, size }) => Math.max(end, at + size), from));
    for (const { feature, at, size } of readable) {
      if (at + size > this.end) return this.noteCut();
      readFeature(this.reader.features, feature, this.buffer.subarray(at - base, at - base + size));
    }
  }
}
