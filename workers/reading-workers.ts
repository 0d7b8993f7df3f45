// Starts the workers that read for the session worker: one reads files ahead, others read chunks of a large text file.

import * as Comlink from 'comlink';
import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { streamFrom, type Readable } from '../src/bytes/url-file.ts';
import type { ChunkEndpoint } from './chunk.worker.ts';
import type { ReadAheadEndpoint, ReadAheadPiece } from './read-ahead.worker.ts';
import type { ChunkReaders } from './reading/read-recording.ts';
import { startSubworker, type Subworker } from './subworker.ts';

/**
 * Browsers read several streams faster than one, so the number of chunks does not depend on the number of processors; with few
 * processors, one worker reads several chunks concurrently.
 */
const MAX_CHUNKS = 4;

export interface ChunkWorkers extends ChunkReaders {
  /** Starts the workers in advance. */
  start(): void;
  /** Frees their memory. */
  end(): void;
}

/** Starts each worker when its first chunk is requested, unless `start` is called. */
export function chunkWorkers(): ChunkWorkers {
  const workers: Subworker<ChunkEndpoint>[] = [];
  const maxWorkers = Math.min(MAX_CHUNKS, navigator.hardwareConcurrency);
  let chunkCount = 0;
  const workerAt = (index: number) => (workers[index] ??= startSubworker('chunk'));
  return {
    maxChunks: MAX_CHUNKS,
    start() {
      for (let i = 0; i < maxWorkers; i++) workerAt(i);
    },
    read(text, { source, from, to }, budget, onProgress) {
      const chunk = source.blob?.slice(from, to);
      if (!chunk) throw new Error('A chunk worker reads only Blobs');
      const worker = workerAt(chunkCount++ % maxWorkers);
      return worker.answers.wait(worker.remote.read(text, chunk, budget, Comlink.proxy(onProgress)));
    },
    end() {
      for (const { end } of workers.splice(0)) end();
    },
  };
}

/** In bytes; reading smaller files directly is faster. */
const MIN_SIZE = 1 << 16;
/** Number of pieces requested in advance. */
const PIECES_AHEAD = 3;

/** Reads ahead and decompresses in a worker, because reads stall in a busy one. The one-file page needs none, since its recording is in memory. */
export function startReadingAhead(): (file: Readable) => ByteStream {
  if (import.meta.env.MODE === 'one-file') return streamFrom;
  const { remote, answers } = startSubworker<ReadAheadEndpoint>('read-ahead');
  return (readable) => {
    if (readable.size < MIN_SIZE) return streamFrom(readable);
    const file = remote.open(readable);
    return aheadStream(() => answers.wait(file.then((each) => each.next())));
  };
}

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
