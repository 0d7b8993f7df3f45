// Searches the names of one recording in a worker of its own, which is ended when an expression takes too long.

import * as Comlink from 'comlink';
import { brokenWorker } from '../src/model/broken-worker.ts';
import type { Matches } from '../src/model/session.ts';
import type { MatchDoor } from './match.worker.ts';

/** In milliseconds. Any expression that is not exponential is done long before, on any recording. */
const TOO_LONG = 2000;

interface Searcher {
  readonly worker: Worker;
  readonly door: Comlink.Remote<MatchDoor>;
  /** Rejected when the worker cannot be started. */
  readonly broken: Promise<never>;
}

export class Matcher {
  private readonly names: readonly string[];
  private searcher: Searcher | undefined;
  private running = 0;

  /** `names` has one name a function. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The functions that match. A search that still runs is ended, and found nothing. Throws when no worker can be started. */
  async match(query: string): Promise<Matches> {
    if (this.running > 0) this.end();
    const searcher = (this.searcher ??= this.start());
    this.running++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<Matches>((resolve) => {
      timer = setTimeout(() => {
        if (searcher === this.searcher) this.end();
        resolve({ matches: new Uint8Array(this.names.length), taken: 'as too slow' });
      }, TOO_LONG);
    });
    try {
      return await Promise.race([searcher.door.match(query), tooLong, searcher.broken]);
    } catch (error) {
      if (searcher === this.searcher) this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      if (searcher === this.searcher) this.running--;
    }
  }

  private start(): Searcher {
    const worker = new Worker(new URL('./match.worker.ts', import.meta.url), {
      type: 'module',
      name: 'match',
    });
    const door = Comlink.wrap<MatchDoor>(worker);
    // It answers in the order it is asked, so nobody waits for this.
    void door.know(this.names);
    return { worker, door, broken: brokenWorker(worker) };
  }

  private end(): void {
    this.searcher?.worker.terminate();
    this.searcher = undefined;
    this.running = 0;
  }
}
