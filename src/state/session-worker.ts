// A session worker and those beside it, which the page starts for it (model/side-worker.ts). All of them end at once.

import * as Comlink from 'comlink';
import { newAlarm } from '../model/alarm.ts';
import type { SideWorkerWanted } from '../model/side-worker.ts';
import type { Session } from '../model/session.ts';
import { startWorker } from './worker-scripts.ts';

export class SessionWorker {
  readonly session: Comlink.Remote<Session>;
  /** Rejected when it cannot be started, or breaks down: then it answers nothing. */
  readonly broken: Promise<never>;
  /** Itself and those beside it; none once they were ended. */
  private readonly running: Set<Worker>;

  constructor() {
    const worker = startWorker('session');
    this.session = Comlink.wrap<Session>(worker);
    const { raised, raise } = newAlarm();
    this.broken = raised;
    whenBroken(worker, (why) => raise(new Error(why)));
    this.running = new Set([worker]);
    worker.addEventListener('message', ({ data }: MessageEvent<SideWorkerWanted | object>) => {
      // What it said last may arrive after its end.
      if ('sideWorker' in data && this.running.has(worker)) this.startSideWorker(data);
    });
  }

  end(): void {
    // The proxy is part of this object, which the worker's listeners refer to; Comlink keeps the worker until it is told.
    if (this.running.size > 0) this.session[Comlink.releaseProxy]();
    for (const worker of this.running) worker.terminate();
    this.running.clear();
  }

  private startSideWorker({ sideWorker, door, life }: SideWorkerWanted): void {
    const worker = startWorker(sideWorker);
    this.running.add(worker);
    whenBroken(worker, (why) => life.postMessage(why));
    life.addEventListener('message', () => {
      worker.terminate();
      this.running.delete(worker);
    });
    life.start();
    worker.postMessage(door, [door]);
  }
}

/** Whoever waits for an answer has to be told. */
function whenBroken(worker: Worker, tell: (why: string) => void): void {
  worker.addEventListener('error', (event) => tell(event.message || 'a worker could not be started'));
}
