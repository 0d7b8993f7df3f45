// Reads a recording of a known format: in one go, or a large text in chunks that are read in parallel.
//
//   text     |piece|piece|piece|…|piece|piece|piece|…     a few MB each, which fit in the cache
//   chunks   |------- A -------- |------- B --------…     each with its own stream, worker and Profile

import { blobStream, fill } from '../src/bytes/byte-stream.ts';
import { lastRecordEnd, openReader, type TextKind } from '../src/formats/index.ts';
import type { InMemoryFormat } from '../src/formats/in-memory-formats.ts';
import { LIMIT, shareOf, type Budget, type TableBudget } from '../src/model/budget.ts';
import { newNote, type Profile } from '../src/model/profile.ts';
import type { Progress } from '../src/model/session.ts';
import type { Library } from '../src/symbols/library.ts';
import { PIECE, readText } from './read-text.ts';
import type { OpenedRecording, Source } from './sniff.ts';

/** Progress of reading a chunk. */
export interface ChunkProgress {
  /** Bytes of decompressed text. */
  readonly plain: number;
  readonly samples: number;
}

/** Reads chunks of a text in parallel. */
export interface ChunkReaders {
  /** Maximum number of chunks. */
  readonly most: number;
  read(
    text: TextKind,
    chunk: Blob,
    budget: TableBudget,
    onProgress: (progress: ChunkProgress) => void,
  ): Promise<Profile>;
}

/** Receives progress while a recording is read. */
export interface Listener {
  progress(progress: Progress): void;
  /** Called with the beginning of a large recording. */
  preview(profile: Profile): void;
}

/** Ignores progress. */
export const NO_LISTENER = { progress: () => {}, preview: () => {} };

/** In bytes of text; small in tests. */
export interface Sizes {
  readonly piece: number;
  /** Minimum size of a chunk. */
  readonly chunk: number;
}

const SIZES: Sizes = { piece: PIECE, chunk: 32 << 20 };
/** A preview is shown after this many bytes of text, if the recording is at least `MORE_TO_COME` times as long. */
const PREVIEW = 16 << 20;
const MORE_TO_COME = 8;
/** Minimum interval between progress reports, in milliseconds. */
const REPORT_EVERY = 150;

/** How a recording is read. */
export interface Reading {
  /** Undefined only if the recording is not a perf.data file. */
  readonly library: Library | undefined;
  readonly listener: Listener;
  /** Undefined to read all text in one go. */
  readonly readers?: ChunkReaders | undefined;
  readonly sizes?: Sizes | undefined;
  readonly budget: Budget;
}

/** Returns the profile as recorded, including notes. Throws when the source or a worker fails. */
export async function readRecording(opened: OpenedRecording, reading: Reading): Promise<Profile> {
  const { format } = opened;
  const profile =
    format === 'perf.data'
      ? await readBinary(opened, reading)
      : typeof format === 'string'
        ? await readParsed(opened, format, reading.budget)
        : await readAsText(opened, format, reading);
  if (opened.stream.damage === undefined) return profile;
  const text = `The file is damaged; only the data before the damage is shown: ${opened.stream.damage}`;
  // A note on the truncated last sample would repeat this.
  const others = profile.notes.filter(({ kind }) => kind !== 'cut');
  return { ...profile, notes: [...others, newNote('damage', text)] };
}

/** Reads records in time order, and therefore on one thread. */
async function readBinary(opened: OpenedRecording, { library, listener, budget }: Reading): Promise<Profile> {
  if (!library) throw new Error('perf.data is read with a library');
  const report = reporter(opened.source, listener);
  const { readPerf } = await import('./perf-data.ts');
  const onProgress = (samples: number, plain: number) => report(opened.stream.bytesRead, plain, samples);
  return readPerf(opened, library, onProgress, budget);
}

async function readParsed(opened: OpenedRecording, format: InMemoryFormat, budget: Budget): Promise<Profile> {
  const { readInMemory } = await import('./read-in-memory.ts');
  return readInMemory(opened, format, budget);
}

