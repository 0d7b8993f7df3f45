// Drives the built site in Chromium: opens recordings as a user does, and measures time and memory.

import { readFileSync } from 'node:fs';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import type { Inputs } from './inputs.ts';

/** In milliseconds, from pressing “Open” to choosing a file. No user is faster; the page starts workers meanwhile. */
const TIME_TO_CHOOSE = 1500;
/** In milliseconds. */
const TIMEOUT = 300_000;

/** Loads the site in a new browser, so that nothing that earlier pages left counts. */
export async function withPage<T>(
  { chromiumPath, siteUrl }: Inputs,
  run: (page: Page) => Promise<T>,
): Promise<T> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const context = await browser.newContext({
      viewport: { width: 1600, height: 900 },
      bypassCSP: true,
      // A service worker would fetch the site again during the measurement.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.addInitScript(() => {
      const mark = ({ timeStamp }: Event) => performance.mark('chosen', { startTime: timeStamp });
      for (const type of ['change', 'drop']) addEventListener(type, mark, { capture: true });
    });
    await page.goto(await siteUrl());
    return await run(page);
  } finally {
    await browser.close();
  }
}

/** Opens files with the button; returns the seconds from choosing them to the first complete picture. */
export async function timeToOpen(page: Page, files: readonly string[]): Promise<number> {
  await chooseFiles(page, files, () => page.getByText('Open a recording').click());
  return timeToCompletePicture(page);
}

/** Drops files onto the page; returns the seconds from dropping them to the first complete picture. */
export async function timeToOpenDropped(page: Page, files: readonly string[]): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 800, y: 450, data });
  return timeToCompletePicture(page);
}

/** Chooses files in the dialog that the action opens. */
export async function chooseFiles(
  page: Page,
  files: readonly string[],
  openDialog: () => Promise<unknown>,
): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await openDialog();
  const chooser = await dialog;
  await page.waitForTimeout(TIME_TO_CHOOSE);
  await page.evaluate(() => {
    performance.clearMarks();
    // An input outside the document sends no event to the window.
    performance.mark('chosen');
  });
  await chooser.setFiles([...files]);
}

/** Seconds from choosing files to the first picture of the complete recording. Earlier ones show only its beginning. */
async function timeToCompletePicture(page: Page): Promise<number> {
  const milliseconds = await page.waitForFunction(
    () => {
      const [opened] = performance.getEntriesByName('pyrograph:opened');
      const picture = performance
        .getEntriesByName('pyrograph:picture')
        .find(({ startTime }) => opened && startTime >= opened.startTime);
      const chosen = performance.getEntriesByName('chosen').at(-1);
      return picture && chosen && picture.startTime - chosen.startTime;
    },
    undefined,
    { polling: 50 },
  );
  return ((await milliseconds.jsonValue()) ?? NaN) / 1000;
}

/** Opens a recording, and waits until nothing runs in the background. */
export async function openAndSettle(page: Page, files: readonly string[]): Promise<number> {
  const seconds = await timeToOpen(page, files);
  await untilIdle(page);
  return seconds;
}

export async function focusGraph(page: Page): Promise<void> {
  await page.locator('#view .graph').first().focus();
}

/** By default the ninth box from the root, on the heaviest path of a flame graph. */
export async function focusBox(page: Page, keys: readonly string[] = Array<string>(8).fill('ArrowUp')) {
  await focusGraph(page);
  for (const key of ['Home', ...keys]) await page.keyboard.press(key);
}

export async function focusRange(page: Page): Promise<void> {
  await page.getByRole('slider', { name: /^From/ }).first().focus();
}

/** Seconds that a worker needs to read the file and discard it, with the browser's fastest API. */
export async function timeToRead(page: Page, file: string): Promise<number> {
  await page.evaluate(() => {
    document.querySelector('#read-only')?.remove();
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'read-only';
    document.body.append(input);
  });
  await page.setInputFiles('#read-only', file);
  return page.evaluate(async () => {
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
      postMessage((performance.now() - start) / 1000);
    }`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    const input = document.querySelector<HTMLInputElement>('#read-only');
    worker.postMessage(input?.files?.[0], []);
    const seconds = await new Promise<number>((resolve) =>
      worker.addEventListener('message', ({ data }) => resolve(Number(data))),
    );
    worker.terminate();
    return seconds;
  });
}

/** In milliseconds. */
const IDLE_INTERVAL = 300;
const IDLE_INTERVALS = 3;
/** In seconds of processor time per interval; an idle page takes less. */
const MAX_IDLE_TIME = 0.03;

/** Waits until the page and its workers use no processor time. */
export async function untilIdle(page: Page): Promise<void> {
  const client = await browserClient(page);
  const deadline = performance.now() + TIMEOUT;
  let before = await rendererTime(client);
  for (let intervals = 0; intervals < IDLE_INTERVALS;) {
    if (performance.now() > deadline) throw new Error('The page does not become idle.');
    await page.waitForTimeout(IDLE_INTERVAL);
    const now = await rendererTime(client);
    intervals = now - before < MAX_IDLE_TIME ? intervals + 1 : 0;
    before = now;
  }
  await client.detach();
}

/** The most memory that the page's process has had, with its workers, in megabytes. */
export async function peakMegabytes(page: Page): Promise<number> {
  const client = await browserClient(page);
  // The browser has spare processes, which are smaller.
  const peaks = (await renderers(client)).map(({ id }) => {
    const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  });
  await client.detach();
  return Math.max(...peaks);
}

async function rendererTime(client: CDPSession): Promise<number> {
  return (await renderers(client)).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function renderers(client: CDPSession) {
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer');
}

async function browserClient(page: Page): Promise<CDPSession> {
  return browserOf(page).newBrowserCDPSession();
}

export function browserOf(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  return browser;
}
