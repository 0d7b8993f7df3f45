// Reads a recording of `perf record` or `perf inject` from its first byte to its last: a file, or what went through a
// pipe. tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.
//
//   file   header | ids | attrs | records … | table of features | features
//   pipe   header | records …                (attrs and features are records)

import { fill, nextBlock, type ByteStream, type Filled } from '../../bytes/byte-stream.ts';
import { unsigned64 } from '../../bytes/numbers.ts';
import { joined } from '../../bytes/random-access.ts';
import { BUDGET, type Budget } from '../../model/budget.ts';
import type { CodeLibrary } from '../../model/code.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { ID_SECTION, MIN_ATTR, readAttr } from './attr.ts';
import { readFeature } from './features.ts';
import { FILE_HEADER, PIPE_HEADER } from './header.ts';
import { RecordReader, type WalkerFor } from './record-reader.ts';
import { extentAt, FEATURE_ENTRY, MOST_AROUND, sectionsOf, type Extent } from './sections.ts';

/** Bytes read at a time. */
const PIECE = 4 << 20;
/** No record is as large. */
const BEYOND_RECORD = 1 << 16;
/** Of records in a buffer. */
const ALIGNMENT = 8;
/** Of recordings with frame pointers, which have more distinct stacks than any other. */
const BYTES_A_STACK = 56;
const MOST_EXPECTED = 1 << 24;

const CUT = 'The recording is cut; all that is whole is shown';
const UNFINISHED = 'perf did not finish this recording; all that it wrote is shown';

/** What is known of a recording before it is read. */
export interface Known {
  /** About how many bytes it has. */
  readonly size?: number | undefined;
  /** May it be read once more? */
  readonly isHasty?: boolean;
  /** Build ids in lower-case hex, by path. */
  readonly buildIds?: ReadonlyMap<string, string> | undefined;
  /** How much of it is kept. */
  readonly budget?: Budget;
}

/**
 * Reads all of `first` and what `stream` has behind it. What was read so far is `told` now and then, and at the end, when
 * all that the recording says of itself is known. Throws what the stream throws; in haste also OutOfOrder, and the
 * recording is then to be read once more, without haste.
 */
export async function readPerfData(
  stream: ByteStream,
  first: { readonly buffer: Uint8Array<ArrayBuffer>; readonly filled: number },
  library: CodeLibrary,
  walkerFor: WalkerFor,
  told: (reader: RecordReader, bytes: number) => void,
  { size = 0, isHasty = false, buildIds, budget = BUDGET }: Known = {},
): Promise<Profile> {
  const expected = Math.min(size / BYTES_A_STACK, MOST_EXPECTED);
  const reader = new RecordReader(library, walkerFor, { expected, isHasty, budget });
  for (const [path, buildId] of buildIds ?? []) reader.features.buildIds.set(path, buildId);
  const file = new PerfDataReader(stream, first.buffer, first.filled, reader, told);
  await file.read();
  const profile = reader.finish();
  told(reader, file.end);
  return profile;
}

/** Bytes of the file in memory of their own, and where in the file they begin. */
interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly base: number;
}

const NO_BLOCK: Block = { bytes: new Uint8Array(0), base: 0 };

class PerfDataReader {
  private readonly stream: ByteStream;
  private readonly reader: RecordReader;
  private readonly told: (reader: RecordReader, bytes: number) => void;
  private buffer: Uint8Array<ArrayBuffer>;
  private filled: number;
  /** Where in the file `buffer` begins. */
  private base = 0;
  /** A block that the buffer ends with the beginning of; undefined where it ends with all that was read. */
  private following: Block | undefined;
  private isCut = false;

  constructor(
    stream: ByteStream,
    buffer: Uint8Array<ArrayBuffer>,
    filled: number,
    reader: RecordReader,
    told: (reader: RecordReader, bytes: number) => void,
  ) {
    this.stream = stream;
    this.buffer = buffer;
    this.filled = filled;
    this.reader = reader;
    this.told = told;
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
    await this.need(Math.min(data.at, MOST_AROUND));
    this.readAttrs(attrSize, attrs);
    // Until perf ends it has not written how much there is.
    if (data.size === 0) {
      this.note('unfinished', UNFINISHED);
      await this.readRecords(data.at, Infinity);
    } else if (await this.readRecords(data.at, data.at + data.size))
      await this.readFeatures(features, data.at + data.size);
  }

  /** How far the file has been read. */
  get end(): number {
    return this.base + this.filled;
  }

  private get view(): DataView<ArrayBuffer> {
    return new DataView(this.buffer.buffer, this.buffer.byteOffset, this.filled);
  }

  /** Once: what is missing may be missed in several places. */
  private noteCut(): void {
    if (!this.isCut) this.note('cut', CUT);
    this.isCut = true;
  }

  private note(kind: string, text: string): void {
    this.reader.builder.note(kind, text, NONE);
  }

  /** Reads on until the buffer holds the file up to `end`, or the file ends. Where it ends may be a lie of the header. */
  private async need(end: number): Promise<void> {
    while (this.end < end) {
      const until = Math.min(end - this.base, this.filled * 2 + PIECE);
      const larger = new Uint8Array(until);
      larger.set(this.buffer.subarray(0, this.filled));
      const more = await this.readOn(larger, this.filled, until);
      this.buffer = more.buffer;
      this.filled += more.count;
      if (this.filled < until) return;
    }
  }

  private async readOn(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    const { bytes, base } = this.following ?? NO_BLOCK;
    const known = bytes.subarray(this.end - base).subarray(0, until - at);
    buffer.set(known, at);
    const more = await fill(this.stream, buffer, at + known.length, until);
    return { buffer: more.buffer, count: known.length + more.count };
  }

  private async blockAt(base: number): Promise<Block> {
    return { bytes: await nextBlock(this.stream, PIECE), base };
  }

  private readAttrs(attrSize: number, { at: from, size }: Extent): void {
    const { view, filled } = this;
    if (attrSize < MIN_ATTR + ID_SECTION) return;
    // No id belongs to two events; those of a damaged recording may seem to.
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
        this.told(reader, until);
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
   * Goes on in a fresh buffer that begins at `at`, a place in the file: what was read waits in the old one. Blocks that
   * come in memory of their own are not copied, but for a beginning that ends the last record of the one before:
   *
   *   block before … rest | beginning       then       block, from the first record in it on
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
    const wanted = sections.filter(({ at, size }) => at >= from && at + size <= from + MOST_AROUND);
    await this.need(wanted.reduce((end, { at, size }) => Math.max(end, at + size), from));
    for (const { feature, at, size } of wanted) {
      if (at + size > this.end) return this.noteCut();
      readFeature(this.reader.features, feature, this.buffer.subarray(at - base, at - base + size));
    }
  }
}
