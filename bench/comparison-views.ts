// Measures the page while it compares two large recordings.

import type { Page } from '@playwright/test';
import { compareWith } from './comparison.ts';
import type { Inputs } from './inputs.ts';
import { interactionRows } from './interaction.ts';
import { focusBox, focusGraph, focusRange, openAndSettle, untilIdle, withPage } from './page.ts';
import { pressAndTimePaint, timePaint } from './paints.ts';
import { BIG } from './recordings.ts';
import type { Report, Row } from './report.ts';
import { paintRow, VIEWS } from './views.ts';

const ROUNDS = 3;
const MAX_COMPARISON_MS = 1000;
const MAX_SWITCH_MS = 300;

export async function benchComparisonViews(inputs: Inputs, report: Report): Promise<void> {
  const files = inputs.big();
  await withPage(inputs, async (page) => {
    await openAndSettle(page, files);
    await compareWith(page, files);
    await untilIdle(page);
    report.add(`Chromium: to the new picture, ${BIG} compared with itself`, await rowsOf(page));
    const flame = VIEWS.filter(({ key }) => key === 'f');
    report.add('Chromium: main thread at 1600 × 900, comparison', await interactionRows(page, flame));
  });
}

/** The graph of the comparison is on screen, at the default level. */
async function rowsOf(page: Page): Promise<Row[]> {
  const press = async (key: string) => {
    await focusGraph(page);
    return pressAndTimePaint(page, key);
  };
  const swaps = await repeat(() =>
    timePaint(page, 'click', () => page.getByRole('button', { name: 'Swap A and B' }).click()),
  );
  // Other levels are prepared again for the swapped sides.
  await untilIdle(page);
  const basis = page.getByLabel('Compared by');
  const bases = await each(['cpu', 'share', 'rate', 'matched'], (name) =>
    timePaint(page, 'change', () => basis.selectOption(name)),
  );
  const levels = await each(['4', '3', '2', '3', '5', '3', '1', '3'], press);
  const ranges = await repeat(async () => {
    await focusRange(page);
    return pressAndTimePaint(page, 'PageUp', 'keyup');
  });
  const filters: number[] = [];
  const undone = await each(['u', 'u', 'u'], press);
  await focusBox(page);
  for (const key of ['o', 'h', 'd']) {
    filters.push(await press(key));
    undone.push(await press('u'));
  }
  return [
    paintRow('swapped sides: matching and comparing again', swaps, MAX_COMPARISON_MS),
    paintRow('another basis', bases, MAX_SWITCH_MS),
    paintRow('another level', levels, MAX_SWITCH_MS),
    paintRow('another range', ranges, MAX_SWITCH_MS),
    paintRow('another filter', filters, MAX_SWITCH_MS),
    paintRow('undo', undone, MAX_SWITCH_MS),
  ];
}

function repeat(measure: () => Promise<number>): Promise<number[]> {
  return each(Array.from({ length: ROUNDS }), measure);
}

async function each<T>(values: readonly T[], measure: (value: T) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const value of values) times.push(await measure(value));
  return times;
}
