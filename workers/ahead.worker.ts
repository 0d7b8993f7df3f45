// Door of the worker that reads files ahead: a file in, its plain bytes out, piece by piece.

import * as Comlink from 'comlink';
import { nextBlock } from '../src/bytes/byte-stream.ts';
import { plain } from '../src/bytes/inflate.ts';
import { answerWith } from './side-worker.ts';
import { streamFrom, type Readable } from './readable.ts';

/** Bytes read at a time, and at first. */
const PIECE = 4 << 20;
const FIRST = 1 << 16;

/** What one read gave, and the state of the stream then. */
export interface AheadPiece {
  /** Undefined behind the last. */
  readonly bytes: Uint8Array | undefined;
  readonly taken: number;
  readonly damage: string | undefined;
  readonly isInflated: boolean;
}

/** One file that is read from its start. */
export interface AheadFile {
  /** Asked again before it has answered, it answers in that order. */
  next(): Promise<AheadPiece>;
}

const door = {
  open(file: Readable): AheadFile {
    const open = () => streamFrom(file);
    const opened = plain(open(), Math.min(FIRST, file.size), FIRST, open);
    // It is thrown when somebody waits for it.
    opened.catch(() => {});
    let isFirst = true;
    let last: Promise<unknown> = Promise.resolve();
    const read = async (): Promise<AheadPiece> => {
      const { stream, buffer, count, isCompressed } = await opened;
      const piece = isFirst ? buffer.subarray(0, count) : await nextBlock(stream, PIECE);
      isFirst = false;
      const { taken, damage } = stream;
      const bytes = piece.length > 0 ? piece : undefined;
      const answer = { bytes, taken, damage, isInflated: isCompressed };
      return bytes ? Comlink.transfer(answer, [bytes.buffer]) : answer;
    };
    const next = () => {
      const answer = last.then(read);
      last = answer;
      return answer;
    };
    return Comlink.proxy({ next });
  },
};

export type AheadDoor = typeof door;

answerWith(door);
