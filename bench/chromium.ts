// What is fast in Chromium, on the built site: first load, opening, every view and every change of what is looked at,
// movements. Run by scripts/bench.mjs.

import { chromium, type Browser } from '@playwright/test';
import { ALLOWED, pageSize, WORKERS_TOGETHER, workersSize } from '../scripts/first-load.ts';
import { movementRows } from './movements.ts';
import { openedPage, openingRows, setRows } from './opening.ts';
import { levelRows, lookRows, viewRows, VIEWS } from './pictures.ts';
import { printRows, type Row } from './report.ts';

export interface Setting {
  readonly chromiumPath: string;
  /** Of the built site. */
  readonly url: string;
  readonly dist: string;
  /** The text of a large recording. */
  readonly recording: string;
  /** Where the text of a recording with a million samples is, which is written when it is first asked for. */
  readonly million: () => string;
  /** Recordings of perf with the files that name their code. */
  readonly sets: readonly RecordedSet[];
}

export interface RecordedSet {
  readonly what: string;
  /** The recording first. */
  readonly files: readonly string[];
  /** Seconds to the first complete flame graph. */
  readonly target: number;
}

export async function benchOpening({ chromiumPath, url, dist, recording, sets }: Setting): Promise<void> {
  printRows('First load', sizeRows(dist));
  await inChromium(chromiumPath, async (browser) => {
    printRows('Chromium, opening perf.data', await setRows(browser, url, sets));
    printRows('Chromium, opening text', await openingRows(browser, url, recording));
  });
}

/** Of an open recording, the first of the sets. */
export async function benchViews({ chromiumPath, url, million, sets }: Setting): Promise<void> {
  const text = million();
  await inChromium(chromiumPath, async (browser) => {
    const page = await openedPage(browser, url, sets[0].files);
    printRows('Chromium, another level, from the key to the picture', await levelRows(page));
    printRows('Chromium, another view, from the key to the picture', await viewRows(page));
    printRows('Chromium, other samples, from the key to the picture', await lookRows(page));
    printRows('Chromium, the main thread at 1600 × 900', await movementRows(page, VIEWS));
    await page.context().close();
    const long = await openedPage(browser, url, [text]);
    const timeOrder = VIEWS.filter(({ key }) => key === 't');
    printRows('Chromium, the main thread with a million samples', await movementRows(long, timeOrder));
  });
}

async function inChromium(executablePath: string, run: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath });
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

function sizeRows(dist: string): Row[] {
  const row = (what: string, bytes: number, allowed: number): Row => ({
    what,
    figure: `${(bytes / 1000).toFixed(1)} kB gzip`,
    against: `${((100 * bytes) / allowed).toFixed(0)} % of what is allowed`,
    target: `≤ ${allowed / 1000} kB`,
    isReached: bytes <= allowed,
  });
  return [
    row('the page’s script', pageSize(dist), ALLOWED.page),
    ...WORKERS_TOGETHER.map((names) =>
      row(`the workers ${names.join(' and ')}`, workersSize(dist, names), ALLOWED.workers),
    ),
  ];
}
