// Runs the requests of a worker. Each belongs to a named slot, and a newer request replaces the others in its slot:
// those that have not started never run, and sliced work stops at its next pause. Background work runs while there are
// no requests.

import { canceledError } from '../src/async/answers.ts';

/** Resolves after all other requests have run or paused; rejects when the request was canceled or replaced. */
export type Pause = () => Promise<void>;

/** For work outside a scheduler. */
export async function noPause(): Promise<void> {}

export type Work<T> = (pause: Pause) => Promise<T>;

/** Steps of background work; undefined while there is nothing to do. */
export type BackgroundSteps = Generator<Work<unknown> | undefined, never>;

/** Milliseconds without a request before background work starts: the page often sends another request right after an answer. */
const QUIET_TIME = 300;

export class Scheduler {
  private readonly nextInBackground: () => Work<unknown> | undefined;
  private backgroundTimer: ReturnType<typeof setTimeout> | undefined;
  private lastAnswer = 0;
  private readonly newest = new Map<string, symbol>();
  private running = 0;
  private paused = 0;
  /** Functions that resume paused work. */
  private waiting: (() => void)[] = [];
  private readonly channel = new MessageChannel();
  private readonly arrivals: (() => void)[] = [];

  /** `nextInBackground` returns one step of background work; undefined when there is none. */
  constructor(nextInBackground: () => Work<unknown> | undefined = () => undefined) {
    this.nextInBackground = nextInBackground;
    this.channel.port1.addEventListener('message', () => this.arrivals.shift()?.());
    this.channel.port1.start();
  }

  /** Rejects with `canceledError` when the request is canceled, or replaced by a newer one in its slot. */
  async run<T>(slot: string, work: Work<T>): Promise<T> {
    const request = Symbol(slot);
    this.newest.set(slot, request);
    clearTimeout(this.backgroundTimer);
    const throwIfCanceled = () => {
      if (this.newest.get(slot) !== request) throw canceledError();
    };
    try {
      return await this.trackRunning(async () => {
        await this.drainMessages();
        throwIfCanceled();
        const answer = await work(() => this.pause().then(throwIfCanceled));
        throwIfCanceled();
        return answer;
      });
    } finally {
      if (this.newest.get(slot) === request) this.newest.delete(slot);
      this.lastAnswer = performance.now();
      this.runInBackgroundLater();
    }
  }

  cancel(slot: string): void {
    this.newest.delete(slot);
  }

  private async trackRunning<T>(work: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.wake();
    }
  }

  /** Resolves when all other running work has paused or ended, including requests whose message is already queued. */
  private async pause(): Promise<void> {
    this.paused++;
    this.wake();
    await this.drainMessages();
    while (this.running > this.paused) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      // The answer of the request that ended must be sent first.
      await this.drainMessages();
    }
    this.paused--;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves after all messages queued so far have been handled. */
  private drainMessages(): Promise<void> {
    this.channel.port2.postMessage(undefined);
    return new Promise((resolve) => this.arrivals.push(resolve));
  }

  private runInBackgroundLater(): void {
    clearTimeout(this.backgroundTimer);
    if (this.running > 0) return;
    const delay = Math.max(0, this.lastAnswer + QUIET_TIME - performance.now());
    this.backgroundTimer = setTimeout(() => void this.runInBackground(), delay);
  }

  private async runInBackground(): Promise<void> {
    const step = this.nextInBackground();
    if (!step) return;
    try {
      await this.trackRunning(() => step(() => this.pause()));
    } catch {
      // Ignored, since the worker may be out of memory: a request for the same result reports the error.
    }
    this.runInBackgroundLater();
  }
}
