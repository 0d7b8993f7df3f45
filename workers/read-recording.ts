// Reads one recording, whose format is known: in one go, or a large text in chunks that workers read side by side.
//
//   text     |piece|piece|piece|…|piece|piece|piece|…     a few MB, read while they are in the cache
//   chunks   |------- A -------- |------- B --------…     on a stream and a worker of its own, a Profile each

import { blobStream, fill } from '../src/bytes/byte-stream.ts';
import { lastCut, openReader, type Text } from '../src/formats/index.ts';
import type { Whole } from '../src/formats/whole.ts';
import { BUDGET, LIMIT, shareOf, type Budget, type TableBudget } from '../src/model/budget.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type { Progress } from '../src/model/session.ts';
import type { Library } from '../src/symbols/library.ts';
import { PIECE, readText } from './read-text.ts';
import type { Opened } from './sniff.ts';

/** What was read of a chunk so far. */
export interface ChunkProgress {
  /** Bytes of text. */
  readonly plain: number;
  readonly samples: number;
}

/** Reads chunks of a text elsewhere, at the same time. */
export interface ChunkReaders {
  /** How many at once. */
  readonly most: number;
  read(
    text: Text,
    chunk: Blob,
    budget: TableBudget,
    told: (progress: ChunkProgress) => void,
  ): Promise<Profile>;
}

/** What is told while a recording is read. */
export interface Listener {
  progress(progress: Progress): void;
  /** The beginning of a large recording, as far as it was read. */
  preview(profile: Profile): void;
}

/** For whoever only waits for the end. */
export const nobody = { progress: () => {}, preview: () => {} };

/** In bytes of text. Tests make them small. */
export interface Sizes {
  readonly piece: number;
  /** The least that is worth a worker. */
  readonly chunk: number;
}

const SIZES: Sizes = { piece: PIECE, chunk: 32 << 20 };
/** Of a large recording the beginning is shown while the rest is read: this much text, if so many times more is to come. */
const PREVIEW = 16 << 20;
const MORE_TO_COME = 8;
/** Progress is told this often, in milliseconds. */
const REPORT_EVERY = 150;

/** Reads all of it. The profile is as recorded, its notes included. Throws what its stream or a worker throws. */
export async function readRecording(
  opened: Opened,
  library: Library | undefined,
  listener: Listener,
  readers?: ChunkReaders,
  sizes = SIZES,
  budget: Budget = BUDGET,
): Promise<Profile> {
  const { format } = opened;
  const profile =
    format === 'perf.data'
      ? await readBinary(opened, known(library), listener, budget)
      : typeof format === 'string'
        ? await readWhole(opened, format, budget)
        : await readAsText(opened, format, listener, readers, sizes, budget);
  if (opened.stream.damage === undefined) return profile;
  const text = `The file is damaged, and only what comes before the damage is shown: ${opened.stream.damage}`;
  // That the text ends inside a sample is the same thing, and said once.
  const others = profile.notes.filter(({ kind }) => kind !== 'cut');
  return { ...profile, notes: [...others, { kind: 'damage', text, count: 1, line: NONE }] };
}

function known<T>(library: T | undefined): T {
  if (!library) throw new Error('perf.data is read with a library');
  return library;
}

/** Records are read in the order of their times, and so by one thread. */
async function readBinary(
  opened: Opened,
  library: Library,
  listener: Listener,
  budget: Budget,
): Promise<Profile> {
  const { source, stream } = opened;
  const isDue = seldom();
  const { readPerf } = await import('./perf-data.ts');
  const told = (samples: number, plain: number) => {
    const { name, size } = source;
    if (isDue()) listener.progress({ name, size, taken: stream.taken, plain, samples });
  };
  return readPerf(opened, library, told, budget);
}

async function readWhole(opened: Opened, format: Whole, budget: Budget): Promise<Profile> {
  const { readWhole } = await import('./read-whole.ts');
  return readWhole(opened, format, budget);
}

async function readAsText(
  opened: Opened,
  text: Text,
  listener: Listener,
  readers: ChunkReaders | undefined,
  sizes: Sizes,
  budget: Budget,
): Promise<Profile> {
  const chunks = readers ? await chunksOf(opened, text, readers.most, sizes) : [];
  const joined =
    readers && chunks.length > 1
      ? await readChunks(opened, text, chunks, readers, listener, budget)
      : undefined;
  return joined ?? readHere(opened, text, listener, sizes, budget);
}

function readHere(
  { source, stream, first }: Opened,
  text: Text,
  listener: Listener,
  { piece }: Sizes,
  budget: Budget,
): Promise<Profile> {
  const isDue = seldom();
  let hasPreview = false;
  return readText(text, stream, { first, size: piece, budget }, (reader, plain) => {
    if (!hasPreview && plain >= PREVIEW && stream.taken * MORE_TO_COME < source.size) {
      hasPreview = true;
      listener.preview(reader.finish());
    }
    if (isDue())
      listener.progress({
        name: source.name,
        size: source.size,
        taken: stream.taken,
        plain,
        samples: reader.sampleCount,
      });
  });
}

/** The text as chunks of about the same size, cut between records; one chunk when it is small, compressed or a pipe. */
async function chunksOf(
  { source, isCompressed }: Opened,
  text: Text,
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
    const cut = near + lastCut(text, buffer, found);
    // Where no record ends, the text is not cut.
    if (cut === near || cut <= from) continue;
    chunks.push(blob.slice(from, cut));
    from = cut;
  }
  chunks.push(blob.slice(from));
  return chunks;
}

/**
 * Each chunk may take its share of the budget. Undefined when that is too little for one: what is shown shall be the
 * beginning of the text, and not that of each chunk.
 */
async function readChunks(
  { source, first }: Opened,
  text: Text,
  chunks: readonly Blob[],
  readers: ChunkReaders,
  listener: Listener,
  budget: Budget,
): Promise<Profile | undefined> {
  const isDue = seldom();
  const share = shareOf(budget, chunks.length);
  const progress = chunks.map((): ChunkProgress => ({ plain: 0, samples: 0 }));
  const reading = chunks.map((chunk, i) =>
    readers.read(text, chunk, share, (told) => {
      progress[i] = told;
      if (!isDue()) return;
      const plain = progress.reduce((sum, each) => sum + each.plain, 0);
      const samples = progress.reduce((sum, each) => sum + each.samples, 0);
      listener.progress({ name: source.name, size: source.size, taken: plain, plain, samples });
    }),
  );
  if (source.size > PREVIEW * MORE_TO_COME) {
    const beginning = await openReader(text, budget);
    beginning.push(first.buffer, lastCut(text, first.buffer, first.filled), false);
    listener.preview(beginning.finish());
  }
  const [{ joinProfiles }, ...profiles] = await Promise.all([import('../src/model/join.ts'), ...reading]);
  const isShort = profiles.some(({ notes }) => notes.some(({ kind }) => kind === LIMIT));
  return isShort ? undefined : joinProfiles(profiles);
}

/** Says whether it was asked for the first time in a while. */
export function seldom(): () => boolean {
  let after = 0;
  return () => {
    if (performance.now() < after) return false;
    after = performance.now() + REPORT_EVERY;
    return true;
  };
}
