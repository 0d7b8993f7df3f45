// The chunk workers. A browser hands out the bytes of several streams faster than those of one, so there are as many
// chunks even where there are fewer processors, and a worker then reads several of them in turns.

import * as Comlink from 'comlink';
import { brokenWorker } from '../src/model/broken-worker.ts';
import type { Profile } from '../src/model/profile.ts';
import type { ChunkDoor } from './chunk.worker.ts';
import type { ChunkReaders } from './read-recording.ts';

const CHUNKS = 4;

/** Starts workers as chunks come. They live as long as the thread that asks. */
export function startChunkWorkers(): ChunkReaders {
  const workers: ChunkWorker[] = [];
  let chunks = 0;
  return {
    most: CHUNKS,
    read(text, chunk, told) {
      const worker = (workers[chunks++ % navigator.hardwareConcurrency] ??= new ChunkWorker());
      return worker.read(text, chunk, told);
    },
  };
}

class ChunkWorker {
  private readonly door: Comlink.Remote<ChunkDoor>;
  private readonly broken: Promise<never>;

  constructor() {
    const worker = new Worker(new URL('./chunk.worker.ts', import.meta.url), {
      type: 'module',
      name: 'chunk',
    });
    this.door = Comlink.wrap<ChunkDoor>(worker);
    this.broken = brokenWorker(worker);
  }

  read(...[text, chunk, told]: Parameters<ChunkReaders['read']>): Promise<Profile> {
    return Promise.race([this.door.read(text, chunk, Comlink.proxy(told)), this.broken]);
  }
}
