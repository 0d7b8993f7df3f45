// Reads one recording: takes the compression off, tells the format, reads the text block by block and puts the
// blocks together. The same for the page and the terminal; they differ in where a block is read (BlockReader).

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { compressionOf, inflate } from '../src/bytes/inflate.ts';
import { lastCut, readBlock, sniffText, type Text } from '../src/formats/index.ts';
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

/** A block of text, which whoever reads it gives back. */
export interface Block {
  readonly text: Text;
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly end: number;
  readonly last: boolean;
}

export interface BlockResult {
  readonly profile: Profile;
  readonly buffer: Uint8Array<ArrayBuffer>;
}

export interface BlockReader {
  /** How many blocks are worth having under way at once. */
  readonly width: number;
  read(block: Block): Promise<BlockResult>;
}

/** Reads blocks right here: one at a time, on the thread that asks. */
export const readHere: BlockReader = {
  width: 1,
  read: ({ text, buffer, end, last }) =>
    Promise.resolve({ profile: readBlock(text, buffer, end, last), buffer }),
};

/** What a file turned out to be, as far as its beginning tells. */
export type Sniffed =
  | { readonly kind: 'recording'; readonly opened: Opened }
  | { readonly kind: 'other'; readonly isRecording: boolean; readonly why: string };

export interface Opened {
  readonly source: Source;
  readonly stream: ByteStream;
  readonly text: Text;
  /** The first block's bytes, already read. */
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly filled: number;
  /** How much text is read at a time. */
  readonly block: number;
}

/** Text read at a time. Larger blocks repeat less of what neighbours share, smaller ones need less memory. */
const BLOCK = 32 << 20;
/** What a reader may look at behind the end of a block. */
const SLACK = 64;
/** A file that says how it is compressed, and is compressed again inside, is unpacked this often. */
const MAX_LAYERS = 3;
const HEAD = 1 << 16;

/** Reads the beginning of a file and says what it is. Throws what the file's stream throws. */
export async function sniff(source: Source, block = BLOCK): Promise<Sniffed> {
  const size = Math.min(HEAD, block);
  let stream = source.stream();
  let { buffer, count } = await fill(stream, new Uint8Array(size), 0, size);
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const compression = compressionOf(buffer.subarray(0, count));
    if (!compression) break;
    stream = await inflate(stream, buffer.subarray(0, count), compression);
    ({ buffer, count } = await fill(stream, new Uint8Array(size), 0, size));
  }
  const head = buffer.subarray(0, count);
  if (head.length === 0 && stream.damage) {
    return {
      kind: 'other',
      isRecording: true,
      why: `“${source.name}” cannot be unpacked: ${stream.damage}, and nothing comes before the damage.`,
    };
  }
  const other: Sniffed = {
    kind: 'other',
    isRecording: isPerfData(head),
    why: whyUnreadable(source.name, head),
  };
  if (isPerfData(head) || !isText(head)) return other;
  const roomy = new Uint8Array(block + SLACK);
  roomy.set(head);
  const first = await fill(stream, roomy, count, block);
  const filled = count + first.count;
  const text = sniffText(first.buffer.subarray(0, filled));
  if (!text) return other;
  return { kind: 'recording', opened: { source, stream, text, buffer: first.buffer, filled, block } };
}

/** Reads the rest and all of it, in blocks. The profile is as recorded, its notes included. */
export async function readRecording(
  opened: Opened,
  reader: BlockReader,
  onProgress: (progress: Progress) => void,
): Promise<Profile> {
  const builder = new ProfileBuilder();
  const { source, stream, text, block } = opened;
  const waiting: Promise<BlockResult>[] = [];
  const spare: Uint8Array<ArrayBuffer>[] = [];
  let { buffer, filled } = opened;
  let plain = 0;
  const takeOldest = async () => {
    const result = await waiting.shift()!;
    spare.push(result.buffer);
    builder.append(result.profile);
    onProgress({
      name: source.name,
      taken: stream.taken,
      size: source.size,
      plain,
      samples: builder.sampleCount,
    });
  };
  for (let last = filled < block; ;) {
    const end = last ? filled : cutOf(text, buffer, filled);
    if (waiting.length >= reader.width) await takeOldest();
    const next = last ? buffer : (spare.pop() ?? new Uint8Array(block + SLACK));
    const rest = filled - end;
    if (!last) next.set(buffer.subarray(end, filled));
    plain += end;
    waiting.push(reader.read({ text, buffer, end, last }));
    if (last) break;
    const more = await fill(stream, next, rest, block);
    buffer = more.buffer;
    filled = rest + more.count;
    last = filled < block;
  }
  while (waiting.length > 0) await takeOldest();
  if (stream.damage)
    builder.note(
      'damage',
      `The file is damaged, and only what comes before the damage is shown: ${stream.damage}`,
      NONE,
    );
  return builder.finish();
}

/** Where a full block is cut. One that holds no end of a sample at all is cut anywhere: its reader counts what is odd. */
function cutOf(text: Text, buffer: Uint8Array, filled: number): number {
  return lastCut(text, buffer, filled) || filled;
}
