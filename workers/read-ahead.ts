// Large files are read ahead by a thread of their own, so that the one that makes something of the bytes never waits for
// them: while it is busy, its own reads would stand still.

import * as Comlink from 'comlink';
import { blobStream, chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { brokenWorker } from '../src/model/broken-worker.ts';
import type { AheadDoor } from './ahead.worker.ts';

/** A smaller file is read before a worker has started, in bytes. */
const LARGE = 4 << 20;
/** Pieces asked for before they are needed. */
const AHEAD = 3;

/** Starts the worker with the first large file. It lives as long as the thread that asks. */
export function startReadingAhead(): (blob: Blob) => ByteStream {
  let worker: AheadWorker | undefined;
  return (blob) => (blob.size < LARGE ? blobStream(blob) : (worker ??= new AheadWorker()).stream(blob));
}

class AheadWorker {
  private readonly door: Comlink.Remote<AheadDoor>;
  private readonly broken: Promise<never>;

  constructor() {
    const worker = new Worker(new URL('./ahead.worker.ts', import.meta.url), {
      type: 'module',
      name: 'ahead',
    });
    this.door = Comlink.wrap<AheadDoor>(worker);
    this.broken = brokenWorker(worker);
  }

  stream(blob: Blob): ByteStream {
    const file = this.door.open(blob);
    const ask = () => Promise.race([file.then((each) => each.next()), this.broken]);
    const asked: Promise<Uint8Array | undefined>[] = [];
    return chunkStream(() => {
      while (asked.length <= AHEAD) {
        const answer = ask();
        // It is thrown when its turn comes.
        answer.catch(() => {});
        asked.push(answer);
      }
      return asked.shift() ?? ask();
    });
  }
}
