// A few chunk workers and one queue of blocks. A block goes to whichever worker is free first.

import * as Comlink from 'comlink';
import type { ChunkReader } from './chunk.worker.ts';
import type { Block, BlockReader, BlockResult } from './read-recording.ts';

/** Beside the workers, one thread reads the file and puts the blocks together. More of them wait for that one. */
const MOST_WORKERS = 4;

export function startPool(): BlockReader {
  const width = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency));
  const idle: Comlink.Remote<ChunkReader>[] = [];
  const queue: ((reader: Comlink.Remote<ChunkReader>) => void)[] = [];
  let started = 0;
  const nextReader = (): Promise<Comlink.Remote<ChunkReader>> => {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    if (started < width) {
      started++;
      return Promise.resolve(startReader());
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  return {
    width,
    async read(block: Block): Promise<BlockResult> {
      const reader = await nextReader();
      try {
        return await reader.read(Comlink.transfer(block, [block.buffer.buffer]));
      } finally {
        const waiting = queue.shift();
        if (waiting) waiting(reader);
        else idle.push(reader);
      }
    },
  };
}

function startReader(): Comlink.Remote<ChunkReader> {
  return Comlink.wrap<ChunkReader>(
    new Worker(new URL('./chunk.worker.ts', import.meta.url), { type: 'module', name: 'chunk' }),
  );
}
