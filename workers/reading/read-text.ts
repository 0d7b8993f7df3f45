// Reads text, or a chunk of it, from a stream: fills buffers, splits each after its last complete record, and
// parses it while the next one fills.
//
//   stream   ……………………|………………………|……………………|…
//   pieces   |---- A ---|---- B ----|---- C ----|…    the rest after the last record of A starts B

import { fill, type ByteStream } from '../../src/bytes/byte-stream.ts';
import { lastRecordEnd, openReader, type TextKind } from '../../src/formats/index.ts';
import type { TextReader } from '../../src/formats/format.ts';
import type { TableBudget } from '../../src/model/budget.ts';
import type { Profile } from '../../src/model/profile.ts';

/** Bytes of text, followed by spare capacity. */
export interface Piece {
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly filled: number;
}

/** Called after each piece with the reader and the number of text bytes read so far. */
type OnProgress = (reader: TextReader, plain: number) => void;

/** Bytes that readers may access after the end of a piece. */
export const PIECE_SLACK = 64;
/** Bytes per read. Larger pieces would not stay in the CPU cache; smaller ones would need more awaits. */
export const PIECE_SIZE = 4 << 20;
/** Maximum size of a piece in which no record ends. */
const MAX_PIECE_SIZE = 64 << 20;

/** Reads `first` and then `stream`, up to the limits of the budget. Throws when the source fails. */
export async function readText(
  text: TextKind,
  stream: ByteStream,
  { first = EMPTY_PIECE, size = PIECE_SIZE, budget }: { first?: Piece; size?: number; budget: TableBudget },
  onProgress: OnProgress,
): Promise<Profile> {
  const reader = await openReader(text, budget);
  const pieces = new Pieces(text, stream, size);
  let plain = 0;
  let piece = await pieces.grow(first.buffer, first.filled);
  let upcoming = pieces.next(piece);
  for (;;) {
    // Only a failed attempt to read the next piece shows that this one is the last.
    const next = await upcoming;
    if (next) upcoming = pieces.next(next);
    const end = next ? piece.end : piece.filled;
    reader.push(piece.buffer, end, !next);
    plain += end;
    onProgress(reader, plain);
    pieces.recycle(piece.buffer);
    if (!next || reader.isFull) {
      // The rest of the stream is not needed.
      upcoming.catch(() => {});
      return reader.finish(true);
    }
    piece = next;
  }
}

const EMPTY_PIECE: Piece = { buffer: new Uint8Array(PIECE_SLACK), filled: 0 };

/** A piece whose last complete record ends at `end`. */
interface RecordsPiece extends Piece {
  readonly end: number;
}

class Pieces {
  private readonly text: TextKind;
  private readonly stream: ByteStream;
  private readonly size: number;
  private readonly spare: Uint8Array<ArrayBuffer>[] = [];

  constructor(text: TextKind, stream: ByteStream, size: number) {
    this.text = text;
    this.stream = stream;
    this.size = size;
  }

  /** Reads the piece after the last complete record of this one; undefined at the end of the stream. */
  async next({ buffer, filled, end }: RecordsPiece): Promise<RecordsPiece | undefined> {
    const rest = filled - end;
    const next = this.bufferOf(Math.max(this.size, rest + 1));
    next.set(buffer.subarray(end, filled));
    const more = await fill(this.stream, next, rest, next.length - PIECE_SLACK);
    return more.count === 0 ? undefined : this.grow(more.buffer, rest + more.count);
  }

  /** Returns a piece with these bytes, extended until a record ends in it. */
  async grow(buffer: Uint8Array<ArrayBuffer>, filled: number): Promise<RecordsPiece> {
    let end = lastRecordEnd(this.text, buffer, filled);
    while (end === 0 && filled < MAX_PIECE_SIZE) {
      const larger = new Uint8Array(filled * 2 + this.size + PIECE_SLACK);
      larger.set(buffer.subarray(0, filled));
      const more = await fill(this.stream, larger, filled, larger.length - PIECE_SLACK);
      if (more.count === 0) break;
      buffer = more.buffer;
      filled += more.count;
      end = lastRecordEnd(this.text, buffer, filled);
    }
    // If no record ends in this piece, split anywhere: the reader counts the damaged lines.
    return { buffer, filled, end: end || filled };
  }

  recycle(buffer: Uint8Array<ArrayBuffer>): void {
    if (buffer.length <= this.size * 2) this.spare.push(buffer);
  }

  private bufferOf(size: number): Uint8Array<ArrayBuffer> {
    const spare = this.spare.pop();
    return spare && spare.length >= size + PIECE_SLACK ? spare : new Uint8Array(size + PIECE_SLACK);
  }
}
