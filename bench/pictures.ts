// How long a person waits for another picture of a large recording: from a key to the picture that it asked for.

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
const TARGET = 150;
/** What follows a picture (details, all rows) is not part of the next one. With a hundred pictures this is most of the time. */
const SETTLED = 700;

/** Milliseconds from a key, or from letting it go, to the picture; of several charts, to the last. */
export async function pictureAfter(
  page: Page,
  key: string,
  type: 'keydown' | 'keyup' = 'keydown',
): Promise<number> {
  await page.evaluate((awaited) => {
    performance.clearMarks();
    const mark = ({ timeStamp }: Event) => performance.mark('pressed', { startTime: timeStamp });
    window.addEventListener(awaited, mark, { capture: true, once: true });
  }, type);
  await page.keyboard.press(key);
  const milliseconds = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const pictures = () => performance.getEntriesByName('pyrograph:picture');
    for (const end = performance.now() + 60_000; pictures().length === 0;) {
      if (performance.now() > end) {
        const said = document.querySelector('[role=alert]')?.textContent ?? '';
        const at = document.activeElement?.textContent?.slice(0, 100) ?? '';
        throw new Error(`there is no picture; the page says “${said}”, the keyboard is on “${at}”`);
      }
      await frame();
    }
    await frame();
    const [pressed] = performance.getEntriesByName('pressed');
    return (pictures().at(-1)?.startTime ?? NaN) - pressed.startTime;
  });
  await page.waitForTimeout(SETTLED);
  return milliseconds;
}

/** Every level, from the one that is shown first; that one from the coarsest. */
export async function levelRows(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  const names = LEVELS.map(({ name }) => name);
  const first = String(names.indexOf('python-c') + 1);
  const coarsest = String(names.indexOf('python') + 1);
  for (const [i, { label }] of LEVELS.entries()) {
    const key = String(i + 1);
    const times: number[] = [];
    const before = key === first ? coarsest : first;
    for (let round = 0; round < ROUNDS; round++) {
      if (key === first || round > 0) await pictureAfter(page, before);
      times.push(await pictureAfter(page, key));
    }
    if (key !== first) await pictureAfter(page, first);
    rows.push(rowOf(label, times, `of ${ROUNDS}`));
  }
  return rows;
}

/** Every view, from the flame graph; the first time it is made, then it may be known. */
export async function viewRows(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { label, key } of VIEWS) {
    if (key === 'f') continue;
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      times.push(await pictureAfter(page, key));
      await pictureAfter(page, 'f');
    }
    const [first, ...again] = times;
    const slowest = Math.max(...again);
    rows.push({
      what: label,
      figure: `${first.toFixed(0)} ms the first time`,
      against: `${slowest.toFixed(0)} ms again, the slowest of ${ROUNDS}`,
      target: `≤ ${TARGET} ms`,
      isReached: Math.max(first, slowest) <= TARGET,
    });
  }
  return rows;
}

/** Filters about a box, a range of time, and undo, in the flame graph and in the inverted one. */
export async function lookRows(page: Page): Promise<Row[]> {
  const flame = await lookRowsIn(page, 'Flame', ['Home', ...Array<string>(8).fill('ArrowUp')]);
  await pictureAfter(page, 'v');
  const inverted = await lookRowsIn(page, 'Inverted', ['Home', 'ArrowDown', 'ArrowDown']);
  await pictureAfter(page, 'f');
  return [...flame, ...inverted];
}

const ACTIONS = [
  ['o', 'focus'],
  ['k', 'focus on its callers'],
  ['h', 'hide'],
  ['d', 'drop'],
  ['r', 'collapse its recursion'],
] as const;

async function lookRowsIn(page: Page, view: string, way: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const undone: number[] = [];
  const graph = page.locator('#view .graph');
  await graph.focus();
  for (const key of way) await page.keyboard.press(key);
  const box = (await graph.getByRole('treeitem').textContent()) ?? '';
  for (const [key, what] of ACTIONS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await graph.focus();
      times.push(await pictureAfter(page, key));
      undone.push(await pictureAfter(page, 'u'));
    }
    rows.push(rowOf(`${view}, ${what}`, times, `of ${ROUNDS}, on ${box}`));
  }
  const ranged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('slider', { name: /^From/ }).focus();
    ranged.push(await pictureAfter(page, 'PageUp', 'keyup'));
    undone.push(await pictureAfter(page, 'u'));
  }
  rows.push(rowOf(`${view}, a range without the first tenth`, ranged, `of ${ROUNDS}`));
  await graph.focus();
  await pictureAfter(page, 'h');
  const levels: number[] = [];
  for (const level of ['4', '3', '2', '3']) levels.push(await pictureAfter(page, level));
  undone.push(await pictureAfter(page, 'u'));
  rows.push(rowOf(`${view}, another level with a function hidden`, levels, 'there and back'));
  return [...rows, rowOf(`${view}, undo`, undone, `of ${undone.length}`)];
}

function rowOf(what: string, times: readonly number[], which: string): Row {
  const median = quantile(times, 0.5);
  return {
    what,
    figure: `${median.toFixed(0)} ms`,
    against: `the slowest ${Math.max(...times).toFixed(0)} ms ${which}`,
    target: `≤ ${TARGET} ms`,
    isReached: median <= TARGET,
  };
}
