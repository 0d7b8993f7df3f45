// Reads a recording of a known format: in one go, or a large text file in chunks that are read in parallel.
//
//   text     |piece|piece|piece|…|piece|piece|piece|…     a few MB each, which fit in the cache
//   chunks   |------- A -------- |------- B --------…     each with its own stream, worker and Profile

import { readAll } from '../../src/bytes/byte-stream.ts';
import { blobFile, type ByteRange, type RandomAccess } from '../../src/bytes/random-access.ts';
import { isReadInChunks, lastRecordEnd, openReader, type TextKind } from '../../src/formats/index.ts';
import { Unreadable, type InMemoryId } from '../../src/formats/format.ts';
import { LIMIT_NOTE, splitBudget, type Budget, type TableBudget } from '../../src/model/budget.ts';
import type { StackLimits } from '../../src/model/code.ts';
import { newNote, type Profile } from '../../src/model/profile.ts';
import type { Progress } from '../../src/model/session.ts';
import type { LineTable } from '../../src/python-lines/line-table.ts';
import type { Library } from '../../src/symbols/library.ts';
import { PIECE_SIZE, readText } from './read-text.ts';
import type { DetectedRecording, Source } from './sniff.ts';

export interface ChunkProgress {
  /** Bytes of decompressed text. */
  readonly plain: number;
  readonly samples: number;
}

/** A part of a file that other threads can read: it has a Blob or a path. */
export interface TextChunk extends ByteRange {
  readonly source: Source;
}

/** Reads chunks of a text file in parallel. */
export interface ChunkReaders {
  readonly maxChunks: number;
  read(
    text: TextKind,
    chunk: TextChunk,
    budget: TableBudget,
    onProgress: (progress: ChunkProgress) => void,
  ): Promise<Profile>;
}

/** Receives progress while a recording is read. */
interface Listener {
  progress(progress: Progress): void;
  /** Called with the beginning of a large recording. */
  readonly preview?: ((profile: Profile) => void) | undefined;
}

/** For callers that need neither progress nor a preview. */
export const NO_LISTENER = { progress: () => {} };

/** In bytes of text; small in tests. */
interface ReadSizes {
  readonly piece: number;
  /** Minimum size of a chunk. */
  readonly chunk: number;
}

const SIZES: ReadSizes = { piece: PIECE_SIZE, chunk: 32 << 20 };
/** A preview is shown after this many bytes of text, if the recording is at least `MIN_PREVIEW_RATIO` times as large. */
const PREVIEW_SIZE = 16 << 20;
const MIN_PREVIEW_RATIO = 8;
/** Minimum interval between progress reports, in milliseconds. */
const REPORT_INTERVAL = 150;

export interface ReadOptions {
  /** Required for perf.data; not used for other formats. */
  readonly library: Library | undefined;
  /** For perf.data. */
  readonly lineTables?: readonly LineTable[];
  readonly listener: Listener;
  /** Undefined to read all text in one go. */
  readonly readers?: ChunkReaders | undefined;
  readonly sizes?: ReadSizes | undefined;
  readonly budget: Budget;
  /** `WHOLE_STACKS` by default; only for perf.data. */
  readonly stackLimits?: StackLimits | undefined;
}

/** Returns the profile as recorded, including notes. Throws when the source or a worker fails. */
export async function readRecording(opened: DetectedRecording, options: ReadOptions): Promise<Profile> {
  const { format } = opened;
  if (opened.source.stored) return (await opened.source.stored()).profile;
  const profile =
    format === 'perf.data'
      ? await readBinary(opened, options)
      : typeof format === 'string'
        ? await readParsedInMemory(opened, format, options.budget)
        : await readAsText(opened, format, options);
  if (opened.stream.damage === undefined) return profile;
  const text = `The file is damaged; only the data before the damage is shown: ${opened.stream.damage}`;
  // A note on the truncated last sample would repeat this.
  const others = profile.notes.filter(({ kind }) => kind !== 'cut');
  return { ...profile, notes: [...others, newNote('damage', text)] };
}

/** Reads records in time order, and therefore on one thread. */
async function readBinary(
  opened: DetectedRecording,
  { library, lineTables, listener, budget, stackLimits }: ReadOptions,
): Promise<Profile> {
  if (!library) throw new Error('Reading perf.data requires a library');
  const report = reporter(opened.source, listener);
  const { readPerf } = await import('./perf-data.ts');
  const onProgress = (samples: number, plain: number) => report(opened.stream.bytesRead, plain, samples);
  return readPerf(opened, library, onProgress, budget, stackLimits, lineTables);
}

/** Parsing takes several times the file's size in memory. */
async function readParsedInMemory(
  { stream, first }: DetectedRecording,
  format: InMemoryId,
  budget: Budget,
): Promise<Profile> {
  let size = 0;
  const bytes = await readAll(stream, first, (more) => {
    size += more;
    if (size <= budget.wholeBytes) return;
    const limit = `${Math.floor(budget.wholeBytes / 2 ** 20)} MB`;
    throw new Unreadable(
      `it exceeds ${limit} uncompressed, the limit of this format: record for a shorter time`,
    );
  });
  if (stream.damage !== undefined) throw new Unreadable(`it is damaged: ${stream.damage}`);
  const { IN_MEMORY_FORMATS } = await import('../../src/formats/in-memory-formats.ts');
  const reader = IN_MEMORY_FORMATS.find(({ id }) => id === format);
  if (!reader) throw new Error(`There is no format ${format}`);
  return reader.read(bytes, budget);
}

