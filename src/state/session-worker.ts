// A session worker and those beside it, which the page starts for it (model/side-worker.ts). All of them end at once.

import * as Comlink from 'comlink';
import { newAlarm } from '../model/alarm.ts';
import type { SideWorkerName, SideWorkerWanted } from '../model/side-worker.ts';
import type { Session } from '../model/session.ts';

const START: Readonly<Record<SideWorkerName, () => Worker>> = {
  ahead: () =>
    new Worker(new URL('../../workers/ahead.worker.ts', import.meta.url), { type: 'module', name: 'ahead' }),
  chunk: () =>
    new Worker(new URL('../../workers/chunk.worker.ts', import.meta.url), { type: 'module', name: 'chunk' }),
  match: () =>
    new Worker(new URL('../../workers/match.worker.ts', import.meta.url), { type: 'module', name: 'match' }),
};

export class SessionWorker {
  readonly session: Comlink.Remote<Session>;
  /** Rejected when it cannot be started, or breaks down: then it answers nothing. */
  readonly broken: Promise<never>;
  /** Itself and those beside it; none once they were ended. */
  private readonly running: Set<Worker>;

  constructor() {
    const worker = new Worker(new URL('../../workers/session.worker.ts', import.meta.url), {
      type: 'module',
      name: 'session',
    });
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
    for (const worker of this.running) worker.terminate();
    this.running.clear();
  }

  private startSideWorker({ sideWorker, door, life }: SideWorkerWanted): void {
    const worker = START[sideWorker]();
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
