// Measures the time from a key press until a large recording is repainted, and zooming, panning, hovering and
// scrolling in it.

import type { Page } from '@playwright/test';
import { LEVELS } from '../src/model/levels.ts';
import type { Inputs } from './inputs.ts';
import { interactionRows, type View } from './interaction.ts';
import { focusBox, focusGraph, focusRange, openAndSettle, withPage } from './page.ts';
import { pressAndTimePaint } from './paints.ts';
import { medianAndSpread, type Report, type Row } from './report.ts';

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

export async function benchViews(inputs: Inputs, report: Report): Promise<void> {
  await withPage(inputs, async (page) => {
    await openAndSettle(page, inputs.big());
    report.add('Chromium: key press to paint, switching the level', await levelRows(page));
    report.add('Chromium: key press to paint, switching the view', await viewRows(page));
    report.add('Chromium: key press to paint, filtering', await filterRows(page));
    report.add('Chromium: main thread at 1600 × 900', await interactionRows(page, VIEWS));
  });
  await withPage(inputs, async (page) => {
    await openAndSettle(page, [inputs.millionSamples()]);
    const timeOrder = VIEWS.filter(({ key }) => key === 't');
    report.add('Chromium: main thread, a million samples', await interactionRows(page, timeOrder));
  });
}

/** Switches from the initial level to every other level, and from the coarsest level to the initial one. */
async function levelRows(page: Page): Promise<Row[]> {
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
    rows.push(paintRow(label, times));
  }
  return rows;
}

/** Switches from the flame graph to each view. The first visit is the slowest; later ones may use caches. */
async function viewRows(page: Page): Promise<Row[]> {
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
async function filterRows(page: Page): Promise<Row[]> {
  const flame = await filterRowsIn(page, 'Flame');
  await pressAndTimePaint(page, 'v');
  const inverted = await filterRowsIn(page, 'Inverted', ['ArrowDown', 'ArrowDown']);
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

async function filterRowsIn(page: Page, view: string, keysToBox?: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const undone: number[] = [];
  await focusBox(page, keysToBox);
  for (const [key, action] of ACTIONS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await focusGraph(page);
      times.push(await pressAndTimePaint(page, key));
      undone.push(await pressAndTimePaint(page, 'u'));
    }
    rows.push(paintRow(`${view}, ${action}`, times));
  }
  const ranged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await focusRange(page);
    ranged.push(await pressAndTimePaint(page, 'PageUp', 'keyup'));
    undone.push(await pressAndTimePaint(page, 'u'));
  }
  rows.push(paintRow(`${view}, time range without the first tenth`, ranged));
  await focusGraph(page);
  await pressAndTimePaint(page, 'h');
  const levels: number[] = [];
  for (const level of ['4', '3', '2', '3']) levels.push(await pressAndTimePaint(page, level));
  undone.push(await pressAndTimePaint(page, 'u'));
  rows.push(paintRow(`${view}, switch levels with one function hidden`, levels));
  return [...rows, paintRow(`${view}, undo`, undone)];
}

export function paintRow(name: string, times: readonly number[], maxValue = MAX_MS): Row {
  return {
    name,
    figures: medianAndSpread(times, 'ms'),
    maxValue,
  };
}
