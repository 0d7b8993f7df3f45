// How workers are started and answer (async/subworker.ts).

import * as Comlink from 'comlink';
import { PendingAnswers } from '../src/async/pending-answers.ts';
import type { SubworkerName, SubworkerRequest, WorkerAlive } from '../src/async/subworker.ts';

/** As the session worker sees it. */
export interface Subworker<Methods> {
  readonly remote: Comlink.Remote<Methods>;
  /** Its answers go through these: a worker that breaks down answers nothing. */
  readonly answers: PendingAnswers;
  readonly end: () => void;
}

/** Keeps the remotes: Comlink closes the port of a garbage-collected remote even while an answer is pending. */
const running = new Set<object>();

/** Calls wait until the worker has started. It lives as long as the session worker, unless it is ended. */
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

/** Called once by each worker: answers with `methods` at the port that the page sends. */
export function answerWith(methods: object): void {
  const listen = ({ data: port }: MessageEvent<MessagePort>) => Comlink.expose(methods, port);
  addEventListener('message', listen, { once: true });
  holdLock();
}

/**
 * Lets the page notice that the browser stopped this worker, for which there is no event. Only secure contexts have
 * locks (https://w3c.github.io/web-locks/).
 */
function holdLock(): void {
  if (!isSecureContext) return;
  const message: WorkerAlive = { alive: crypto.randomUUID() };
  const hold = () => {
    postMessage(message);
    return new Promise(() => {});
  };
  // The worker works without the lock, too.
  navigator.locks.request(message.alive, hold).catch(() => {});
}
