// Starts subworkers from the session worker, and exposes the methods of a worker (see async/answers.ts).

import * as Comlink from 'comlink';
import {
  PendingAnswers,
  type SubworkerName,
  type SubworkerRequest,
  type WorkerAlive,
} from '../src/async/answers.ts';
import { transferablesOf } from '../src/model/transferables.ts';

/** The session worker's handle to a subworker. */
export interface Subworker<Methods> {
  readonly remote: Comlink.Remote<Methods>;
  /** Wraps every call to `remote`, so that it rejects if the worker crashes. */
  readonly answers: PendingAnswers;
  readonly end: () => void;
}

/** Prevents garbage collection of remotes, on which Comlink closes their port even while an answer is pending. */
const running = new Set<object>();

/** Calls wait until the worker has started. The worker lives as long as the session worker, unless `end` is called. */
export function startSubworker<Methods>(subworker: SubworkerName): Subworker<Methods> {
  const [calls, life] = [new MessageChannel(), new MessageChannel()];
  const request: SubworkerRequest = { subworker, port: calls.port2, lifeline: life.port2 };
  postMessage(request, { transfer: [request.port, request.lifeline] });
  const answers = new PendingAnswers();
  life.port1.addEventListener('message', ({ data }: MessageEvent<string>) => answers.fail(new Error(data)));
  life.port1.start();
  const started: Subworker<Methods> = {
    remote: Comlink.wrap<Methods>(calls.port1),
    answers,
    end: () => {
      running.delete(started);
      life.port1.postMessage('end');
    },
  };
  running.add(started);
  return started;
}

/** Called once by each worker: exposes `methods` on the port that the page sends. */
export function exposeMethods(methods: object): void {
  const listen = ({ data: port }: MessageEvent<MessagePort>) => Comlink.expose(methods, port);
  addEventListener('message', listen, { once: true });
  holdLock();
}

/**
 * Lets the page detect that the browser stopped this worker, which fires no event. Only secure contexts have locks
 * (https://w3c.github.io/web-locks/).
 */
function holdLock(): void {
  if (!isSecureContext) return;
  const message: WorkerAlive = { alive: crypto.randomUUID() };
  const hold = () => {
    postMessage(message);
    return new Promise(() => {});
  };
  // The worker also works without the lock.
  navigator.locks.request(message.alive, hold).catch(() => {});
}

export function completeAnswer<T>(value: T) {
  return { value, isComplete: true };
}

/** Transfers these tables of a message instead of copying them, which is faster. The sender no longer uses them. */
export function withTransfer<T extends object>(message: T, ...tables: readonly object[]): T {
  return Comlink.transfer(message, transferablesOf(...tables));
}
