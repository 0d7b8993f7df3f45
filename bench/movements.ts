// What the main thread does for each movement of a person on a large recording: input, rendering, layout and painting.

import type { CDPSession, Page } from '@playwright/test';
import { pictureAfter, type View } from './pictures.ts';
import { quantile, type Row } from './report.ts';

const STEPS = 60;
const TARGET = 16.7;

type Move = (step: number) => Promise<void>;

interface Movement {
  readonly name: string;
  /** Before the first step, and after the last. */
  readonly begin?: () => Promise<void>;
  readonly end?: () => Promise<void>;
  readonly move: Move;
}

/** Zoom, pan and hover in each graph among `views`, scrolling in each list. */
export async function movementRows(page: Page, views: readonly View[]): Promise<Row[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const idle = quantile((await workOf(page, client, async () => {})).steps, 0.5);
  const rows: Row[] = [];
  const measure = async (view: string, { name, begin, end, move }: Movement) => {
    await begin?.();
    const work = await workOf(page, client, move);
    await end?.();
    rows.push(rowOf(`${view}, ${name}`, work, idle));
  };
  for (const { label, key, isGraph } of views) {
    if (key !== 'f') await pictureAfter(page, key);
    if (key === 'c') await openManyRows(page);
    const movements = isGraph ? await movementsInGraph(page) : [await scrolling(page)];
    for (const movement of movements) await measure(label, movement);
  }
  return rows;
}

/** In the lowest graph of the view, which is the only one but in the sandwich. */
async function movementsInGraph(page: Page): Promise<Movement[]> {
  const { x, y, width, height } = await placeOf(page, '#view .graph canvas');
  const to = (right: number, down: number) => page.mouse.move(x + right * width, y + down * height);
  const reset = () => page.keyboard.press('0');
  await page.locator('#view .graph').last().focus();
  return [
    {
      name: 'zoom',
      begin: () => to(0.4, 0.6),
      move: (step) => page.mouse.wheel(0, step % 60 < 30 ? -40 : 40),
      end: reset,
    },
    {
      name: 'pan',
      begin: async () => {
        await to(0.4, 0.6);
        await page.mouse.wheel(0, -1200);
        await page.mouse.down();
      },
      move: (step) => to(0.3 + (step % 40) * 0.008, 0.6 + (step % 3) * 0.005),
      end: async () => {
        await page.mouse.up();
        await reset();
      },
    },
    { name: 'hover', move: (step) => to(((step * 37) % 100) / 100, ((step * 23) % 100) / 100) },
  ];
}

async function scrolling(page: Page): Promise<Movement> {
  const { x, y, width, height } = await placeOf(page, '#view .rows');
  await page.mouse.move(x + width / 2, y + height / 2);
  // A few rows, and now and then a window full of others.
  return { name: 'scroll', move: (step) => page.mouse.wheel(0, (step % 10 === 9 ? 900 : 120) * turn(step)) };
}

function turn(step: number): 1 | -1 {
  return step % 60 < 40 ? 1 : -1;
}

/** Several of the heaviest paths to their ends. */
async function openManyRows(page: Page): Promise<void> {
  await page.locator('#view [role=row][tabindex="0"]').focus();
  for (const key of ['Home', 'e', '*', 'ArrowDown', 'ArrowDown', '*', 'e', 'ArrowDown', '*', 'e'])
    await page.keyboard.press(key);
}

async function placeOf(page: Page, selector: string) {
  const box = await page.locator(selector).last().boundingBox();
  if (!box) throw new Error(`nothing is seen of ${selector}`);
  return box;
}

interface Work {
  /** Milliseconds of the longest frame of each step: from its begin until all is painted, input and layout included. */
  readonly frames: readonly number[];
  /** Milliseconds of the whole main thread for each step and the frames behind it. */
  readonly steps: readonly number[];
}

async function workOf(page: Page, client: CDPSession, move: Move): Promise<Work> {
  const frames: number[] = [];
  const steps: number[] = [];
  await page.evaluate(timeFrames);
  await twoFrames(page);
  let before = await busyTime(client);
  for (let step = 0; step < STEPS; step++) {
    await page.evaluate(longestFrame);
    await move(step);
    await twoFrames(page);
    frames.push(await page.evaluate(longestFrame));
    const now = await busyTime(client);
    steps.push(now - before);
    before = now;
  }
  return { frames, steps };
}

/** In the page: from now on every frame is timed. */
function timeFrames(): void {
  if (Reflect.has(window, 'frameTimes')) return;
  const times: number[] = [];
  Object.assign(window, { frameTimes: times });
  const { port1, port2 } = new MessageChannel();
  let begin = 0;
  // The browser lays out and paints behind the callbacks of a frame; the next task finds both done.
  port1.addEventListener('message', () => times.push(performance.now() - begin));
  port1.start();
  const follow = (now: number) => {
    begin = now;
    port2.postMessage(0);
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}

/** In the page: of the frames since this was asked last. */
function longestFrame(): number {
  const times: unknown = Reflect.get(window, 'frameTimes');
  return Array.isArray(times) ? Math.max(0, ...times.splice(0).map(Number)) : NaN;
}

/** Milliseconds that the main thread has worked. */
async function busyTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

function rowOf(what: string, { frames, steps }: Work, idle: number): Row {
  const p95 = quantile(frames, 0.95);
  const text = (share: number) => quantile(steps, share).toFixed(1);
  return {
    what,
    figure: `p95 ${p95.toFixed(1)} ms, the longest frame of a step`,
    against: `the main thread: median ${text(0.5)} ms a step, p95 ${text(0.95)}, ${idle.toFixed(1)} where nothing moves`,
    target: `≤ ${TARGET} ms`,
    isReached: p95 <= TARGET,
  };
}
