// Reads chunks of a large text file in parallel: the first in this thread, each other one in another.

import { availableParallelism } from 'node:os';
import type { ChunkReaders } from '../workers/reading/read-recording.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { readInThread } from './in-thread.ts';
import { readChunk } from './read-chunk.ts';

/** A second thread reads its half of a smaller file no sooner than one thread reads all: its code is cold, too. */
const MIN_SIZE = 768 << 20;

/** Undefined if none of these is large enough. */
export function chunkThreadsFor(sources: readonly Source[]): ChunkReaders | undefined {
  return sources.some(({ size }) => size >= MIN_SIZE) ? startChunkThreads() : undefined;
}

export function startChunkThreads(maxChunks = availableParallelism(), script?: URL): ChunkReaders {
  return {
    maxChunks,
    read(text, { source, from, to }, budget) {
      const { path } = source;
      if (path === undefined) throw new Error('A thread reads only files on disk');
      const request = { text, path, from, to, budget };
      return from === 0 ? readChunk(request) : readInThread(request, script);
    },
  };
}
