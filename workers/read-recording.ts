// Reads one recording: takes the compression off, tells the format, reads the text and puts what was read together.
// The same for the page and the terminal; they differ in where the text is read (Readers).
//
//   text     |piece|piece|piece|piece|piece|piece|…      read one after the other, while they are in the cache
//   chunks   |---------------- A --------------|-- B …   read apart, each a Profile of its own, appended in order

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { compressionOf, inflate } from '../src/bytes/inflate.ts';
import { lastCut, openReader, sniffText, type Text } from '../src/formats/index.ts';
import { isPerfData, isText, whyUnreadable } from '../src/formats/unreadable.ts';
import { ProfileBuilder } from '../src/model/builder.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type { Progress } from '../src/model/session.ts';

/** A file to be opened, wherever it lies. */
export interface Source {
  readonly name: string;
  /** In bytes; NaN when it is not known beforehand, as of a pipe. */
  readonly size: number;
  stream(): ByteStream;
}

/** A piece of text that was read: its buffer, to be filled again, and the samples of the chunk so far. */
export interface Pushed {
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly samples: number;
}

/** Reads one chunk. Pieces are pushed without waiting for the one before. */
export interface ChunkReader {
  /** Reads `buffer[0, end)` and takes the buffer over until it gives it back. */
  push(buffer: Uint8Array<ArrayBuffer>, end: number, last: boolean): Promise<Pushed>;
  /** All of the chunk that was pushed so far. */
  profile(): Promise<Profile>;
}

/** Whoever reads chunks: a pool of workers, or the thread that asks. */
export interface Readers {
  begin(text: Text): ChunkReader;
}

/** Reads chunks right here. */
export const readHere: Readers = {
  begin(text) {
    const reader = openReader(text);
    return {
      push(buffer, end, last) {
        reader.push(buffer, end, last);
        return Promise.resolve({ buffer, samples: reader.sampleCount });
      },
      profile: () => Promise.resolve(reader.finish()),
    };
  },
};

/** What a file turned out to be, as far as its beginning tells. */
export type Sniffed =
  | { readonly kind: 'recording'; readonly opened: Opened }
  | { readonly kind: 'other'; readonly isRecording: boolean; readonly why: string };

export interface Opened {
  readonly source: Source;
  readonly stream: ByteStream;
  readonly text: Text;
  /** The first piece, already read. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly filled: number;
  readonly sizes: Sizes;
}

/** In bytes. Tests make them small. */
export interface Sizes {
  /** Text the format is told from: what tells it may stand behind many lines of mappings. */
  readonly first: number;
  /** Text read at a time: more does not stay in the cache, less costs a message each. */
  readonly piece: number;
  /**
   * Text that makes one Profile. One reader is as fast as a browser hands out the bytes of a file, and putting two
   * Profiles together takes as long as a tenth of reading them, so a text is only parted when it is very large.
   */
  readonly chunk: number;
}

const SIZES: Sizes = { first: 16 << 20, piece: 4 << 20, chunk: 2 ** 32 };
/** Room that readers may look at behind the end of a piece. */
const SLACK = 64;
/** Pieces that wait to be read while the file is read on. */
const MOST_WAITING = 8;
/** A piece grows up to this while it holds no end of a record. */
const LARGEST_PIECE = 64 << 20;
/** A file that says how it is compressed, and is compressed again inside, is unpacked this often. */
const MAX_LAYERS = 3;
const HEAD = 1 << 16;
/** Of a large file the beginning is shown while the rest is read: this much text, if so many times more is to come. */
const PREVIEW = 16 << 20;
const MORE_TO_COME = 8;
/** Progress is told this often, in milliseconds. */
const REPORT_EVERY = 60;

/** Reads the beginning of a file and says what it is. Throws what the file's stream throws. */
export async function sniff(source: Source, sizes = SIZES): Promise<Sniffed> {
  const size = Math.min(HEAD, sizes.first);
  let stream = source.stream();
  let { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const compression = compressionOf(buffer.subarray(0, count));
    if (!compression) break;
    stream = await inflate(stream, buffer.subarray(0, count), compression);
    ({ buffer, count } = await fill(stream, new Uint8Array(size), 0, size));
  }
  const head = buffer.subarray(0, count);
  if (head.length === 0 && stream.damage) return damaged(source, stream.damage);
  const other: Sniffed = {
    kind: 'other',
    isRecording: isPerfData(head),
    why: whyUnreadable(source.name, head),
  };
  if (isPerfData(head) || !isText(head)) return other;
  const roomy = new Uint8Array(sizes.first + SLACK);
  roomy.set(head);
  const more = await fill(stream, roomy, count, sizes.first);
  const filled = count + more.count;
  const text = sniffText(more.buffer.subarray(0, filled));
  if (text)
    return { kind: 'recording', opened: { source, stream, text, buffer: more.buffer, filled, sizes } };
  return stream.damage ? damaged(source, stream.damage) : other;
}

function damaged({ name }: Source, damage: string): Sniffed {
  const why = `“${name}” cannot be unpacked: ${damage}, and nothing whole comes before the damage.`;
  return { kind: 'other', isRecording: true, why };
}

/** What is told while a recording is read. */
export interface Listener {
  progress(progress: Progress): void;
  /** The beginning of a large recording, as far as it was read. */
  preview(profile: Profile): void;
}

/** For whoever only waits for the end. */
export const nobody = { progress: () => {}, preview: () => {} };

/** Reads the rest and all of it. The profile is as recorded, its notes included. */
export async function readRecording(opened: Opened, readers: Readers, listener: Listener): Promise<Profile> {
  const profile = await new RecordingReader(opened, readers, listener).read();
  if (opened.stream.damage === undefined) return profile;
  const text = `The file is damaged, and only what comes before the damage is shown: ${opened.stream.damage}`;
  // That the text ends inside a sample is the same thing, and said once.
  const others = profile.notes.filter(({ kind }) => kind !== 'cut');
  return { ...profile, notes: [...others, { kind: 'damage', text, count: 1, line: NONE }] };
}

class RecordingReader {
  private readonly opened: Opened;
  private readonly readers: Readers;
  private readonly listener: Listener;
  private hasPreview = false;
  /** What was read, of the first chunk or, when there are several, of all so far. */
  private profile: Profile | undefined;
  private builder: ProfileBuilder | undefined;
  private chunk: ChunkReader;
  private chunkSize = 0;
  /** Samples of the chunks before this one; bytes of text pushed. */
  private samplesBefore = 0;
  private samples = 0;
  private plain = 0;
  private reportAfter = 0;
  private readonly waiting: Promise<Pushed>[] = [];
  private readonly spare: Uint8Array<ArrayBuffer>[] = [];
  /** Chunks are appended in their order, each when it is read. */
  private appended: Promise<void> = Promise.resolve();

