// Reads a text, or a chunk of one, from a stream: fills buffers, cuts each at the end of its last whole record, and
// has it read while the next one fills.
//
//   stream   ……………………|………………………|……………………|…
//   pieces   |---- A ---|---- B ----|---- C ----|…    what is behind the last record of A begins B

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { lastCut, openReader, type Text } from '../src/formats/index.ts';
import type { TextReader } from '../src/formats/text-format.ts';
import type { TableBudget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';

/** Bytes of text, with room behind them. */
export interface Piece {
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly filled: number;
}

interface Reading {
  readonly first?: Piece;
  readonly size?: number;
  readonly budget: TableBudget;
}

/** Called after each piece: what was read so far, and how many bytes of text that was. */
export type Told = (reader: TextReader, plain: number) => void;

/** Room that readers may look at behind the end of a piece. */
export const SLACK = 64;
/** Text read at a time, in bytes: more does not stay in the cache, less costs a turn each. */
export const PIECE = 4 << 20;
/** A piece grows up to this while it holds no end of a record. */
const LARGEST_PIECE = 64 << 20;

/** Reads all of `first` and what `stream` has behind it, up to a limit of the budget. Throws what the stream throws. */
export async function readText(
  text: Text,
  stream: ByteStream,
  { first = NOTHING, size = PIECE, budget }: Reading,
  told: Told,
): Promise<Profile> {
  const reader = await openReader(text, budget);
  const pieces = new Pieces(text, stream, size);
  let plain = 0;
  let piece = await pieces.grown(first.buffer, first.filled);
  let coming = pieces.behind(piece);
  for (;;) {
    // Only when none comes behind it, a piece is known to be the last.
    const next = await coming;
    if (next) coming = pieces.behind(next);
    const end = next ? piece.end : piece.filled;
    reader.push(piece.buffer, end, !next);
    plain += end;
    told(reader, plain);
    pieces.giveBack(piece.buffer);
    if (!next || reader.isFull) {
      // Nobody waits for what comes behind.
      coming.catch(() => {});
      return reader.finish(true);
    }
    piece = next;
  }
}

const NOTHING: Piece = { buffer: new Uint8Array(SLACK), filled: 0 };

/** A piece whose last whole record ends before `end`. */
interface CutPiece extends Piece {
  readonly end: number;
}

class Pieces {
  private readonly text: Text;
  private readonly stream: ByteStream;
  private readonly size: number;
  private readonly spare: Uint8Array<ArrayBuffer>[] = [];

  constructor(text: Text, stream: ByteStream, size: number) {
    this.text = text;
    this.stream = stream;
    this.size = size;
  }

  /** The piece that begins behind the last whole record of `piece`; undefined when the stream has no more. */
  async behind({ buffer, filled, end }: CutPiece): Promise<CutPiece | undefined> {
    const rest = filled - end;
    const next = this.bufferOf(Math.max(this.size, rest + 1));
    next.set(buffer.subarray(end, filled));
    const more = await fill(this.stream, next, rest, next.length - SLACK);
    return more.count === 0 ? undefined : this.grown(more.buffer, rest + more.count);
  }

  /** A piece of these bytes and, when no record ends in them, of as many more as it takes. */
  async grown(buffer: Uint8Array<ArrayBuffer>, filled: number): Promise<CutPiece> {
    let end = lastCut(this.text, buffer, filled);
    while (end === 0 && filled < LARGEST_PIECE) {
      const larger = new Uint8Array(filled * 2 + this.size + SLACK);
      larger.set(buffer.subarray(0, filled));
      const more = await fill(this.stream, larger, filled, larger.length - SLACK);
      if (more.count === 0) break;
      buffer = more.buffer;
      filled += more.count;
      end = lastCut(this.text, buffer, filled);
    }
    // A piece without any end of a record is cut anywhere: its reader counts what is odd.
    return { buffer, filled, end: end || filled };
  }

  giveBack(buffer: Uint8Array<ArrayBuffer>): void {
    if (buffer.length <= this.size * 2) this.spare.push(buffer);
  }

  private bufferOf(size: number): Uint8Array<ArrayBuffer> {
    const spare = this.spare.pop();
    return spare && spare.length >= size + SLACK ? spare : new Uint8Array(size + SLACK);
  }
}
