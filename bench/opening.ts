// Measures opening recordings in Chromium: the time for perf.data, and the time and memory for a large text file, compared with
// only reading it.

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { PerfDataSet, TextBeginning } from './inputs.ts';
import { quantile, type Row } from './report.ts';

/** Alternates between reading and opening, so that changes in the machine's load affect both. Only the best of each counts. */
export async function textRows(browser: Browser, url: string, recording: string): Promise<Row[]> {
  const reading: number[] = [];
  const opening: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < 3; round++) {
    reading.push(await timeToRead(browser, url, recording));
    const page = await newPage(browser, url);
    const peak = watchMemory();
    opening.push(await timeToOpen(page, [recording]));
    memory.push(peak.stop());
    await page.context().close();
  }
  const [read, open, peak] = [reading, opening, memory].map((values) => Math.min(...values));
  const bytes = statSync(recording).size;
  return [
    {
      name: `${(bytes / 1e9).toFixed(1)} GB of text to the first complete flame graph`,
      figures: [
        { label: 'relative to reading the file in a worker', value: open / read, unit: '×' },
        { label: 'opening', value: open / 1000, unit: 's' },
        { label: 'reading', value: read / 1000, unit: 's' },
        { label: 'speed', value: bytes / open / 1000, unit: 'MB/s' },
      ],
      maxValue: 1.15,
    },
    {
      name: 'peak memory of the renderer process',
      figures: [
        { label: 'resident', value: peak, unit: 'MiB' },
        { label: 'relative to the file', value: (peak * 2 ** 20) / bytes, unit: '×' },
      ],
      maxValue: 600,
    },
  ];
}

/** In seconds, for a file that is chosen before the page has started its workers. */
const MAX_DELAY_AFTER_LOAD = 0.1;

/** Texts of medium size, after the user took a while to choose them, or immediately after the page has loaded. */
export async function textBeginningRows(
  browser: Browser,
  url: string,
  texts: readonly TextBeginning[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, path, target } of texts) {
    const later: number[] = [];
    const atOnce: number[] = [];
    for (let round = 0; round < 5; round++) {
      for (const [timeToChoose, times] of [[TIME_TO_CHOOSE, later] as const, [0, atOnce] as const]) {
        const page = await newPage(browser, url, timeToChoose);
        times.push((await timeToOpen(page, [path])) / 1000);
        await page.context().close();
      }
    }
    const [median, delayed] = [later, atOnce].map((times) => quantile(times, 0.5));
    rows.push({
      name: `${name}, to the first complete flame graph`,
      figures: [
        { label: 'median', value: median, unit: 's' },
        { label: 'fastest', value: Math.min(...later), unit: 's' },
        { label: 'slowest', value: Math.max(...later), unit: 's' },
      ],
      maxValue: target,
    });
    rows.push({
      name: `${name}, chosen right after the page has loaded`,
      figures: [{ label: 'later by', value: delayed - median, unit: 's' }],
      maxValue: MAX_DELAY_AFTER_LOAD,
    });
  }
  return rows;
}

/** The best of four rounds counts, because the first one has cold caches. */
export async function perfDataRows(
  browser: Browser,
  url: string,
  sets: readonly PerfDataSet[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, files, target } of sets) {
    const opening: number[] = [];
    const reading: number[] = [];
    for (let round = 0; round < 4; round++) {
      reading.push(await timeToRead(browser, url, files[0]));
      const page = await newPage(browser, url);
      opening.push(await timeToOpen(page, files));
      await page.context().close();
    }
    const best = Math.min(...opening);
    rows.push({
      name: `${name}, to the first complete flame graph`,
      figures: [
        { label: 'best', value: best / 1000, unit: 's' },
        { label: 'first', value: opening[0] / 1000, unit: 's' },
        { label: 'relative to reading the recording', value: best / Math.min(...reading), unit: '×' },
      ],
      maxValue: target,
    });
  }
  return rows;
}

/** In milliseconds. No user chooses a file faster than this, and it gives the previous page time to close. */
const TIME_TO_CHOOSE = 2500;

async function newPage(browser: Browser, url: string, timeToChoose = TIME_TO_CHOOSE): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1600, height: 900 },
    bypassCSP: true,
    // A service worker would fetch the site again during the measurement.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(timeToChoose);
  return page;
}

/** Milliseconds from choosing the files to the first complete flame graph. */
async function timeToOpen(page: Page, files: readonly string[]): Promise<number> {
  await page.evaluate(() => {
    document
      .querySelector('input[type=file]')
      ?.addEventListener('change', () => performance.mark('chosen'), { capture: true });
  });
  await page.setInputFiles('input[type=file]', [...files]);
  const milliseconds = await page.waitForFunction(
    () => {
      const [chosen] = performance.getEntriesByName('chosen');
      const [opened] = performance.getEntriesByName('pyrograph:opened');
      // Earlier paints show only the beginning of the recording.
      const painted = performance
        .getEntriesByName('pyrograph:picture')
        .find((mark) => opened && mark.startTime >= opened.startTime);
      return painted && painted.startTime - chosen.startTime;
    },
    undefined,
    { timeout: 300_000 },
  );
  return (await milliseconds.jsonValue()) ?? NaN;
}

/** Opens a recording in a new page, and waits until nothing runs in the background. */
export async function openPage(browser: Browser, url: string, files: readonly string[]): Promise<Page> {
  const page = await newPage(browser, url);
  await timeToOpen(page, files);
  // The other levels are derived while the page is idle.
  await page.waitForTimeout(8000);
  return page;
}

/** Milliseconds that a worker needs to read the file and discard it, with the browser's fastest API. */
async function timeToRead(browser: Browser, url: string, recording: string): Promise<number> {
  const page = await newPage(browser, url);
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'read-only';
    document.body.append(input);
  });
  await page.setInputFiles('#read-only', recording);
  const milliseconds = await page.evaluate(async () => {
    const source = `onmessage = async ({ data }) => {
      const start = performance.now();
      const stream = self.kept = data.stream();
      const reader = self.reader = stream.getReader({ mode: 'byob' });
      let buffer = new ArrayBuffer(16 << 20);
      for (;;) {
        const { value, done } = await reader.read(new Uint8Array(buffer), { min: buffer.byteLength });
        if (done) break;
        buffer = value.buffer;
      }
      postMessage(performance.now() - start);
    }`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    const input = document.querySelector<HTMLInputElement>('#read-only');
    worker.postMessage(input?.files?.[0], []);
    return await new Promise<number>((resolve) =>
      worker.addEventListener('message', ({ data }) => resolve(Number(data))),
    );
  });
  await page.context().close();
  return milliseconds;
}

/** Tracks the largest resident size of any renderer process until `stop`, which returns it in MiB. */
function watchMemory(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    const table = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8' });
    for (const line of table.split('\n'))
      if (line.includes('--type=renderer')) peak = Math.max(peak, parseInt(line, 10) / 1024);
  }, 500);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
