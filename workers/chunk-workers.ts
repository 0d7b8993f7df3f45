// Starts the chunk workers. Browsers read several streams faster than one, so the number of chunks does not depend on the
// number of processors; with few processors, one worker reads several chunks concurrently.

import * as Comlink from 'comlink';
import type { ChunkEndpoint } from './chunk.worker.ts';
import type { ChunkReaders } from './read-recording.ts';
import { startSubworker, type Subworker } from './subworker.ts';

const MAX_CHUNKS = 4;

/** Starts each worker when its first chunk is requested. */
export function startChunkWorkers(): ChunkReaders {
  const workers: Subworker<ChunkEndpoint>[] = [];
  let chunkCount = 0;
  return {
    maxChunks: MAX_CHUNKS,
    read(text, chunk, budget, onProgress) {
      const worker = (workers[chunkCount++ % navigator.hardwareConcurrency] ??= startSubworker('chunk'));
      return worker.answers.wait(worker.remote.read(text, chunk, budget, Comlink.proxy(onProgress)));
    },
  };
}
