// Measures what an action takes until the page has painted its result.

import type { Page } from '@playwright/test';
import { browserOf } from './page.ts';

/** In milliseconds. Work that continues after a paint (details, remaining rows) must not count toward the next one. */
const SETTLE_TIME = 700;

type Trigger = 'keydown' | 'keyup' | 'change' | 'click' | 'input';

/** Presses a key; returns the milliseconds from the key event until all charts are painted. */
export function pressAndTimePaint(page: Page, key: string, type: 'keydown' | 'keyup' = 'keydown') {
  return timePaint(page, type, () => page.keyboard.press(key));
}

/** Milliseconds from the first event of this type that the action causes until all charts are painted. */
export async function timePaint(page: Page, type: Trigger, action: () => Promise<unknown>): Promise<number> {
  await markNext(page, type);
  await action();
  const milliseconds = await page.evaluate(async () => {
    const paints = () => performance.getEntriesByName('pyrograph:picture');
    // Waiting for frames would make the page draw some.
    const soon = () => new Promise((resolve) => setTimeout(resolve, 15));
    for (const end = performance.now() + 60_000; paints().length === 0;) {
      if (performance.now() > end) {
        const alert = document.querySelector('[role=alert]')?.textContent ?? '';
        const focus = document.activeElement?.textContent?.slice(0, 100) ?? '';
        throw new Error(`Nothing was painted; the alert is “${alert}”, the focus is on “${focus}”.`);
      }
      await soon();
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const [pressed] = performance.getEntriesByName('pressed');
    return (paints().at(-1)?.startTime ?? NaN) - pressed.startTime;
  });
  await page.waitForTimeout(SETTLE_TIME);
  return milliseconds;
}

/** Marks the next event of this type as `pressed`, and removes all earlier marks. */
async function markNext(page: Page, type: Trigger): Promise<void> {
  await page.evaluate((awaited) => {
    performance.clearMarks();
    const mark = ({ timeStamp }: Event) => performance.mark('pressed', { startTime: timeStamp });
    window.addEventListener(awaited, mark, { capture: true, once: true });
  }, type);
}

/** Milliseconds from entering a query until the first frame after the number of matching functions is known. */
export async function timeToSearch(page: Page, query: string): Promise<number> {
  await page.getByRole('searchbox', { name: 'Search functions' }).focus();
  await markNext(page, 'input');
  await page.keyboard.insertText(query);
  const milliseconds = await page.waitForFunction(() => {
    const result = document.querySelector('[aria-label="Search result"]')?.textContent ?? '';
    const [pressed] = performance.getEntriesByName('pressed');
    return /\d functions/.test(result) && performance.now() - pressed.startTime;
  });
  return Number(await milliseconds.jsonValue());
}

/** In milliseconds. */
export interface TracedPaint {
  /** From the event until all charts are painted. */
  readonly paint: number;
  /** Processor time of the main thread from the event to the first picture. */
  readonly mainThread: number;
}

/** Like `timePaint`, and traces the main thread. */
export async function tracePaint(
  page: Page,
  type: Trigger,
  action: () => Promise<unknown>,
): Promise<TracedPaint> {
  const browser = browserOf(page);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  const paint = await timePaint(page, type, action);
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString());
  return { paint, mainThread: mainThreadTime(trace) };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds, as are durations. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

function mainThreadTime(trace: unknown): number {
  const events = eventsOf(trace);
  const pressed = events.find(({ name }) => name === 'pressed');
  const picture = events.find(({ name, ts }) => name === 'pyrograph:picture' && pressed && ts >= pressed.ts);
  if (!pressed || !picture) throw new Error('The trace has no picture.');
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' &&
      pid === pressed.pid &&
      tid === pressed.tid &&
      ts + dur >= pressed.ts &&
      ts <= picture.ts,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
}

function eventsOf(trace: unknown): readonly TraceEvent[] {
  const isTrace = (each: unknown): each is { readonly traceEvents: readonly TraceEvent[] } =>
    typeof each === 'object' && each !== null && 'traceEvents' in each;
  if (!isTrace(trace)) throw new Error('The browser returned no trace.');
  return trace.traceEvents;
}
