// Detects the kind of a file from its beginning, after decompression.

import { fill, readAll, type ByteStream } from '../../src/bytes/byte-stream.ts';
import { decodedStream, decompress } from '../../src/bytes/decompress.ts';
import type { Gunzip } from '../../src/bytes/gunzip-stream.ts';
import { claimBytes, describeLimit, type Quota } from '../../src/bytes/quota.ts';
import { memoryFile, type RandomAccess } from '../../src/bytes/random-access.ts';
import { isZip } from '../../src/bytes/magic.ts';
import { isTar } from '../../src/bytes/tar-header.ts';
import { type InMemoryId, isPerfData, isPprofReport, isText } from '../../src/formats/format.ts';
import { mayNeedRewriting, sniffInMemoryFormat, sniffText, type TextKind } from '../../src/formats/index.ts';
import type { Diagnosis } from '../../src/model/findings.ts';
import type { Profile } from '../../src/model/profile.ts';
import { companionKind, type CompanionKind } from '../../src/symbols/companion-kind.ts';
import type { UnreadableFile } from '../../src/formats/unreadable.ts';
import { PIECE_SLACK, type Piece } from './read-text.ts';

/** A file to open, from any origin. */
export interface Source {
  readonly name: string;
  /** In bytes; NaN if unknown, as for a pipe. */
  readonly size: number;
  /** Streams the bytes from the start; may be called again only if the size is known. */
  stream(): ByteStream;
  /** Random access to the same bytes, if possible; a Blob can also be read by other workers. */
  readonly blob?: Blob;
  readonly file?: RandomAccess;
  /** Of a file on disk: other threads can read it, and reading its beginning again costs nothing. */
  readonly path?: string;
  /** Decompresses gzip faster than DecompressionStream. */
  readonly gunzip?: Gunzip;
  /** A selection of a store: its profile needs no parsing. The stream has the same in Pyrograph's own format. */
  readonly stored?: () => Promise<StoredProfile>;
}

export interface StoredProfile {
  readonly profile: Profile;
  /** What was said about the recordings when they were added; undefined if nothing is known. */
  readonly diagnosis: Diagnosis | undefined;
}

export type DetectedFile =
  | { readonly kind: 'recording'; readonly opened: DetectedRecording }
  | {
      readonly kind: 'companion';
      readonly companion: CompanionKind;
      /** Throws when the quota is exceeded. */
      readonly content: (quota: Quota) => Promise<RandomAccess>;
    }
  | { readonly kind: 'archive'; readonly stream: ByteStream; readonly head: Uint8Array }
  | ({ readonly kind: 'other' } & UnusableFile);

/** An unusable file with the reason as a sentence; `isRecording` if it is a recording that cannot be read. */
interface UnusableFile extends UnreadableFile {
  readonly isRecording: boolean;
}

export interface SkippedFile extends UnusableFile {
  readonly name: string;
}

export interface DetectedRecording {
  readonly source: Source;
  readonly format: TextKind | InMemoryId | 'perf.data';
  readonly isCompressed: boolean;
  /** Delivers the data after `first`. */
  readonly stream: ByteStream;
  /** The beginning, already read and decompressed. */
  readonly first: Piece;
  /** The first bytes of a text file, kept because reading overwrites `first`. */
  readonly head?: Uint8Array;
}

const EMPTY: ByteStream = {
  damage: undefined,
  bytesRead: 0,
  read: (buffer) => Promise.resolve({ buffer, count: 0 }),
};

/** Bytes of text used for detection; the first sample may follow many lines of mappings. */
const DETECTION_SIZE = 16 << 20;
const HEAD_SIZE = 1 << 16;
/** Bytes of text read first. */
const FIRST_SIZE = 1 << 18;

/**
 * Reads up to `maxBytes` of text from the beginning of a file and detects its kind. Throws when the source fails.
 */
