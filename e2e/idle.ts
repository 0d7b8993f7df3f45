// When the page has done all that it was going to do, however slow the machine: nothing that its workers were asked is
// unanswered, no frame is requested, and no timer is set but those that only wait for the user.

import { expect, type Page } from '@playwright/test';

/** In milliseconds: longer than animations and what waits until the user pauses, shorter than what a message is shown. */
const SHORT_TIMER = 1000;

/** To be called before the page loads. */
export async function watchForIdle(page: Page): Promise<void> {
  await page.addInitScript(watch, SHORT_TIMER);
}

/** Waits until the page is idle, in so many polls one after the other: what React has planned comes between them. */
export async function idle(page: Page): Promise<void> {
  let polls = 0;
  const idlePolls = async () => (polls = (await page.evaluate(isIdle)) ? polls + 1 : 0);
  await expect.poll(idlePolls, { message: 'the page is idle', intervals: [20] }).toBeGreaterThan(2);
}

/** Runs in the page, and wraps the platform's functions that begin and end something. */
function watch(shortTimer: number): void {
  const outstanding = new Set<string>();
  Reflect.set(globalThis, Symbol.for('outstanding'), outstanding);

  type Call = (args: readonly unknown[]) => unknown;
  const wrap = (owner: object, name: string, by: (call: Call, self: object, args: unknown[]) => unknown) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(`the platform has no ${name}`);
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

  // Comlink: an answer has the id of its question.
  const questions = new WeakMap<object, Set<string>>();
  const idOf = (message: unknown): unknown =>
    typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  const keysOf = (worker: EventTarget): Set<string> => {
    const known = questions.get(worker);
    if (known) return known;
    const keys = new Set<string>();
    questions.set(worker, keys);
    worker.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) outstanding.delete(`answer ${String(idOf(event.data))}`);
    });
    return keys;
  };
  wrap(Worker.prototype, 'postMessage', (call, worker, args) => {
    const id = idOf(args[0]);
    if (typeof id === 'string' && worker instanceof Worker) {
      keysOf(worker).add(`answer ${id}`);
      outstanding.add(`answer ${id}`);
    }
    return call(args);
  });
  wrap(Worker.prototype, 'terminate', (call, worker, args) => {
    for (const key of questions.get(worker) ?? []) outstanding.delete(key);
    return call(args);
  });
}

/** Runs in the page. */
function isIdle(): boolean {
  const outstanding: unknown = Reflect.get(globalThis, Symbol.for('outstanding'));
  if (!(outstanding instanceof Set)) throw new Error('nobody has watched this page since it began');
  return outstanding.size === 0;
}
