// Door of the worker that reads files ahead: a file in, its bytes out, piece by piece.

import * as Comlink from 'comlink';
import { blobStream, nextBlock } from '../src/bytes/byte-stream.ts';

/** Bytes read at a time. */
const PIECE = 4 << 20;

/** One file that is read from its start. */
export interface AheadFile {
  /** The next bytes; undefined behind the last. Asked again before it has answered, it answers in that order. */
  next(): Promise<Uint8Array | undefined>;
}

const door = {
  open(blob: Blob): AheadFile {
    const stream = blobStream(blob);
    let last: Promise<unknown> = Promise.resolve();
    const read = async () => {
      const piece = await nextBlock(stream, PIECE);
      return piece.length > 0 ? Comlink.transfer(piece, [piece.buffer]) : undefined;
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

Comlink.expose(door);
