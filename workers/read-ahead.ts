// Files are read and unpacked ahead by a thread of their own, so that the one that makes something of the bytes never waits
// for them: while it is busy, its own reads would stand still.

import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import type { AheadDoor, AheadPiece } from './ahead.worker.ts';
import { startSideWorker } from './side-worker.ts';
import { streamFrom, type Readable } from './readable.ts';

/** A smaller file is read before it would have been handed over, in bytes. */
const LARGE = 1 << 16;
/** Pieces asked for before they are needed. */
const AHEAD = 3;

/** Starts the worker. In a page that is one file there is none: what the page holds is in memory. */
export function startReadingAhead(): (file: Readable) => ByteStream {
  if (import.meta.env.MODE === 'one-file') return streamFrom;
  const { door, broken } = startSideWorker<AheadDoor>('ahead');
  return (readable) => {
    if (readable.size < LARGE) return streamFrom(readable);
    const file = door.open(readable);
    return new AheadStream(() => Promise.race([file.then((each) => each.next()), broken]));
  };
}

class AheadStream implements ByteStream {
  private last: Omit<AheadPiece, 'bytes'> = { taken: 0, damage: undefined, isInflated: false };
  private readonly chunks: ByteStream;

  constructor(ask: () => Promise<AheadPiece>) {
    const asked: Promise<AheadPiece>[] = [];
    let isBegun = false;
    this.chunks = chunkStream(async () => {
      // Of most files only the beginning is read so: what is wanted of a program is read where it lies.
      for (let most = isBegun ? AHEAD : 0; asked.length <= most;) {
        const answer = ask();
        // It is thrown when its turn comes.
        answer.catch(() => {});
        asked.push(answer);
      }
      isBegun = true;
      const { bytes, ...state } = await (asked.shift() ?? ask());
      this.last = state;
      return bytes;
    });
  }

  get taken(): number {
    return this.last.taken;
  }

  get damage(): string | undefined {
    return this.last.damage;
  }

  get isInflated(): boolean {
    return this.last.isInflated;
  }

  read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number) {
    return this.chunks.read(buffer, at, until);
  }

  next() {
    return this.chunks.next?.() ?? Promise.resolve(undefined);
  }
}
