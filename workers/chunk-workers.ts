// Starts the chunk workers. Browsers read several streams faster than one, so the number of chunks does not depend on the
// number of processors; with few processors, a worker reads several chunks at once.

import * as Comlink from 'comlink';
import type { ChunkEndpoint } from './chunk.worker.ts';
import type { ChunkReaders } from './read-recording.ts';
import { startSubworker, type Subworker } from './subworker.ts';

const CHUNKS = 4;

/** Starts workers as chunks are requested. */
export function startChunkWorkers(): ChunkReaders {
  const workers: Subworker<ChunkEndpoint>[] = [];
  let chunks = 0;
  return {
    most: CHUNKS,
    read(text, chunk, budget, onProgress) {
      const worker = (workers[chunks++ % navigator.hardwareConcurrency] ??= startSubworker('chunk'));
      return worker.answers.wait(worker.remote.read(text, chunk, budget, Comlink.proxy(onProgress)));
    },
  };
}
