// Measures comparing two large recordings in the page: until both are compared, the first sandwich, the first search,
// and memory.

import type { Page } from '@playwright/test';
import type { Inputs } from './inputs.ts';
import { chooseFiles, focusBox, openAndSettle, peakMegabytes, untilIdle, withPage } from './page.ts';
import { pressAndTimePaint, timeToSearch } from './paints.ts';
import { BIG } from './recordings.ts';
import { median, medianAndSpread, type Report } from './report.ts';

const ROUNDS = 3;
/** In milliseconds. */
const MAX_SANDWICH = 150;
const MAX_SEARCH = 100;
/** In megabytes. */
const MAX_MEMORY = 1000;
const MAX_OPENINGS = 1.5;

export async function benchComparison(inputs: Inputs, report: Report): Promise<void> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await withPage(inputs, (page) => roundOf(page, inputs.big())));
  const figures = (unit: string, of: (round: Round) => number) => medianAndSpread(rounds.map(of), unit);
  report.add(`Chromium: comparing ${BIG} with itself`, [
    {
      name: 'opening both and comparing them, relative to opening both',
      figures: [
        ...figures('×', ({ first, compared }) => (first + compared) / (2 * first)),
        { label: 'opening A', value: median(rounds.map(({ first }) => first)), unit: 's' },
        { label: 'from choosing B', value: median(rounds.map(({ compared }) => compared)), unit: 's' },
      ],
      maxValue: MAX_OPENINGS,
    },
    {
      name: 'first sandwich of a selected function',
      figures: figures('ms', ({ sandwich }) => sandwich),
      maxValue: MAX_SANDWICH,
    },
    { name: 'first search', figures: figures('ms', ({ search }) => search), maxValue: MAX_SEARCH },
    { name: 'peak memory', figures: figures('MB', ({ memory }) => memory), maxValue: MAX_MEMORY },
  ]);
}

interface Round {
  /** Seconds to open A. */
  readonly first: number;
  /** Seconds from choosing B to the picture of the comparison. */
  readonly compared: number;
  /** In milliseconds, as `search`. */
  readonly sandwich: number;
  readonly search: number;
  /** In megabytes. */
  readonly memory: number;
}

async function roundOf(page: Page, files: readonly string[]): Promise<Round> {
  const first = await openAndSettle(page, files);
  const compared = await compareWith(page, files);
  await focusBox(page);
  // The other levels and the sandwich of the selected function are prepared.
  await untilIdle(page);
  const sandwich = await pressAndTimePaint(page, 's');
  await pressAndTimePaint(page, 'f');
  const search = await timeToSearch(page, 'visit');
  return { first, compared, sandwich, search, memory: await peakMegabytes(page) };
}

/** Compares the open recording with another one; returns the seconds from choosing that to the picture. */
export async function compareWith(page: Page, files: readonly string[]): Promise<number> {
  await chooseFiles(page, files, async () => {
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('With another recording…').click();
  });
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByText(/→\s[\d,]+\ssamples/)
    .waitFor();
  const milliseconds = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const picture = performance.getEntriesByName('pyrograph:picture').at(-1);
    const chosen = performance.getEntriesByName('chosen').at(-1);
    return picture && chosen && picture.startTime - chosen.startTime;
  });
  if (milliseconds === undefined) throw new Error('The comparison was not painted.');
  return milliseconds / 1000;
}
