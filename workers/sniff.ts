// Tells what a file is from its beginning: takes the compression off and finds the format of the text inside.

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { compressionOf, inflate } from '../src/bytes/inflate.ts';
import { sniffText, type Text } from '../src/formats/index.ts';
import { isPerfData, isText, whyUnreadable } from '../src/formats/unreadable.ts';
import { SLACK, type Piece } from './read-text.ts';

/** A file to be opened, wherever it lies. */
export interface Source {
  readonly name: string;
  /** In bytes; NaN when it is not known beforehand, as of a pipe. */
  readonly size: number;
  /** The bytes from the start; asked for once. */
  stream(): ByteStream;
  /** The same bytes, where any part of them can be read at any time. */
  readonly blob?: Blob;
}

/** What a file turned out to be, as far as its beginning tells. */
export type Sniffed =
  | { readonly kind: 'recording'; readonly opened: Opened }
  | { readonly kind: 'other'; readonly isRecording: boolean; readonly why: string };

export interface Opened {
  readonly source: Source;
  readonly text: Text;
  readonly isCompressed: boolean;
  /** The text behind `first`. */
  readonly stream: ByteStream;
  /** The beginning of the text, already read. */
  readonly first: Piece;
}

/** Text the format is told from: what tells it may stand behind many lines of mappings. */
const FIRST = 16 << 20;
const HEAD = 1 << 16;
/** A file that says how it is compressed, and is compressed again inside, is unpacked this often. */
const MAX_LAYERS = 3;

/**
 * Reads the beginning of a file, `most` bytes of its text, and says what it is. Throws what the file's stream throws.
 */
export async function sniff(source: Source, most = FIRST): Promise<Sniffed> {
  const size = Math.min(HEAD, most);
  let stream = source.stream();
  let { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
  let isCompressed = false;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const compression = compressionOf(buffer.subarray(0, count));
    if (!compression) break;
    isCompressed = true;
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
  const roomy = new Uint8Array(most + SLACK);
  roomy.set(head);
  const more = await fill(stream, roomy, count, most);
  const first = { buffer: more.buffer, filled: count + more.count };
  const text = sniffText(first.buffer.subarray(0, first.filled));
  if (text) return { kind: 'recording', opened: { source, text, isCompressed, stream, first } };
  return stream.damage ? damaged(source, stream.damage) : other;
}

function damaged({ name }: Source, damage: string): Sniffed {
  const why = `“${name}” cannot be unpacked: ${damage}, and nothing whole comes before the damage.`;
  return { kind: 'other', isRecording: true, why };
}
