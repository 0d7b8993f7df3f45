// Measures main-thread time per step of zooming, panning, hovering and scrolling in a large recording: input, rendering, layout
// and painting.

import type { CDPSession, Page } from '@playwright/test';
import { quantile, type Row } from './report.ts';
import { pressAndTimePaint } from './paints.ts';

const STEPS = 60;
const MAX_FRAME_MS = 16.7;

export interface View {
  readonly label: string;
  readonly key: string;
  readonly isGraph: boolean;
}

type Step = (index: number) => Promise<void>;

interface Interaction {
  readonly name: string;
  readonly begin?: () => Promise<void>;
  readonly step: Step;
  readonly end?: () => Promise<void>;
}

/** Measures zooming, panning and hovering in each graph among `views`, and scrolling in each list. */
export async function interactionRows(page: Page, views: readonly View[]): Promise<Row[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const idle = quantile((await workOf(page, client, async () => {})).steps, 0.5);
  const rows: Row[] = [];
  const measure = async (view: string, { name, begin, step, end }: Interaction) => {
    await begin?.();
    const work = await workOf(page, client, step);
    await end?.();
    rows.push(rowOf(`${view}, ${name}`, work, idle));
  };
  for (const { label, key, isGraph } of views) {
    if (key !== 'f') await pressAndTimePaint(page, key);
    if (key === 'c') await expandManyRows(page);
    const interactions = isGraph ? await graphInteractions(page) : [await scrolling(page)];
    for (const interaction of interactions) await measure(label, interaction);
  }
  return rows;
}

/** Interactions with the current view's graph; in the sandwich view, with the lower one. */
async function graphInteractions(page: Page): Promise<Interaction[]> {
  const { x, y, width, height } = await boundsOf(page, '#view .graph canvas');
  const to = (right: number, down: number) => page.mouse.move(x + right * width, y + down * height);
  const reset = () => page.keyboard.press('0');
  await page.locator('#view .graph').last().focus();
  return [
    {
      name: 'zoom',
      begin: () => to(0.4, 0.6),
      step: (index) => page.mouse.wheel(0, index % 60 < 30 ? -40 : 40),
      end: reset,
    },
    {
      name: 'pan',
      begin: async () => {
        await to(0.4, 0.6);
        await page.mouse.wheel(0, -1200);
        await page.mouse.down();
      },
      step: (index) => to(0.3 + (index % 40) * 0.008, 0.6 + (index % 3) * 0.005),
      end: async () => {
        await page.mouse.up();
        await reset();
      },
    },
    { name: 'hover', step: (index) => to(((index * 37) % 100) / 100, ((index * 23) % 100) / 100) },
  ];
}

async function scrolling(page: Page): Promise<Interaction> {
  const { x, y, width, height } = await boundsOf(page, '#view .rows');
  await page.mouse.move(x + width / 2, y + height / 2);
  // Scrolls a few rows per step, and a whole screen every tenth step; first down, then up.
  const distance = (index: number) => (index % 10 === 9 ? 900 : 120) * (index % 60 < 40 ? 1 : -1);
  return { name: 'scroll', step: (index) => page.mouse.wheel(0, distance(index)) };
}

/** Expands several of the heaviest paths to their leaves. */
async function expandManyRows(page: Page): Promise<void> {
  await page.locator('#view [role=row][tabindex="0"]').focus();
  for (const key of ['Home', 'e', '*', 'ArrowDown', 'ArrowDown', '*', 'e', 'ArrowDown', '*', 'e'])
    await page.keyboard.press(key);
}

async function boundsOf(page: Page, selector: string) {
  const box = await page.locator(selector).last().boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return box;
}

interface Work {
  /** Per step: the longest frame in milliseconds, from its start to the end of painting, including input and layout. */
  readonly frames: readonly number[];
  /** Per step: milliseconds that the main thread was busy during the step and the frames that follow it. */
  readonly steps: readonly number[];
}

async function workOf(page: Page, client: CDPSession, step: Step): Promise<Work> {
  const frames: number[] = [];
  const steps: number[] = [];
  await page.evaluate(timeFrames);
  await twoFrames(page);
  let before = await busyTime(client);
  for (let index = 0; index < STEPS; index++) {
    await page.evaluate(longestFrame);
    await step(index);
    await twoFrames(page);
    frames.push(await page.evaluate(longestFrame));
    const now = await busyTime(client);
    steps.push(now - before);
    before = now;
  }
  return { frames, steps };
}

/** Runs in the page: measures every frame from now on. */
function timeFrames(): void {
  if (Reflect.has(window, 'frameTimes')) return;
  const times: number[] = [];
  Object.assign(window, { frameTimes: times });
  const { port1, port2 } = new MessageChannel();
  let begin = 0;
  // The browser lays out and paints after the callbacks of a frame, and before the next task.
  port1.addEventListener('message', () => times.push(performance.now() - begin));
  port1.start();
  const follow = (now: number) => {
    begin = now;
    port2.postMessage(0);
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}

/** Runs in the page: returns the longest frame since the last call, in milliseconds. */
function longestFrame(): number {
  const times: unknown = Reflect.get(window, 'frameTimes');
  return Array.isArray(times) ? Math.max(0, ...times.splice(0).map(Number)) : NaN;
}

/** Milliseconds that the main thread has been busy so far. */
async function busyTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

function rowOf(name: string, { frames, steps }: Work, idle: number): Row {
  return {
    name,
    figures: [
      { label: 'longest frame of a step, p95', value: quantile(frames, 0.95), unit: 'ms' },
      { label: 'main thread per step, median', value: quantile(steps, 0.5), unit: 'ms' },
      { label: 'p95', value: quantile(steps, 0.95), unit: 'ms' },
      { label: 'when idle', value: idle, unit: 'ms' },
    ],
    maxValue: MAX_FRAME_MS,
  };
}
