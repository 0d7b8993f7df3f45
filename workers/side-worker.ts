// The two ends of a worker beside the session worker (model/side-worker.ts).

import * as Comlink from 'comlink';
import { newAlarm } from '../src/model/alarm.ts';
import type { SideWorkerName, SideWorkerWanted, WorkerAlive } from '../src/model/side-worker.ts';

/** As the session worker has it. */
export interface SideWorker<Door> {
  readonly door: Comlink.Remote<Door>;
  /** Rejected when it cannot be started, or breaks down: then it answers nothing. */
  readonly broken: Promise<never>;
  readonly end: () => void;
}

/** Those that may have to answer: of a door that nobody refers to any more, Comlink closes the port. */
const running = new Set<object>();

/** What it is asked waits until it runs. It lives as long as the session worker, unless it is ended. */
export function startSideWorker<Door>(sideWorker: SideWorkerName): SideWorker<Door> {
  const [door, life] = [new MessageChannel(), new MessageChannel()];
  const wanted: SideWorkerWanted = { sideWorker, door: door.port2, life: life.port2 };
  postMessage(wanted, { transfer: [wanted.door, wanted.life] });
  const { raised: broken, raise } = newAlarm();
  life.port1.addEventListener('message', ({ data: why }: MessageEvent<string>) => raise(new Error(why)));
  life.port1.start();
  const started: SideWorker<Door> = {
    door: Comlink.wrap<Door>(door.port1),
    broken,
    end: () => {
      running.delete(started);
      life.port1.postMessage('end');
    },
  };
  running.add(started);
  return started;
}

/** In the worker itself: answers with `door` whoever asked for it. */
export function answerWith(door: object): void {
  const open = ({ data: asked }: MessageEvent<MessagePort>) => Comlink.expose(door, asked);
  addEventListener('message', open, { once: true });
  sayAlive();
}

/**
 * In any worker: lets the page learn when the browser has stopped it, for which there is no event. Only pages from https
 * and from this machine have locks (https://w3c.github.io/web-locks/).
 */
export function sayAlive(): void {
  if (!isSecureContext) return;
  const message: WorkerAlive = { alive: crypto.randomUUID() };
  const hold = () => {
    postMessage(message);
    return new Promise(() => {});
  };
  // Without the lock it works as well.
  navigator.locks.request(message.alive, hold).catch(() => {});
}
