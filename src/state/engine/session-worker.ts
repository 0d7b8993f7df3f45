// Starts the session worker and, at its request, its subworkers (async/answers.ts). They are terminated together.

import * as Comlink from 'comlink';
import {
  PendingAnswers,
  type SubworkerName,
  type SubworkerRequest,
  type WorkerAlive,
} from '../../async/answers.ts';
import type { Session } from '../../model/queries.ts';
import { startWorker } from './worker-scripts.ts';

export class SessionWorker {
  /** Await its answers through `answers`: a crashed worker never answers. */
  readonly session: Session;
  readonly answers = new PendingAnswers();
  /** The session worker and its subworkers. */
  private readonly running = new Set<Worker>();

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.session = Comlink.wrap<Session>(port1);
    const worker = this.start('session', port2, (reason) => this.answers.fail(new Error(reason)));
    worker.addEventListener('message', ({ data }: MessageEvent<SubworkerRequest | object>) => {
      // Messages may still arrive from a terminated worker.
      if ('subworker' in data && this.running.has(worker)) this.startSubworker(data);
    });
  }

  end(): void {
    for (const worker of this.running) worker.terminate();
    this.running.clear();
  }

  private startSubworker({ subworker, port, lifeline }: SubworkerRequest): void {
    const worker = this.start(subworker, port, (reason) => lifeline.postMessage(reason));
    lifeline.addEventListener('message', () => {
      worker.terminate();
      this.running.delete(worker);
    });
    lifeline.start();
  }

  /** Starts a worker that answers messages from the other end of `port`. Calls `fail` if the worker crashes. */
  private start(name: SubworkerName | 'session', port: MessagePort, fail: (reason: string) => void): Worker {
    const worker = startWorker(name);
    this.running.add(worker);
    worker.addEventListener('error', (event) => fail(event.message || 'a worker could not be started'));
    // The browser reports no event when it stops a worker, but it releases the worker's locks.
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAlive | object>) => {
      if (!('alive' in data)) return;
      void navigator.locks.request(data.alive, () => {
        if (this.running.has(worker)) fail(STOPPED_MESSAGE);
      });
    });
    worker.postMessage(port, [port]);
    return worker;
  }
}

const STOPPED_MESSAGE = 'the browser stopped a worker of this page, perhaps because memory ran out';
