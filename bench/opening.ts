// Measures opening recordings in Chromium, each time after reading the same file without opening it.

import type { Page } from '@playwright/test';
import type { Inputs } from './inputs.ts';
import { peakMegabytes, timeToOpen, timeToOpenDropped, timeToRead, withPage } from './page.ts';
import { readFileOnce } from './read-file.ts';
import { RECORDINGS, type MeasuredRecording } from './recordings.ts';
import { median, medianAndSpread, type Report, type Row } from './report.ts';

const ROUNDS = 3;
/** Of a small difference between two openings. */
const DIFFERENCE_ROUNDS = 5;
/** In seconds, for a file that is dropped before the page has started its workers. */
const MAX_DELAY_AFTER_LOAD = 0.1;

export async function benchOpening(inputs: Inputs, report: Report): Promise<void> {
  await withPage(inputs, async (reader) => {
    for (const recording of RECORDINGS)
      report.add(
        `Chromium: opening ${recording.name}`,
        rowsOf(recording, await openingsOf(inputs, reader, recording.files(inputs))),
      );
  });
  report.add('Chromium: dropped as soon as the page has loaded', [await afterLoadRow(inputs)]);
}

interface Opening {
  /** In seconds, as `opening`. */
  readonly reading: number;
  readonly opening: number;
  /** In megabytes. */
  readonly memory: number;
}

async function openingsOf(inputs: Inputs, reader: Page, files: readonly string[]): Promise<Opening[]> {
  const openings: Opening[] = [];
  readFileOnce(files[0]);
  for (let round = 0; round < ROUNDS; round++) {
    const reading = await timeToRead(reader, files[0]);
    const opened = await withPage(inputs, async (page) => ({
      opening: await timeToOpen(page, files),
      memory: await peakMegabytes(page),
    }));
    openings.push({ reading, ...opened });
  }
  return openings;
}

function rowsOf({ page, maxMemory }: MeasuredRecording, openings: readonly Opening[]): Row[] {
  const seconds = openings.map(({ opening }) => opening);
  const ratios = openings.map(({ opening, reading }) => opening / reading);
  const memory = openings.map((each) => each.memory);
  const reading = { label: 'reading', value: median(openings.map((each) => each.reading)), unit: 's' };
  const name = 'to the first complete flame graph';
  const others = [reading, { label: 'peak memory', value: median(memory), unit: 'MB' }];
  const time: Row =
    'maxSeconds' in page
      ? {
          name,
          figures: [
            ...medianAndSpread(seconds, 's'),
            { label: 'relative to reading', value: median(ratios), unit: '×' },
            ...others,
          ],
          maxValue: page.maxSeconds,
        }
      : {
          name: `${name}, relative to reading`,
          figures: [...medianAndSpread(ratios, '×'), ...medianAndSpread(seconds, 's'), ...others],
          maxValue: page.maxReadings,
        };
  if (maxMemory === undefined) return [time];
  return [time, { name: 'peak memory', figures: medianAndSpread(memory, 'MB'), maxValue: maxMemory }];
}

/** Compared with files that are chosen when the workers have started. */
async function afterLoadRow(inputs: Inputs): Promise<Row> {
  const [{ name, files }] = RECORDINGS;
  const delays: number[] = [];
  for (let round = 0; round < DIFFERENCE_ROUNDS; round++) {
    const atOnce = await withPage(inputs, (page) => timeToOpenDropped(page, files(inputs)));
    const later = await withPage(inputs, (page) => timeToOpen(page, files(inputs)));
    delays.push(atOnce - later);
  }
  return {
    name: `${name}, later by`,
    figures: medianAndSpread(delays, 's'),
    maxValue: MAX_DELAY_AFTER_LOAD,
  };
}
