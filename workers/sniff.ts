// Tells what a file is from its beginning: takes the compression off and finds the format of the text inside.

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { decoded, plain } from '../src/bytes/inflate.ts';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import type { Room } from '../src/bytes/room.ts';
import { isTar } from '../src/bytes/tar-header.ts';
import { mayNeedRewriting, sniffText, type Text } from '../src/formats/index.ts';
import { sniffWhole, type Whole } from '../src/formats/whole.ts';
import { companionKind, type CompanionKind } from '../src/symbols/companion-kind.ts';
import { isPerfData, isPprofReport, isText } from '../src/formats/head.ts';
import type { WhyNot } from '../src/formats/unreadable.ts';
import { SLACK, type Piece } from './read-text.ts';

/** A file to be opened, wherever it lies. */
export interface Source {
  readonly name: string;
  /** In bytes; NaN when it is not known beforehand, as of a pipe. */
  readonly size: number;
  /** The bytes from the start, asked for once; where the size is known they can be asked for again. */
  stream(): ByteStream;
  /** The same bytes, where any part of them can be read at any time; the Blob can be read by other threads too. */
  readonly blob?: Blob;
  readonly file?: RandomAccess;
}

/** What a file turned out to be, as far as its beginning tells. */
export type Sniffed =
  | { readonly kind: 'recording'; readonly opened: Opened }
  | {
      readonly kind: 'companion';
      readonly companion: CompanionKind;
      /** What is kept of it takes room; it throws where there is none. */
      readonly content: (room: Room) => Promise<RandomAccess>;
    }
  | { readonly kind: 'archive'; readonly stream: ByteStream; readonly head: Uint8Array }
  | ({ readonly kind: 'other' } & Unusable);

/** What cannot be used: is it a recording that cannot be read, and why; a whole sentence. */
export interface Unusable extends WhyNot {
  readonly isRecording: boolean;
}

/** The same with its name, among other files. */
export interface Other extends Unusable {
  readonly name: string;
}

export interface Opened {
  readonly source: Source;
  readonly format: Text | Whole | 'perf.data';
  readonly isCompressed: boolean;
  /** What comes behind `first`. */
  readonly stream: ByteStream;
  /** The beginning, already read, without its compression. */
  readonly first: Piece;
  /** Of a text, its first bytes: those of `first` are written over while it is read. */
  readonly head?: Uint8Array;
}

/** Text the format is told from: what tells it may stand behind many lines of mappings. */
const FIRST = 16 << 20;
const HEAD = 1 << 16;

/**
 * Reads the beginning of a file, `most` bytes of its text, and says what it is. Throws what the file's stream throws.
 */
export async function sniff(source: Source, most = FIRST): Promise<Sniffed> {
  // There may be thousands of small files in an archive.
  const size = Math.max(1, Math.min(HEAD, most, Number.isNaN(source.size) ? HEAD : source.size));
  const again = source.blob && (() => source.stream());
  const inside = Math.min(HEAD, most);
  const { stream, buffer, count, isCompressed } = await plain(source.stream(), size, inside, again);
  const head = buffer.subarray(0, count);
  if (head.length === 0 && stream.damage) return damaged(source, stream.damage);
  const format: Opened['format'] | undefined = isPerfData(head) ? 'perf.data' : await sniffWhole(head);
  const why = format === 'perf.data' ? await whyNoPerfData(source.name, head) : undefined;
  if (why !== undefined) return { kind: 'other', isRecording: true, why, beside: why };
  if (format) {
    const opened = { source, format, isCompressed, stream, first: { buffer, filled: count } };
    return { kind: 'recording', opened };
  }
  if (isTar(head)) return { kind: 'archive', stream, head };
  const companion = companionKind(source.name, head);
  const file = isCompressed ? undefined : source.file;
  if (companion === 'elf' || companion === 'jitdump')
    return companionOf(companion, file, stream, { buffer, filled: count });
  // Names may hold control characters, in a short text many.
  if (isPprofReport(head) || (!isText(head) && !(await sniffText(head)))) return other(source, head);
  const roomy = new Uint8Array(most + SLACK);
  roomy.set(head);
  const more = await fill(stream, roomy, count, most);
  const first = { buffer: more.buffer, filled: count + more.count };
  const text = await sniffText(first.buffer.subarray(0, first.filled));
  const rewritten = companion ? undefined : await rewrittenText(text, stream, first, most);
  if (rewritten) return { kind: 'recording', opened: { source, isCompressed: true, head, ...rewritten } };
  if (text) return { kind: 'recording', opened: { source, format: text, isCompressed, stream, first, head } };
  if (companion) return companionOf(companion, file, stream, first);
  return stream.damage ? damaged(source, stream.damage) : other(source, head);
}

/** What is to be read instead of a text that was copied or printed in a rare form; undefined for all others. */
async function rewrittenText(
  text: Text | undefined,
  stream: ByteStream,
  { buffer, filled }: Piece,
  most: number,
): Promise<Pick<Opened, 'format' | 'stream' | 'first'> | undefined> {
  const head = buffer.subarray(0, filled);
  if (!mayNeedRewriting(text, head)) return undefined;
  const { scriptRewriter } = await import('../src/formats/perf-script/rewriter.ts');
  const rewriter = scriptRewriter(head);
  if (!rewriter) return undefined;
  const rewritten = decoded(stream, head, rewriter);
  const more = await fill(rewritten, new Uint8Array(most + SLACK), 0, most);
  const format = await sniffText(more.buffer.subarray(0, more.count));
  return format && { format, stream: rewritten, first: { buffer: more.buffer, filled: more.count } };
}

/** `file` where any part of it can be read; of `stream`, `read` was read already. */
function companionOf(
  companion: CompanionKind,
  file: RandomAccess | undefined,
  stream: ByteStream,
  read: Piece,
): Sniffed {
  const content = async (room: Room) => {
    const { contentOf } = await import('./content.ts');
    return contentOf(file, (claim, tooLarge) => wholeOf(stream, read, claim, tooLarge), room);
  };
  return { kind: 'companion', companion, content };
}

/** All of a file in memory, of which some was read already. Throws `tooLarge` when `claim` says that there is no room. */
export async function wholeOf(
  stream: ByteStream,
  { buffer, filled }: Piece,
  claim: (bytes: number) => boolean,
  tooLarge: Error,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!claim(filled)) throw tooLarge;
  for (;;) {
    if (filled === buffer.length) {
      const larger = new Uint8Array(filled * 2);
      larger.set(buffer);
      buffer = larger;
    }
    const more = await fill(stream, buffer, filled, Math.min(buffer.length, filled + FIRST));
    buffer = more.buffer;
    filled += more.count;
    if (!claim(more.count)) throw tooLarge;
    if (more.count === 0) return buffer.subarray(0, filled);
  }
}

async function other({ name }: Source, head: Uint8Array): Promise<Sniffed> {
  const { whyUnreadable } = await import('../src/formats/unreadable.ts');
  return { kind: 'other', isRecording: false, ...whyUnreadable(name, head) };
}

function damaged({ name }: Source, damage: string): Sniffed {
  const why = `“${name}” cannot be unpacked: ${damage}, and nothing whole comes before the damage: copy it again.`;
  return { kind: 'other', isRecording: true, why, beside: why };
}

/** Most files are asked nothing of this. */
async function whyNoPerfData(name: string, head: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  return (await import('../src/formats/perf-data/header.ts')).whyNoPerfData(name, head);
}
