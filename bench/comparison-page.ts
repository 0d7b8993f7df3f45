// Measures the page while it compares two large recordings.

import type { Page } from '@playwright/test';
import type { Row } from './report.ts';
import { pressAndTimePaint, rowOf, timePaint } from './view-changes.ts';

const ROUNDS = 3;
const MAX_COMPARISON_MS = 1000;
const MAX_SWITCH_MS = 300;
const MAX_SANDWICH_MS = 150;
/** In milliseconds, for opening the other recording and for preparing other levels while the page is idle. */
const TIME_TO_PREPARE = 20_000;

/** In milliseconds. */
const SETTLE_TIME = 3000;

/** Compares the open recording with another one, and waits until nothing runs in the background. */
export async function compareWith(page: Page, files: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('With another recording…').click();
  await (await chooser).setFiles([...files]);
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByText(/→\s[\d,]+\ssamples/)
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(TIME_TO_PREPARE);
}

/** The graph of the comparison is on screen, at the default level. */
export async function comparisonRows(page: Page): Promise<Row[]> {
  const graph = page.locator('#view .graph').first();
  const press = async (key: string) => {
    await graph.focus();
    return pressAndTimePaint(page, key);
  };
  await graph.focus();
  for (const key of ['Home', ...Array<string>(8).fill('ArrowUp')]) await page.keyboard.press(key);
  // The sandwich of the selected function is prepared.
  await page.waitForTimeout(SETTLE_TIME);
  const sandwiches = await each(['s'], press);
  await press('f');
  const swaps = await repeat(() =>
    timePaint(page, 'click', () => page.getByRole('button', { name: 'Swap A and B' }).click()),
  );
  // Other levels are prepared again for the swapped sides.
  await page.waitForTimeout(TIME_TO_PREPARE);
  const basis = page.getByLabel('Compared by');
  const bases = await each(['cpu', 'share', 'rate', 'matched'], (name) =>
    timePaint(page, 'change', () => basis.selectOption(name)),
  );
  const levels = await each(['4', '3', '2', '3', '5', '3', '1', '3'], press);
  const ranges = await repeat(async () => {
    await page.getByRole('slider', { name: /^From/ }).first().focus();
    return pressAndTimePaint(page, 'PageUp', 'keyup');
  });
  const filters: number[] = [];
  const undone = await each(['u', 'u', 'u'], press);
  for (const key of ['Home', ...Array<string>(8).fill('ArrowUp')]) await page.keyboard.press(key);
  for (const key of ['o', 'h', 'd']) {
    filters.push(await press(key));
    undone.push(await press('u'));
  }
  return [
    rowOf('first sandwich of a selected function', sandwiches, MAX_SANDWICH_MS),
    rowOf('swapped sides: matching and comparing again', swaps, MAX_COMPARISON_MS),
    rowOf('another basis', bases, MAX_SWITCH_MS),
    rowOf('another level', levels, MAX_SWITCH_MS),
    rowOf('another range', ranges, MAX_SWITCH_MS),
    rowOf('another filter', filters, MAX_SWITCH_MS),
    rowOf('undo', undone, MAX_SWITCH_MS),
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
