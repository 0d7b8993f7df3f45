// Opening in Chromium: a large text against just reading it, its memory, and recordings of perf with what names their code.

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { RecordedSet } from './chromium.ts';
import type { Row } from './report.ts';

/** Reading alone and opening take turns, so that both meet the same machine; the best of each counts. */
export async function openingRows(browser: Browser, url: string, recording: string): Promise<Row[]> {
  const reading: number[] = [];
  const opening: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < 3; round++) {
    reading.push(await readOnly(browser, url, recording));
    const page = await newPage(browser, url);
    const peak = watchMemory();
    opening.push(await openIn(page, recording));
    memory.push(peak.stop());
    await page.context().close();
  }
  const read = Math.min(...reading);
  const open = Math.min(...opening);
  const peak = Math.min(...memory);
  const size = statSync(recording).size;
  return [
    {
      what: `${(size / 1e9).toFixed(2)} GB of text to the first complete flame graph`,
      figure: `${(open / 1000).toFixed(2)} s (${(size / open / 1000).toFixed(0)} MB/s)`,
      against: `${(open / read).toFixed(2)} × reading the File in a worker (${(read / 1000).toFixed(2)} s)`,
      target: '≤ 1.5 ×',
      isReached: open / read <= 1.5,
    },
    {
      what: 'its peak memory, the renderer process',
      figure: `${peak.toFixed(0)} MB`,
      against: `${((peak * 1e6) / size).toFixed(2)} of the file`,
      target: '≤ 600 MB',
      isReached: peak <= 600,
    },
  ];
}

/** The best of four: the first one meets a cold cache. */
export async function setRows(browser: Browser, url: string, sets: readonly RecordedSet[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, files, target } of sets) {
    const opening: number[] = [];
    const reading: number[] = [];
    for (let round = 0; round < 4; round++) {
      reading.push(await readOnly(browser, url, files[0]));
      const page = await newPage(browser, url);
      opening.push(await openIn(page, files));
      await page.context().close();
    }
    const best = Math.min(...opening);
    rows.push({
      what: `${what}, to the first complete flame graph`,
      figure: `${(best / 1000).toFixed(2)} s (the first ${(opening[0] / 1000).toFixed(2)} s)`,
      against: `${(best / Math.min(...reading)).toFixed(1)} × reading the recording alone`,
      target: `≤ ${target} s`,
      isReached: best <= target * 1000,
    });
  }
  return rows;
}

/** In milliseconds: nobody chooses a file sooner, and the page before is closed by then. */
const CHOOSING = 2500;

async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1600, height: 900 },
    bypassCSP: true,
    // It would fetch the site once more while something is measured.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(CHOOSING);
  return page;
}

/** Milliseconds from choosing the file to its picture. */
async function openIn(page: Page, files: string | readonly string[]): Promise<number> {
  await page.evaluate(() => {
    document
      .querySelector('input[type=file]')
      ?.addEventListener('change', () => performance.mark('chosen'), { capture: true });
  });
  await page.setInputFiles('input[type=file]', typeof files === 'string' ? files : [...files]);
  const milliseconds = await page.waitForFunction(
    () => {
      const [chosen] = performance.getEntriesByName('chosen');
      const [opened] = performance.getEntriesByName('pyrograph:opened');
      // Pictures before that are of the beginning of the recording.
      const picture = performance
        .getEntriesByName('pyrograph:picture')
        .find((mark) => opened && mark.startTime >= opened.startTime);
      return picture && picture.startTime - chosen.startTime;
    },
    undefined,
    { timeout: 300_000 },
  );
  return (await milliseconds.jsonValue()) ?? NaN;
}

/** A page on which the recording is open and nothing else goes on. */
export async function openedPage(browser: Browser, url: string, files: readonly string[]): Promise<Page> {
  const page = await newPage(browser, url);
  await openIn(page, files);
  // The other levels are prepared while nothing is asked; a person looks at the first picture for a while.
  await page.waitForTimeout(8000);
  return page;
}

/** Milliseconds a worker needs to read the file and do nothing with it, the fastest way a browser has. */
async function readOnly(browser: Browser, url: string, recording: string): Promise<number> {
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

/** The largest resident size of any renderer from now on, in MB. */
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