async function readAsText(opened: DetectedRecording, text: TextKind, options: ReadOptions): Promise<Profile> {
  const { readers, sizes = SIZES } = options;
  const chunks = readers ? await chunksOf(opened, text, readers.maxChunks, sizes) : [];
  const isSplit = readers && chunks.length > 1;
  const joined = isSplit ? await readChunks(opened, text, chunks, readers, options) : undefined;
  return joined ?? readInOneGo(opened, text, options);
}

function readInOneGo(
  { source, stream, first }: DetectedRecording,
  text: TextKind,
  { listener, sizes = SIZES, budget }: ReadOptions,
): Promise<Profile> {
  const report = reporter(source, listener);
  let hasPreview = !listener.preview;
  return readText(text, stream, { first, size: sizes.piece, budget }, (reader, plain) => {
    if (!hasPreview && plain >= PREVIEW_SIZE && stream.bytesRead * MIN_PREVIEW_RATIO < source.size) {
      hasPreview = true;
      listener.preview?.(reader.finish());
    }
    report(stream.bytesRead, plain, reader.sampleCount);
  });
}

/**
 * Splits the text between records into chunks of similar size. Returns a single chunk if the text is small, and none if
 * it is compressed, cannot be read by other threads, or must be read in order.
 */
async function chunksOf(
  { source, isCompressed }: DetectedRecording,
  text: TextKind,
  maxChunks: number,
  sizes: ReadSizes,
): Promise<TextChunk[]> {
  const { blob, path, size } = source;
  const file = blob ? blobFile(blob) : path === undefined ? undefined : source.file;
  if (!file || isCompressed || !isReadInChunks(text)) return [];
  const count = Math.min(maxChunks, Math.floor(size / sizes.chunk));
  const targets = Array.from({ length: Math.max(0, count - 1) }, (_, i) =>
    Math.floor((size * (i + 1)) / count),
  );
  const splits = await Promise.all(targets.map((target) => recordEndAfter(text, file, target, sizes.piece)));
  const chunks: TextChunk[] = [];
  let from = 0;
  for (const split of splits) {
    // No record ends there, so this chunk is merged with the next.
    if (split === undefined || split <= from) continue;
    chunks.push({ source, from, to: split });
    from = split;
  }
  chunks.push({ source, from, to: size });
  return chunks;
}

/** Enough for the record of a usual stack, in bytes. */
const PROBE_SIZE = 1 << 18;

/** An offset between two records, at most `maxSize` bytes after `target`; undefined if no record ends there. */
async function recordEndAfter(
  text: TextKind,
  file: RandomAccess,
  target: number,
  maxSize: number,
): Promise<number | undefined> {
  for (const size of [Math.min(PROBE_SIZE, maxSize), maxSize]) {
    const piece = await file.read(target, target + size);
    const end = lastRecordEnd(text, piece, piece.length);
    if (end > 0) return target + end;
  }
  return undefined;
}

/**
 * Reads the chunks, each with its share of the budget. Returns undefined if a chunk exceeds its share: the result would then
 * be the beginning of each chunk instead of the beginning of the text.
 */
async function readChunks(
  { source, first }: DetectedRecording,
  text: TextKind,
  chunks: readonly TextChunk[],
  readers: ChunkReaders,
  { listener, budget }: ReadOptions,
): Promise<Profile | undefined> {
  const report = reporter(source, listener);
  const share = splitBudget(budget, chunks.length);
  const progress = chunks.map((): ChunkProgress => ({ plain: 0, samples: 0 }));
  const reading = chunks.map((chunk, i) =>
    readers.read(text, chunk, share, (latest) => {
      progress[i] = latest;
      const plain = progress.reduce((sum, each) => sum + each.plain, 0);
      const samples = progress.reduce((sum, each) => sum + each.samples, 0);
      report(plain, plain, samples);
    }),
  );
  if (listener.preview && source.size > PREVIEW_SIZE * MIN_PREVIEW_RATIO) {
    const beginning = await openReader(text, budget);
    beginning.push(first.buffer, lastRecordEnd(text, first.buffer, first.filled), false);
    listener.preview(beginning.finish());
  }
  const [{ joinProfiles }, ...profiles] = await Promise.all([import('../../src/model/join.ts'), ...reading]);
  const isTruncated = profiles.some(({ notes }) => notes.some(({ kind }) => kind === LIMIT_NOTE));
  return isTruncated ? undefined : joinProfiles(profiles);
}

/** Returns a function that reports progress at intervals. */
function reporter({ name, size }: Source, listener: Listener) {
  const isDue = throttle();
  return (taken: number, plain: number, samples: number) => {
    if (isDue()) listener.progress({ name, size, taken, plain, samples });
  };
}

/** Returns a function that returns true at most once per `REPORT_INTERVAL`. */
export function throttle(): () => boolean {
  let nextDue = 0;
  return () => {
    if (performance.now() < nextDue) return false;
    nextDue = performance.now() + REPORT_INTERVAL;
    return true;
  };
}
