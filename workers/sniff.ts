// Detects what a file is from its beginning, after decompressing it.

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { decodedStream, decompress } from '../src/bytes/decompress.ts';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import type { Quota } from '../src/bytes/quota.ts';
import { isTar } from '../src/bytes/tar-header.ts';
import { mayNeedRewriting, sniffText, type TextKind } from '../src/formats/index.ts';
import { sniffInMemoryFormat, type InMemoryFormat } from '../src/formats/in-memory-formats.ts';
import { companionKind, type CompanionKind } from '../src/symbols/companion-kind.ts';
import { isPerfData, isPprofReport, isText } from '../src/formats/head.ts';
import type { UnreadableFile } from '../src/formats/unreadable.ts';
import { SLACK, type Piece } from './read-text.ts';

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
}

/** The kind of a file, detected from its beginning. */
export type DetectedFile =
  | { readonly kind: 'recording'; readonly opened: OpenedRecording }
  | {
      readonly kind: 'companion';
      readonly companion: CompanionKind;
      /** Throws when the quota is exceeded. */
      readonly content: (quota: Quota) => Promise<RandomAccess>;
    }
  | { readonly kind: 'archive'; readonly stream: ByteStream; readonly head: Uint8Array }
  | ({ readonly kind: 'other' } & UnusableFile);

/** An unusable file with the reason as a sentence; `isRecording` if it is a recording that cannot be read. */
export interface UnusableFile extends UnreadableFile {
  readonly isRecording: boolean;
}

export interface SkippedFile extends UnusableFile {
  readonly name: string;
}

export interface OpenedRecording {
  readonly source: Source;
  readonly format: TextKind | InMemoryFormat | 'perf.data';
  readonly isCompressed: boolean;
  /** The rest after `first`. */
  readonly stream: ByteStream;
  /** The beginning, already read and decompressed. */
  readonly first: Piece;
  /** The first bytes of a text, kept because `first` is overwritten while it is read. */
  readonly head?: Uint8Array;
}

/** Bytes of text used for detection; the first sample may follow many lines of mappings. */
const FIRST = 16 << 20;
const HEAD = 1 << 16;

/**
 * Reads up to `most` bytes of text from the beginning of a file and detects what it is. Throws when the source fails.
 */
export async function sniff(source: Source, most = FIRST): Promise<DetectedFile> {
  // Small buffers for small files: an archive may contain thousands.
  const size = Math.max(1, Math.min(HEAD, most, Number.isNaN(source.size) ? HEAD : source.size));
  const again = source.blob && (() => source.stream());
  const inside = Math.min(HEAD, most);
  const { stream, buffer, count, isCompressed } = await decompress(source.stream(), size, inside, again);
  const head = buffer.subarray(0, count);
  if (head.length === 0 && stream.damage) return damaged(source, stream.damage);
  const format: OpenedRecording['format'] | undefined = isPerfData(head)
    ? 'perf.data'
    : await sniffInMemoryFormat(head);
  const reason = format === 'perf.data' ? await whyNoPerfData(source.name, head) : undefined;
  if (reason !== undefined) return unreadable(reason);
  if (format) {
    const opened = { source, format, isCompressed, stream, first: { buffer, filled: count } };
    return { kind: 'recording', opened };
  }
  if (isTar(head)) return { kind: 'archive', stream, head };
  const companion = companionKind(source.name, head);
  const file = isCompressed ? undefined : source.file;
  if (companion === 'elf' || companion === 'jitdump')
    return asCompanion(companion, file, stream, { buffer, filled: count });
  // Symbol names may contain control characters, and a short file may consist mostly of them.
  if (isPprofReport(head) || (!isText(head) && !(await sniffText(head)))) return unusable(source, head);
  const larger = new Uint8Array(most + SLACK);
  larger.set(head);
  const more = await fill(stream, larger, count, most);
  const first = { buffer: more.buffer, filled: count + more.count };
  const text = await sniffText(first.buffer.subarray(0, first.filled));
  const rewritten = companion ? undefined : await rewrittenText(text, stream, first, most);
  if (rewritten) return { kind: 'recording', opened: { source, isCompressed: true, head, ...rewritten } };
  if (text) return { kind: 'recording', opened: { source, format: text, isCompressed, stream, first, head } };
  if (companion) return asCompanion(companion, file, stream, first);
  return stream.damage ? damaged(source, stream.damage) : unusable(source, head);
}

/** Rewrites perf script text that was pasted from a terminal or has an unusual format; undefined for other text. */
async function rewrittenText(
  text: TextKind | undefined,
  stream: ByteStream,
  { buffer, filled }: Piece,
  most: number,
): Promise<Pick<OpenedRecording, 'format' | 'stream' | 'first'> | undefined> {
  const head = buffer.subarray(0, filled);
  if (!mayNeedRewriting(text, head)) return undefined;
  const { scriptRewriter } = await import('../src/formats/perf-script/rewriter.ts');
  const rewriter = scriptRewriter(head);
  if (!rewriter) return undefined;
  const rewritten = decodedStream(stream, head, rewriter);
  const more = await fill(rewritten, new Uint8Array(most + SLACK), 0, most);
  const format = await sniffText(more.buffer.subarray(0, more.count));
  return format && { format, stream: rewritten, first: { buffer: more.buffer, filled: more.count } };
}

/** `file` is set if random access is possible. `read` holds the bytes already read from `stream`. */
function asCompanion(
  companion: CompanionKind,
  file: RandomAccess | undefined,
  stream: ByteStream,
  read: Piece,
): DetectedFile {
  const content = async (quota: Quota) => (await import('./content.ts')).contentOf(file, stream, read, quota);
  return { kind: 'companion', companion, content };
}

async function unusable({ name }: Source, head: Uint8Array): Promise<DetectedFile> {
  const { explainUnreadable } = await import('../src/formats/unreadable.ts');
  return { kind: 'other', isRecording: false, ...explainUnreadable(name, head) };
}

function damaged({ name }: Source, damage: string): DetectedFile {
  return unreadable(
    `“${name}” could not be decompressed: ${damage}; there is no usable data before the damage, so copy the file again.`,
  );
}

function unreadable(reason: string): DetectedFile {
  return { kind: 'other', isRecording: true, reason, note: reason };
}

/** Loads the header code only for perf.data. */
async function whyNoPerfData(name: string, head: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  return (await import('../src/formats/perf-data/header.ts')).whyNoPerfData(name, head);
}
