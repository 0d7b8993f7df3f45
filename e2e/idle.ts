// Waits until the page is idle, regardless of the speed of the machine: no pending worker request, animation frame or short
// timer.

import { test, type Page } from '@playwright/test';

/** In milliseconds: longer than animations and debounce delays, but shorter than the display time of messages. */
const SHORT_TIMER = 1000;

/** Call this before the page loads. */
export async function watchForIdle(page: Page): Promise<void> {
  await page.addInitScript(watch, SHORT_TIMER);
}

/** Waits until the page is idle at three consecutive times, because React can schedule work in between. */
export async function idle(page: Page): Promise<void> {
  await test.step('the page is idle', () => page.evaluate(waitUntilIdle, { interval: 20, limit: 10_000 }));
}

/** Runs in the page: wraps the platform functions that start and end asynchronous work. */
function watch(shortTimer: number): void {
  const outstanding = new Set<string>();
  const { setTimeout } = globalThis;
  const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  Reflect.set(globalThis, Symbol.for('outstanding'), { outstanding, later });

  type Call = (args: readonly unknown[]) => unknown;
  const wrap = (owner: object, name: string, by: (call: Call, self: object, args: unknown[]) => unknown) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(`The browser has no ${name}.`);
    const apply = (_: unknown, self: object, args: unknown[]) =>
      by((given) => Reflect.apply(original, self, given), self, args);
    Reflect.set(owner, name, new Proxy(original, { apply }));
  };

  for (const [begin, end, isShort] of [
    ['setTimeout', 'clearTimeout', (delay: unknown) => !(Number(delay) >= shortTimer)],
    ['requestAnimationFrame', 'cancelAnimationFrame', () => true],
  ] as const) {
    const keyOf = (id: unknown) => `${begin} ${String(id)}`;
    wrap(globalThis, begin, (call, _, [handler, delay, ...others]) => {
      const once = (...args: unknown[]) => {
        outstanding.delete(keyOf(id));
        if (typeof handler === 'function') Reflect.apply(handler, globalThis, args);
      };
      const id = call([once, delay, ...others]);
      if (isShort(delay)) outstanding.add(keyOf(id));
      return id;
    });
    wrap(globalThis, end, (call, _, args) => {
      outstanding.delete(keyOf(args[0]));
      return call(args);
    });
  }

  // A Comlink response has the ID of its request.
  const requests = new WeakMap<object, Set<string>>();
  const idOf = (message: unknown): unknown =>
    typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  const keysOf = (port: MessagePort): Set<string> => {
    const known = requests.get(port);
    if (known) return known;
    const keys = new Set<string>();
    requests.set(port, keys);
    port.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) outstanding.delete(`response ${String(idOf(event.data))}`);
    });
    return keys;
  };
  wrap(MessagePort.prototype, 'postMessage', (call, port, args) => {
    const id = idOf(args[0]);
    // Responses to the worker also have an ID, but no path.
    const isRequest = typeof args[0] === 'object' && args[0] !== null && 'path' in args[0];
    if (typeof id === 'string' && isRequest && port instanceof MessagePort) {
      keysOf(port).add(`response ${id}`);
      outstanding.add(`response ${id}`);
    }
    return call(args);
  });
  // The ports of each worker. Requests on them are no longer pending once the worker has been terminated.
  const portsOf = new WeakMap<object, MessagePort[]>();
  const channels = new WeakMap<object, MessagePort>();
  const Channel = MessageChannel;
  globalThis.MessageChannel = class extends Channel {
    constructor() {
      super();
      channels.set(this.port2, this.port1);
    }
  };
  wrap(Worker.prototype, 'postMessage', (call, worker, args) => {
    const other = args[0] instanceof MessagePort ? channels.get(args[0]) : undefined;
    if (other) portsOf.set(worker, [...(portsOf.get(worker) ?? []), other]);
    return call(args);
  });
  wrap(Worker.prototype, 'terminate', (call, worker, args) => {
    for (const port of portsOf.get(worker) ?? [])
      for (const key of requests.get(port) ?? []) outstanding.delete(key);
    return call(args);
  });
}

/** Runs in the page, so that waiting costs no requests. Times are in milliseconds. */
async function waitUntilIdle({ interval, limit }: { interval: number; limit: number }): Promise<void> {
  const watched: unknown = Reflect.get(globalThis, Symbol.for('outstanding'));
  const isWatched = (
    each: unknown,
  ): each is { outstanding: Set<string>; later: (ms: number) => Promise<void> } =>
    typeof each === 'object' && each !== null && 'outstanding' in each;
  if (!isWatched(watched)) throw new Error('watchForIdle was not called before the page loaded.');
  const end = performance.now() + limit;
  for (let times = 0; times < 3; times = watched.outstanding.size === 0 ? times + 1 : 0) {
    if (performance.now() > end)
      throw new Error(`The page is not idle: ${[...watched.outstanding].join(', ')}`);
    await watched.later(interval);
  }
}
