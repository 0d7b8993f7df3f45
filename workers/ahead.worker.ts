// Door of the worker that reads files ahead: a file in, its bytes out, piece by piece.

import * as Comlink from 'comlink';
import { blobStream, fill } from '../src/bytes/byte-stream.ts';

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
      const { buffer, count } = await fill(stream, new Uint8Array(PIECE), 0, PIECE);
      return count > 0 ? Comlink.transfer(buffer.subarray(0, count), [buffer.buffer]) : undefined;
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
