// A session worker and those beside it, which the page starts for it (model/side-worker.ts). All of them end at once.

import * as Comlink from 'comlink';
import { newAlarm } from '../model/alarm.ts';
import type { SideWorkerWanted, WorkerAlive } from '../model/side-worker.ts';
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
    this.running = new Set();
    this.run(worker, (why) => raise(new Error(why)));
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
    this.run(worker, (why) => life.postMessage(why));
    life.addEventListener('message', () => {
      worker.terminate();
      this.running.delete(worker);
    });
    life.start();
    worker.postMessage(door, [door]);
  }

  /** Until it is ended here, `tell` learns why it answers nothing any more. */
  private run(worker: Worker, tell: (why: string) => void): void {
    this.running.add(worker);
    worker.addEventListener('error', (event) => tell(event.message || 'a worker could not be started'));
    // A worker that the browser stops has no event for it, but lets go of its locks.
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAlive | object>) => {
      if (!('alive' in data)) return;
      void navigator.locks.request(data.alive, () => {
        if (this.running.has(worker)) tell(STOPPED);
      });
    });
  }
}

const STOPPED = 'the browser stopped a worker of this page, perhaps because memory ran out';
