// The chunk workers. Chunks take turns: while one worker packs up what it read, the next one reads on. More workers
// would wait: one reads as fast as a browser hands out the bytes of a file.

import * as Comlink from 'comlink';
import type { Text } from '../src/formats/index.ts';
import type { ChunkDoor } from './chunk.worker.ts';
import type { ChunkReader, Readers } from './read-recording.ts';

const WORKERS = 2;

export function startPool(): Readers {
  const workers: ChunkWorker[] = [];
  let turn = 0;
  return {
    begin(text) {
      const worker = (workers[turn] ??= new ChunkWorker());
      turn = (turn + 1) % WORKERS;
      return worker.begin(text);
    },
  };
}

class ChunkWorker {
  private readonly door: Comlink.Remote<ChunkDoor>;
  /** Rejected when the worker cannot be started, or breaks down: then no answer comes. */
  private readonly broken: Promise<never>;

  constructor() {
    const worker = new Worker(new URL('./chunk.worker.ts', import.meta.url), {
      type: 'module',
      name: 'chunk',
    });
    this.door = Comlink.wrap<ChunkDoor>(worker);
    this.broken = new Promise((_, reject) => {
      worker.addEventListener('error', (event) =>
        reject(new Error(event.message || 'a worker could not be started')),
      );
    });
  }

  begin(text: Text): ChunkReader {
    const { door } = this;
    // A worker answers in the order it is asked, so the first piece need not wait for this; a failure shows there.
    door.begin(text).catch(() => {});
    return {
      push: (buffer, end, last) =>
        this.answered(door.push(Comlink.transfer(buffer, [buffer.buffer]), end, last)),
      profile: () => this.answered(door.profile()),
    };
  }

  private answered<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.broken]);
  }
}