  constructor(opened: Opened, readers: Readers, listener: Listener) {
    this.opened = opened;
    this.readers = readers;
    this.listener = listener;
    this.chunk = readers.begin(opened.text);
  }

  async read(): Promise<Profile> {
    const { stream, text, sizes } = this.opened;
    let { buffer, filled } = this.opened;
    for (;;) {
      let end = lastCut(text, buffer, filled);
      while (end === 0 && filled < LARGEST_PIECE) {
        // No record ends in it: more of it is read.
        const larger = new Uint8Array(filled * 2 + sizes.piece + SLACK);
        larger.set(buffer.subarray(0, filled));
        const more = await fill(stream, larger, filled, larger.length - SLACK);
        if (more.count === 0) break;
        buffer = more.buffer;
        filled += more.count;
        end = lastCut(text, buffer, filled);
      }
      // A piece without any end of a record is cut anywhere: its reader counts what is odd.
      if (end === 0) end = filled;
      const next = await this.nextBuffer(filled - end);
      next.set(buffer.subarray(end, filled));
      const more = await fill(stream, next, filled - end, Math.max(sizes.piece, filled - end + 1));
      // Only when the stream is at its end is it known which piece was the last.
      const last = more.count === 0;
      await this.push(buffer, last ? filled : end, last);
      if (last) break;
      buffer = more.buffer;
      filled += more.count - end;
    }
    this.finishChunk();
    while (this.waiting.length > 0) await this.takeBack();
    await this.appended;
    return this.builder?.finish() ?? this.profile ?? new ProfileBuilder().finish();
  }

  private async push(buffer: Uint8Array<ArrayBuffer>, end: number, last: boolean): Promise<void> {
    if (this.chunkSize + end > this.opened.sizes.chunk && this.chunkSize > 0) {
      this.finishChunk();
      this.chunk = this.readers.begin(this.opened.text);
    }
    this.chunkSize += end;
    this.plain += end;
    this.waiting.push(this.chunk.push(buffer, end, last));
    this.previewIfDue();
    // A piece that had to grow is read before another is filled.
    const most = buffer.length > this.opened.sizes.piece * 2 ? 1 : MOST_WAITING;
    while (this.waiting.length >= most) await this.takeBack();
  }

  private previewIfDue(): void {
    const { source, stream } = this.opened;
    const isDue = this.plain >= PREVIEW && stream.taken * MORE_TO_COME < source.size;
    if (!isDue || this.hasPreview) return;
    this.hasPreview = true;
    this.chunk.profile().then(
      (profile) => this.listener.preview(profile),
      // What breaks the reader shows where its answers are waited for.
      () => {},
    );
  }

  private finishChunk(): void {
    const profile = this.chunk.profile();
    const before = this.appended;
    this.appended = before.then(async () => this.append(await profile));
    // Whoever waits for it is told; nobody may be waiting yet.
    this.appended.catch(() => {});
    this.chunkSize = 0;
  }

  private append(profile: Profile): void {
    this.samplesBefore += profile.samples.length;
    if (!this.profile) {
      this.profile = profile;
      return;
    }
    if (!this.builder) {
      this.builder = new ProfileBuilder();
      this.builder.append(this.profile);
    }
    this.builder.append(profile);
  }

  private async takeBack(): Promise<void> {
    const { buffer, samples } = await this.waiting.shift()!;
    if (buffer.length <= this.opened.sizes.piece * 2) this.spare.push(buffer);
    this.samples = Math.max(this.samples, this.samplesBefore + samples);
    if (performance.now() < this.reportAfter) return;
    this.reportAfter = performance.now() + REPORT_EVERY;
    const { source, stream } = this.opened;
    this.listener.progress({
      name: source.name,
      taken: stream.taken,
      size: source.size,
      plain: this.plain,
      samples: this.samples,
    });
  }

  /** A buffer for the next piece, with room for what is left over from the one before. */
  private async nextBuffer(rest: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.spare.length === 0 && this.waiting.length >= MOST_WAITING) await this.takeBack();
    const { piece } = this.opened.sizes;
    const spare = this.spare.pop();
    return spare && spare.length >= rest + SLACK + 1
      ? spare
      : new Uint8Array(Math.max(piece, rest + piece) + SLACK);
  }
}