export async function sniff(source: Source, maxBytes = DETECTION_SIZE): Promise<DetectedFile> {
  if (source.stored) {
    // Reports a selection without recordings.
    await source.stored();
    const first = { buffer: new Uint8Array(0), filled: 0 };
    const opened: DetectedRecording = {
      source,
      format: 'Pyrograph',
      isCompressed: false,
      stream: EMPTY,
      first,
    };
    return { kind: 'recording', opened };
  }
  // Small buffers for small files: an archive may contain thousands.
  const size = Math.max(
    1,
    Math.min(HEAD_SIZE, maxBytes, Number.isNaN(source.size) ? HEAD_SIZE : source.size),
  );
  const reopen = source.blob || source.path !== undefined ? () => source.stream() : undefined;
  const innerSize = Math.min(HEAD_SIZE, maxBytes);
  const { stream, buffer, count, isCompressed } = await decompress(
    source.stream(),
    size,
    innerSize,
    reopen,
    source.gunzip,
  );
  const head = buffer.subarray(0, count);
  if (head.length === 0 && stream.damage) return damagedFile(source, stream.damage);
  const format: DetectedRecording['format'] | undefined = isPerfData(head)
    ? 'perf.data'
    : await sniffInMemoryFormat(head);
  const reason = format === 'perf.data' ? await explainUnreadablePerfData(source.name, head) : undefined;
  if (reason !== undefined) return unreadableFile(reason);
  if (format) {
    const opened = { source, format, isCompressed, stream, first: { buffer, filled: count } };
    return { kind: 'recording', opened };
  }
  if (isZip(head)) {
    // Some programs write zip archives of their own.
    const unusable = await unusableFile(source, head);
    return unusable.isForeign ? unusable : { kind: 'archive', stream, head };
  }
  if (isTar(head)) return { kind: 'archive', stream, head };
  const companion = companionKind(source.name, head);
  const file = isCompressed ? undefined : source.file;
  if (companion === 'elf' || companion === 'jitdump' || companion === 'source')
    return companionFile(companion, file, stream, { buffer, filled: count });
  // Symbol names may contain control characters, and a short file may consist mostly of them.
  if (isPprofReport(head) || (!isText(head) && !(await sniffText(head)))) return unusableFile(source, head);
  const first = await fillGrowing(stream, { buffer, filled: count }, maxBytes);
  const text = await sniffText(first.buffer.subarray(0, first.filled));
  const rewritten = companion ? undefined : await rewriteText(text, stream, first, maxBytes);
  if (rewritten) return { kind: 'recording', opened: { source, isCompressed: true, head, ...rewritten } };
  if (text) return { kind: 'recording', opened: { source, format: text, isCompressed, stream, first, head } };
  if (companion) return companionFile(companion, file, stream, first);
  return stream.damage ? damagedFile(source, stream.damage) : unusableFile(source, head);
}

/** Reads until there are `maxBytes` in total. The buffer grows with the text, because most files are much smaller. */
async function fillGrowing(stream: ByteStream, start: Piece, maxBytes: number): Promise<Piece> {
  let { buffer, filled } = start;
  for (let size = Math.min(FIRST_SIZE, maxBytes); ; size = Math.min(size * 4, maxBytes)) {
    const larger = new Uint8Array(Math.max(size, filled) + PIECE_SLACK);
    larger.set(buffer.subarray(0, filled));
    const more = await fill(stream, larger, filled, size);
    ({ buffer, filled } = { buffer: more.buffer, filled: filled + more.count });
    if (filled < size || size === maxBytes) return { buffer, filled };
  }
}

/** Rewrites perf script text that was pasted from a terminal or has an unusual format; undefined for other text. */
async function rewriteText(
  text: TextKind | undefined,
  stream: ByteStream,
  { buffer, filled }: Piece,
  maxBytes: number,
): Promise<Pick<DetectedRecording, 'format' | 'stream' | 'first'> | undefined> {
  const head = buffer.subarray(0, filled);
  if (!mayNeedRewriting(text, head)) return undefined;
  const { scriptRewriter } = await import('../../src/formats/perf-script/rewriter.ts');
  const rewriter = scriptRewriter(head);
  if (!rewriter) return undefined;
  const rewritten = decodedStream(stream, head, rewriter);
  const first = await fillGrowing(rewritten, { buffer: new Uint8Array(0), filled: 0 }, maxBytes);
  const format = await sniffText(first.buffer.subarray(0, first.filled));
  return format && { format, stream: rewritten, first };
}

/** `file` is set if random access is possible. `read` holds the bytes already read from `stream`. */
function companionFile(
  companion: CompanionKind,
  file: RandomAccess | undefined,
  stream: ByteStream,
  read: Piece,
): DetectedFile {
  return { kind: 'companion', companion, content: (quota) => contentOf(file, stream, read, quota) };
}

/**
 * Returns the content of a symbol file. `file` is set if random access is possible; `head` holds the bytes already read from `stream`.
 * Throws when the quota is exceeded.
 */
async function contentOf(
  file: RandomAccess | undefined,
  stream: ByteStream,
  head: Piece,
  quota: Quota,
): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : withQuota(file, quota);
  const claim = (bytes: number) => {
    if (claimBytes(quota, bytes)) return;
    throw new Error(`it exceeds ${describeLimit(quota)}: unpack it or open fewer files`);
  };
  return memoryFile(await readAll(stream, head, claim));
}

function withQuota(file: RandomAccess, quota: Quota): RandomAccess {
  const { size } = file;
  return {
    size,
    async read(from, to) {
      if (claimBytes(quota, Math.max(0, Math.min(to, size) - from))) return file.read(from, to);
      throw new Error(`parts of it exceed ${describeLimit(quota)}: open fewer files`);
    },
  };
}

async function unusableFile(
  { name }: Source,
  head: Uint8Array,
): Promise<Extract<DetectedFile, { kind: 'other' }>> {
  const { explainUnreadable } = await import('../../src/formats/unreadable.ts');
  return { kind: 'other', isRecording: false, ...explainUnreadable(name, head) };
}

function damagedFile({ name }: Source, damage: string): DetectedFile {
  return unreadableFile(
    `“${name}” could not be decompressed: ${damage}; there is no usable data before the damage, so copy the file again.`,
  );
}

function unreadableFile(reason: string): DetectedFile {
  return { kind: 'other', isRecording: true, reason, note: reason };
}

/** Loads the header code only for perf.data. */
async function explainUnreadablePerfData(
  name: string,
  head: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  return (await import('../../src/formats/perf-data/header.ts')).explainUnreadablePerfData(name, head);
}