async function readAsText(opened: OpenedRecording, text: TextKind, reading: Reading): Promise<Profile> {
  const { readers, sizes = SIZES } = reading;
  const chunks = readers ? await chunksOf(opened, text, readers.most, sizes) : [];
  const isSplit = readers && chunks.length > 1;
  const joined = isSplit ? await readChunks(opened, text, chunks, readers, reading) : undefined;
  return joined ?? readHere(opened, text, reading);
}

function readHere(
  { source, stream, first }: OpenedRecording,
  text: TextKind,
  { listener, sizes = SIZES, budget }: Reading,
): Promise<Profile> {
  const report = reporter(source, listener);
  let hasPreview = false;
  return readText(text, stream, { first, size: sizes.piece, budget }, (reader, plain) => {
    if (!hasPreview && plain >= PREVIEW && stream.bytesRead * MORE_TO_COME < source.size) {
      hasPreview = true;
      listener.preview(reader.finish());
    }
    report(stream.bytesRead, plain, reader.sampleCount);
  });
}

/** Splits the text between records into chunks of similar size; no chunks if it is small, compressed or a pipe. */
async function chunksOf(
  { source, isCompressed }: OpenedRecording,
  text: TextKind,
  most: number,
  sizes: Sizes,
): Promise<Blob[]> {
  const { blob } = source;
  if (!blob || isCompressed) return [];
  const count = Math.min(most, Math.floor(blob.size / sizes.chunk));
  const chunks: Blob[] = [];
  let from = 0;
  for (let i = 1; i < count; i++) {
    const near = Math.floor((blob.size * i) / count);
    const stream = blobStream(blob.slice(near, near + sizes.piece));
    const { buffer, count: found } = await fill(stream, new Uint8Array(sizes.piece), 0, sizes.piece);
    const cut = near + lastRecordEnd(text, buffer, found);
    // Does not split where no record ends.
    if (cut === near || cut <= from) continue;
    chunks.push(blob.slice(from, cut));
    from = cut;
  }
  chunks.push(blob.slice(from));
  return chunks;
}

/**
 * Reads the chunks, each with its share of the budget. Undefined if a chunk exceeds its share: the result would then
 * be the beginning of each chunk instead of the beginning of the text.
 */
async function readChunks(
  { source, first }: OpenedRecording,
  text: TextKind,
  chunks: readonly Blob[],
  readers: ChunkReaders,
  { listener, budget }: Reading,
): Promise<Profile | undefined> {
  const report = reporter(source, listener);
  const share = shareOf(budget, chunks.length);
  const progress = chunks.map((): ChunkProgress => ({ plain: 0, samples: 0 }));
  const reading = chunks.map((chunk, i) =>
    readers.read(text, chunk, share, (latest) => {
      progress[i] = latest;
      const plain = progress.reduce((sum, each) => sum + each.plain, 0);
      const samples = progress.reduce((sum, each) => sum + each.samples, 0);
      report(plain, plain, samples);
    }),
  );
  if (source.size > PREVIEW * MORE_TO_COME) {
    const beginning = await openReader(text, budget);
    beginning.push(first.buffer, lastRecordEnd(text, first.buffer, first.filled), false);
    listener.preview(beginning.finish());
  }
  const [{ joinProfiles }, ...profiles] = await Promise.all([import('../src/model/join.ts'), ...reading]);
  const isShort = profiles.some(({ notes }) => notes.some(({ kind }) => kind === LIMIT));
  return isShort ? undefined : joinProfiles(profiles);
}

/** Returns a function that reports progress at intervals. */
function reporter({ name, size }: Source, listener: Listener) {
  const isDue = throttle();
  return (taken: number, plain: number, samples: number) => {
    if (isDue()) listener.progress({ name, size, taken, plain, samples });
  };
}

/** Returns a function that returns true at most once per `REPORT_EVERY`. */
export function throttle(): () => boolean {
  let after = 0;
  return () => {
    if (performance.now() < after) return false;
    after = performance.now() + REPORT_EVERY;
    return true;
  };
}
