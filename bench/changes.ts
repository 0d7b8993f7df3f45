// Measures switching the level of detail, the thread, the time range and the filters of a large recording: the time
// to the new picture, and what the first answer takes on the main thread.

import type { Page } from '@playwright/test';
import type { Inputs } from './inputs.ts';
import { focusBox, focusGraph, focusRange, openAndSettle, untilIdle, withPage } from './page.ts';
import { pressAndTimePaint, tracePaint, type TracedPaint } from './paints.ts';
import { BIG } from './recordings.ts';
import { medianAndSpread, type Report, type Row } from './report.ts';

const ROUNDS = 3;
/** In milliseconds. */
const MAX_PAINT = 80;
const MAX_MAIN_THREAD = 16;

interface Change {
  readonly name: string;
  /** Moves the focus. */
  readonly begin: (page: Page) => Promise<void>;
  readonly key: string;
  readonly type: 'keydown' | 'keyup';
  readonly undoKey: string;
}

/** With several threads; the other large recording has one. */
const MANY_THREADS = 'a million samples of nine threads';

const CHANGES: readonly Change[] = [
  { name: 'level, key 5', begin: focusGraph, key: '5', type: 'keydown', undoKey: '3' },
  {
    name: 'time range without the first tenth',
    begin: focusRange,
    key: 'PageUp',
    type: 'keyup',
    undoKey: 'u',
  },
  { name: 'filter, a hidden function', begin: focusBox, key: 'h', type: 'keydown', undoKey: 'u' },
];

const CHANGE_THREAD: Change = {
  name: 'thread',
  begin: focusThreads,
  key: 'Space',
  type: 'keydown',
  undoKey: 'Space',
};

export async function benchChanges(inputs: Inputs, report: Report): Promise<void> {
  await withPage(inputs, async (page) => {
    await openAndSettle(page, inputs.big());
    const rows: Row[] = [];
    for (const change of CHANGES) rows.push(...(await rowsOf(page, change)));
    report.add(`Chromium: another picture of ${BIG}`, rows);
  });
  await withPage(inputs, async (page) => {
    await openAndSettle(page, [inputs.millionSamples()]);
    await page.getByRole('button', { name: /threads$/ }).click();
    report.add(`Chromium: another picture of ${MANY_THREADS}`, await rowsOf(page, CHANGE_THREAD));
  });
}

async function rowsOf(page: Page, { name, begin, key, type, undoKey }: Change): Promise<Row[]> {
  const paints: TracedPaint[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await begin(page);
    await untilIdle(page);
    paints.push(await tracePaint(page, type, () => page.keyboard.press(key)));
    await pressAndTimePaint(page, undoKey);
  }
  const figures = (of: (paint: TracedPaint) => number) => medianAndSpread(paints.map(of), 'ms');
  return [
    { name: `${name}: key to picture`, figures: figures(({ paint }) => paint), maxValue: MAX_PAINT },
    {
      name: `${name}: main thread, to the first picture`,
      figures: figures(({ mainThread }) => mainThread),
      maxValue: MAX_MAIN_THREAD,
    },
  ];
}

async function focusThreads(page: Page): Promise<void> {
  await page.getByRole('listbox', { name: 'Threads' }).focus();
}
