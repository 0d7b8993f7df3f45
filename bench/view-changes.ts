// Measures the time from a key press until a large recording is repainted.

import type { Page } from '@playwright/test';
import { LEVELS } from '../src/model/levels.ts';
import { quantile, type Row } from './report.ts';

export interface View {
  readonly label: string;
  readonly key: string;
  readonly isGraph: boolean;
}

export const VIEWS: readonly View[] = [
  { label: 'Flame', key: 'f', isGraph: true },
  { label: 'Icicle', key: 'i', isGraph: true },
  { label: 'Time order', key: 't', isGraph: true },
  { label: 'Sandwich', key: 's', isGraph: true },
  { label: 'Inverted', key: 'v', isGraph: true },
  { label: 'Table', key: 'b', isGraph: false },
  { label: 'Call tree', key: 'c', isGraph: false },
];

const ROUNDS = 2;
const MAX_MS = 80;
const MAX_VIEW_MS = 150;
/** In milliseconds. Work that continues after a paint (details, remaining rows) must not count toward the next one. */
const SETTLE_TIME = 700;

/** Presses a key; returns the milliseconds from the key event until all charts are painted. */
export function pressAndTimePaint(
  page: Page,
  key: string,
  type: 'keydown' | 'keyup' = 'keydown',
): Promise<number> {
  return timePaint(page, type, () => page.keyboard.press(key));
}

/** Milliseconds from the first event of this type that the action causes until all charts are painted. */
export async function timePaint(
  page: Page,
  type: 'keydown' | 'keyup' | 'change' | 'click',
  action: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate((awaited) => {
    performance.clearMarks();
    const mark = ({ timeStamp }: Event) => performance.mark('pressed', { startTime: timeStamp });
    window.addEventListener(awaited, mark, { capture: true, once: true });
  }, type);
  await action();
  const milliseconds = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const paints = () => performance.getEntriesByName('pyrograph:picture');
    for (const end = performance.now() + 60_000; paints().length === 0;) {
      if (performance.now() > end) {
        const alert = document.querySelector('[role=alert]')?.textContent ?? '';
        const focus = document.activeElement?.textContent?.slice(0, 100) ?? '';
        throw new Error(`Nothing was painted; the alert is “${alert}”, the focus is on “${focus}”.`);
      }
      await frame();
    }
    await frame();
    const [pressed] = performance.getEntriesByName('pressed');
    return (paints().at(-1)?.startTime ?? NaN) - pressed.startTime;
  });
  await page.waitForTimeout(SETTLE_TIME);
  return milliseconds;
}

/** Switches from the initial level to every other level, and from the coarsest level to the initial one. */
export async function levelRows(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  const names = LEVELS.map(({ name }) => name);
  const initial = String(names.indexOf('python-c') + 1);
  const coarsest = String(names.indexOf('python') + 1);
  for (const [i, { label }] of LEVELS.entries()) {
    const key = String(i + 1);
    const times: number[] = [];
    const before = key === initial ? coarsest : initial;
    for (let round = 0; round < ROUNDS; round++) {
      if (key === initial || round > 0) await pressAndTimePaint(page, before);
      times.push(await pressAndTimePaint(page, key));
    }
    if (key !== initial) await pressAndTimePaint(page, initial);
    rows.push(rowOf(label, times));
  }
  return rows;
}

/** Switches from the flame graph to each view. The first visit is the slowest; later ones may use caches. */
export async function viewRows(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { label, key } of VIEWS) {
    if (key === 'f') continue;
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      times.push(await pressAndTimePaint(page, key));
      await pressAndTimePaint(page, 'f');
    }
    const [first, ...again] = times;
    rows.push({
      name: label,
      figures: [
        { label: 'slowest', value: Math.max(...times), unit: 'ms' },
        { label: 'first', value: first, unit: 'ms' },
        { label: 'slowest later visit', value: Math.max(...again), unit: 'ms' },
      ],
      maxValue: MAX_VIEW_MS,
    });
  }
  return rows;
}

/** Filters by one function and by a time range, and undoes each filter, in the flame graph and the inverted graph. */
export async function filterRows(page: Page): Promise<Row[]> {
  const flame = await filterRowsIn(page, 'Flame', ['Home', ...Array<string>(8).fill('ArrowUp')]);
  await pressAndTimePaint(page, 'v');
  const inverted = await filterRowsIn(page, 'Inverted', ['Home', 'ArrowDown', 'ArrowDown']);
  await pressAndTimePaint(page, 'f');
  return [...flame, ...inverted];
}

const ACTIONS = [
  ['o', 'focus'],
  ['k', 'focus on callers'],
  ['h', 'hide'],
  ['d', 'drop'],
  ['r', 'collapse recursion'],
] as const;

async function filterRowsIn(page: Page, view: string, keysToBox: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const undone: number[] = [];
  const graph = page.locator('#view .graph');
  await graph.focus();
  for (const key of keysToBox) await page.keyboard.press(key);
  for (const [key, action] of ACTIONS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await graph.focus();
      times.push(await pressAndTimePaint(page, key));
      undone.push(await pressAndTimePaint(page, 'u'));
    }
    rows.push(rowOf(`${view}, ${action}`, times));
  }
  const ranged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('slider', { name: /^From/ }).focus();
    ranged.push(await pressAndTimePaint(page, 'PageUp', 'keyup'));
    undone.push(await pressAndTimePaint(page, 'u'));
  }
  rows.push(rowOf(`${view}, time range without the first tenth`, ranged));
  await graph.focus();
  await pressAndTimePaint(page, 'h');
  const levels: number[] = [];
  for (const level of ['4', '3', '2', '3']) levels.push(await pressAndTimePaint(page, level));
  undone.push(await pressAndTimePaint(page, 'u'));
  rows.push(rowOf(`${view}, switch levels with one function hidden`, levels));
  return [...rows, rowOf(`${view}, undo`, undone)];
}

export function rowOf(name: string, times: readonly number[], maxValue = MAX_MS): Row {
  return {
    name,
    figures: [
      { label: 'median', value: quantile(times, 0.5), unit: 'ms' },
      { label: 'slowest', value: Math.max(...times), unit: 'ms' },
    ],
    maxValue,
  };
}
