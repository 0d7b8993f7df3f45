// Door of the worker that reads files ahead: a file in, its bytes out, piece by piece.

import * as Comlink from 'comlink';
import { blobStream, fill, HEADROOM } from '../src/bytes/byte-stream.ts';

/** With HEADROOM before and behind it. */
const PIECE = 4 << 20;

/** One file that is read from its start. */
export interface AheadFile {
  /** The next bytes, as pieceStream wants them; undefined behind the last. Asked again before it has answered, it answers in that order. */
  next(): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

const door = {
  open(blob: Blob): AheadFile {
    const stream = blobStream(blob);
    let last: Promise<unknown> = Promise.resolve();
    const read = async () => {
      const { buffer, count } = await fill(stream, new Uint8Array(PIECE), HEADROOM, PIECE - HEADROOM);
      if (count === 0) return undefined;
      return Comlink.transfer(buffer.subarray(0, count + 2 * HEADROOM), [buffer.buffer]);
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
