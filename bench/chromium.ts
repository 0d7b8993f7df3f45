// Benchmarks the built site: download size, and in Chromium the speed of opening, switching views and levels, filtering, and
// interaction.

import { chromium, type Browser } from '@playwright/test';
import { MAX_GZIP_BYTES, pageSize, WORKERS, workerSize, workspaceSize } from '../scripts/first-load.ts';
import type { Inputs } from './inputs.ts';
import { interactionRows } from './interaction.ts';
import { comparisonRows, compareWith } from './comparison-page.ts';
import { openPage, perfDataRows, textBeginningRows, textRows } from './opening.ts';
import type { Report, Row } from './report.ts';
import { filterRows, levelRows, viewRows, VIEWS } from './view-changes.ts';

export async function benchOpening(inputs: Inputs, report: Report): Promise<void> {
  const [url, sets, text] = [await inputs.siteUrl(), inputs.perfData(), inputs.largeText()];
  report.add('First load', sizeRows(inputs.dist));
  await withBrowser(inputs, async (browser) => {
    report.add('Chromium: opening perf.data', await perfDataRows(browser, url, sets));
    report.add('Chromium: opening text', await textRows(browser, url, text));
    report.add('Chromium: opening less text', await textBeginningRows(browser, url, inputs.textBeginnings()));
  });
}

export async function benchViews(inputs: Inputs, report: Report): Promise<void> {
  const [url, [{ files }], text] = [await inputs.siteUrl(), inputs.perfData(), inputs.millionSamples()];
  await withBrowser(inputs, async (browser) => {
    const page = await openPage(browser, url, files);
    report.add('Chromium: key press to paint, switching the level', await levelRows(page));
    report.add('Chromium: key press to paint, switching the view', await viewRows(page));
    report.add('Chromium: key press to paint, filtering', await filterRows(page));
    report.add('Chromium: main thread at 1600 × 900', await interactionRows(page, VIEWS));
    await page.context().close();
    const millionPage = await openPage(browser, url, [text]);
    const timeOrder = VIEWS.filter(({ key }) => key === 't');
    report.add('Chromium: main thread, a million samples', await interactionRows(millionPage, timeOrder));
  });
}

export async function benchComparison(inputs: Inputs, report: Report): Promise<void> {
  const [url, [{ name, files }]] = [await inputs.siteUrl(), inputs.perfData()];
  await withBrowser(inputs, async (browser) => {
    const page = await openPage(browser, url, files);
    await compareWith(page, files);
    report.add(`Chromium: to the new picture, ${name} compared with itself`, await comparisonRows(page));
    const flame = VIEWS.filter(({ key }) => key === 'f');
    report.add('Chromium: main thread at 1600 × 900, comparison', await interactionRows(page, flame));
  });
}

async function withBrowser(
  { chromiumPath }: Inputs,
  run: (browser: Browser) => Promise<void>,
): Promise<void> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

function sizeRows(dist: string): Row[] {
  const row = (name: string, bytes: number, maxBytes: number): Row => ({
    name,
    figures: [{ label: 'gzip', value: bytes / 1000, unit: 'kB' }],
    maxValue: maxBytes / 1000,
  });
  return [
    row('page script', pageSize(dist), MAX_GZIP_BYTES.page),
    row('workspace', workspaceSize(dist), MAX_GZIP_BYTES.workspace),
    ...WORKERS.map((name) => row(`${name} worker`, workerSize(dist, name), MAX_GZIP_BYTES.worker)),
  ];
}
