// Reads and decompresses files ahead in a separate worker, because reads stall in a busy worker.

import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import type { AheadEndpoint, AheadPiece } from './ahead.worker.ts';
import { streamFrom, type Readable } from './readable.ts';
import { startSubworker } from './subworker.ts';

/** In bytes; smaller files are read faster directly. */
const LARGE = 1 << 16;
/** Number of pieces requested in advance. */
const AHEAD = 3;

/** Starts the worker. The one-file page needs none, since its recording is in memory. */
export function startReadingAhead(): (file: Readable) => ByteStream {
  if (import.meta.env.MODE === 'one-file') return streamFrom;
  const { remote, answers } = startSubworker<AheadEndpoint>('ahead');
  return (readable) => {
    if (readable.size < LARGE) return streamFrom(readable);
    const file = remote.open(readable);
    return aheadStream(() => answers.wait(file.then((each) => each.next())));
  };
}

/** A stream of the pieces that `ask` requests. */
function aheadStream(ask: () => Promise<AheadPiece>): ByteStream {
  const asked: Promise<AheadPiece>[] = [];
  let isBegun = false;
  let last: Omit<AheadPiece, 'bytes'> = { bytesRead: 0, damage: undefined, isDecompressed: false };
  const chunks = chunkStream(async () => {
    // Reads ahead only from the second read on: only the beginning of most files is streamed.
    for (let most = isBegun ? AHEAD : 0; asked.length <= most;) {
      const answer = ask();
      // The error is thrown when this piece is awaited.
      answer.catch(() => {});
      asked.push(answer);
    }
    isBegun = true;
    const { bytes, ...state } = await (asked.shift() ?? ask());
    last = state;
    return bytes;
  });
  return {
    get bytesRead() {
      return last.bytesRead;
    },
    get damage() {
      return last.damage;
    },
    get isDecompressed() {
      return last.isDecompressed;
    },
    read: (buffer, at, until) => chunks.read(buffer, at, until),
    next: async () => chunks.next?.(),
  };
}
