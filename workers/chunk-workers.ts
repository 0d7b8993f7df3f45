// The chunk workers. A browser hands out the bytes of several streams faster than those of one, so there are as many
// chunks even where there are fewer processors, and a worker then reads several of them in turns.

import * as Comlink from 'comlink';
import type { ChunkDoor } from './chunk.worker.ts';
import { startSideWorker, type SideWorker } from './side-worker.ts';
import type { ChunkReaders } from './read-recording.ts';

const CHUNKS = 4;

/** Starts workers as chunks come. */
export function startChunkWorkers(): ChunkReaders {
  const workers: SideWorker<ChunkDoor>[] = [];
  let chunks = 0;
  return {
    most: CHUNKS,
    read(text, chunk, budget, told) {
      const worker = (workers[chunks++ % navigator.hardwareConcurrency] ??= startSideWorker('chunk'));
      return Promise.race([worker.door.read(text, chunk, budget, Comlink.proxy(told)), worker.broken]);
    },
  };
}
