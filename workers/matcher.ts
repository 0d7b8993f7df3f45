// Searches the names of one recording in a worker of its own, which is ended when an expression takes too long.

import * as Comlink from 'comlink';
import { brokenWorker } from '../src/model/broken-worker.ts';
import type { Matches } from '../src/model/session.ts';
import type { MatchDoor } from './match.worker.ts';

/** In milliseconds. Any expression that is not exponential is done long before, on any recording. */
const TOO_LONG = 2000;

export class Matcher {
  private readonly names: readonly string[];
  private worker: Worker | undefined;
  private door: Comlink.Remote<MatchDoor> | undefined;
  private broken: Promise<never> | undefined;
  private running = 0;

  /** `names` has one name a function. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The functions that match. A search that still runs is ended, and found nothing. Throws when no worker can be started. */
  async match(query: string): Promise<Matches> {
    if (this.running > 0) this.end();
    const door = (this.door ??= this.start());
    this.running++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<Matches>((resolve) => {
      timer = setTimeout(() => {
        if (door === this.door) this.end();
        resolve({ matches: new Uint8Array(this.names.length), taken: 'as too slow' });
      }, TOO_LONG);
    });
    try {
      return await Promise.race([door.match(query), tooLong, ...(this.broken ? [this.broken] : [])]);
    } catch (error) {
      if (door === this.door) this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      if (door === this.door) this.running--;
    }
  }

  private start(): Comlink.Remote<MatchDoor> {
    this.worker = new Worker(new URL('./match.worker.ts', import.meta.url), {
      type: 'module',
      name: 'match',
    });
    this.broken = brokenWorker(this.worker);
    const door = Comlink.wrap<MatchDoor>(this.worker);
    // It answers in the order it is asked, so nobody waits for this.
    void door.know(this.names);
    return door;
  }

  private end(): void {
    this.worker?.terminate();
    this.door = undefined;
    this.running = 0;
  }
}
