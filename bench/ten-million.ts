// Measures opening a perf.data of ten million samples (8 GB) in Chromium. It is opened only once, because its limits
// are memory and completeness, not time.

import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { OPEN_MEMORY } from '../src/model/budget.ts';
import type { Inputs } from './inputs.ts';
import { peakMegabytes, timeToOpen, timeToRead, untilIdle, withPage } from './page.ts';
import { readFileOnce } from './read-file.ts';
import { repeatSamples } from './repeated-samples.ts';
import type { Report } from './report.ts';

const COPIES = 24;
const SAMPLES = COPIES * 424_328;

export async function benchTenMillion(inputs: Inputs, report: Report): Promise<void> {
  const [recording, ...symbolFiles] = inputs.big();
  const path = inputs.tenMillionFile();
  if (!existsSync(path)) {
    process.stdout.write('Generating a recording of ten million samples (8 GB) …\n');
    repeatSamples(recording, COPIES, path);
  }
  readFileOnce(path);
  const reading = await withPage(inputs, (page) => timeToRead(page, path));
  await withPage(inputs, async (page) => {
    const opening = await timeToOpen(page, [path, ...symbolFiles]);
    const opened = await peakMegabytes(page);
    await untilIdle(page);
    const shown = await samplesShown(page);
    const note = await page.getByText('Only the beginning of the recording is shown').count();
    report.add('Chromium: opening a perf.data of 8 GB', [
      {
        name: 'peak memory',
        figures: [
          { label: 'after mending', value: await peakMegabytes(page), unit: 'MB' },
          { label: 'at the first complete flame graph', value: opened, unit: 'MB' },
          { label: 'that graph after', value: opening, unit: 's' },
          { label: 'relative to reading', value: opening / reading, unit: '×' },
        ],
        maxValue: Math.round(OPEN_MEMORY / 1e6),
      },
      {
        name: 'samples that are neither shown nor reported as left out',
        figures: [
          { label: 'missing', value: note > 0 ? 0 : SAMPLES - shown, unit: 'samples' },
          { label: 'shown', value: shown, unit: 'samples' },
        ],
        maxValue: 0,
      },
    ]);
  });
}

async function samplesShown(page: Page): Promise<number> {
  const text = await page.getByRole('status', { name: 'Selected time' }).textContent();
  const [, count] = /([\d,]+) samples/.exec(text ?? '') ?? [];
  return Number(count.replaceAll(',', ''));
}
