// Reads ahead and decompresses files in a separate worker, because reads stall in a busy worker.

import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import type { ReadAheadEndpoint, ReadAheadPiece } from './read-ahead.worker.ts';
import { streamFrom, type Readable } from './readable.ts';
import { startSubworker } from './subworker.ts';

/** In bytes; reading smaller files directly is faster. */
const MIN_SIZE = 1 << 16;
/** Number of pieces requested in advance. */
const PIECES_AHEAD = 3;

/** Starts the worker. The one-file page needs none, since its recording is in memory. */
export function startReadingAhead(): (file: Readable) => ByteStream {
  if (import.meta.env.MODE === 'one-file') return streamFrom;
  const { remote, answers } = startSubworker<ReadAheadEndpoint>('read-ahead');
  return (readable) => {
    if (readable.size < MIN_SIZE) return streamFrom(readable);
    const file = remote.open(readable);
    return aheadStream(() => answers.wait(file.then((each) => each.next())));
  };
}

/** Streams the pieces that `requestPiece` returns. */
function aheadStream(requestPiece: () => Promise<ReadAheadPiece>): ByteStream {
  const pending: Promise<ReadAheadPiece>[] = [];
  let hasStarted = false;
  let last: Omit<ReadAheadPiece, 'bytes'> = { bytesRead: 0, damage: undefined, isDecompressed: false };
  const chunks = chunkStream(async () => {
    // Does not read ahead on the first read: most files are never read past their first piece.
    for (let count = hasStarted ? PIECES_AHEAD : 0; pending.length <= count;) {
      const answer = requestPiece();
      // Avoids an unhandled rejection; the error is thrown when this piece is awaited.
      answer.catch(() => {});
      pending.push(answer);
    }
    hasStarted = true;
    const { bytes, ...state } = await (pending.shift() ?? requestPiece());
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
