// Shared setup and helpers for all browser tests: fails a test on any error, opens recordings, and reads the focused box and
// the canvas.

import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type JSHandle,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HAS_PROFILES } from '../fixtures/profiles.ts';
import { watchForIdle } from './idle.ts';

export { expect };

/** A file for Playwright's file chooser. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The levels of detail: their names in the CLI and the goldens, and their labels on the page. Keys 1 to 5 select them. */
export const LEVELS = [
  { name: 'raw', label: 'As recorded' },
  { name: 'merged', label: 'Everything' },
  { name: 'python-c', label: 'Python and C' },
  { name: 'python-leaf-c', label: 'Python, then C' },
  { name: 'python', label: 'Python only' },
] as const;

const EXAMPLES = { 'web-shop': /web shop/, 'etl-job': /nightly job/ } as const;
export type Example = keyof typeof EXAMPLES;

/** Viewport of a phone. */
export const PHONE = { width: 390, height: 844 };

export const ROOT = join(import.meta.dirname, '..');

/** Playwright's warning in tests that block service workers. */
const NO_SERVICE_WORKER = 'Service Worker registration blocked by Playwright';

/** Any warning, error, failed request or request to another host fails the test. */
export const test = base.extend<{ noErrors: undefined; expectedErrors: RegExp }>({
  /** Matches the browser's messages for errors that the test causes on purpose. */
  expectedErrors: [/$^/, { option: true }],
  noErrors: [
    async ({ page, context, baseURL, expectedErrors }, use) => {
      const errors = watchForErrors(page, context, new URL(baseURL ?? '').origin);
      await watchPage(page);
      await use(undefined);
      errors.stop();
      const unexpected = errors.found.filter((error) => !expectedErrors.test(error));
      expect(unexpected, 'unexpected errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects errors, failed requests and requests to other origins than `home` until it is stopped. */
function watchForErrors(page: Page, context: BrowserContext, home: string) {
  const found: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== NO_SERVICE_WORKER)
      found.push(`console ${message.type()}: ${message.text()}`);
  };
  const onPageError = (error: Error) => found.push(`error: ${error.message}`);
  const onCrash = () => found.push('the page crashed');
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== home) found.push(`request to ${url.href}`);
  };
  const onResponse = (response: Response) => {
    if (response.status() >= 400) found.push(`${response.status()} for ${response.url()}`);
  };
  page.on('console', onConsole).on('pageerror', onPageError).on('crash', onCrash);
  // The context also reports requests of service workers.
  context.on('request', onRequest).on('response', onResponse);
  const stop = () => {
    page.off('console', onConsole).off('pageerror', onPageError).off('crash', onCrash);
    context.off('request', onRequest).off('response', onResponse);
  };
  return { found, stop };
}

/** Pages whose scripts have been added; several tests may share a page. */
const watched = new WeakSet<Page>();

export async function watchPage(page: Page): Promise<void> {
  if (watched.has(page)) return;
  watched.add(page);
  await watchForIdle(page);
  // Chromium logs policy violations to the console, but not every browser does.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`content security policy: ${effectiveDirective} ${blockedURI}`),
    );
  });
}

/** Loads the start screen. */
export async function start(page: Page): Promise<void> {
  await page.goto('./');
  await started(page);
}

/** Waits until the page is ready for input. `data-theme` is set at the same moment. */
export async function started(page: Page): Promise<void> {
  await expect(page.locator('html[data-theme]')).toBeAttached();
}

export function requireSharedRecordings(): void {
  test.skip(!HAS_PROFILES, 'PYROGRAPH_PROFILES does not name a folder of recordings');
}

/** Opens a recording with the file picker and waits until it is painted, with the header, which follows the graph. */
export async function open(page: Page, recording: string | Upload): Promise<void> {
  const file = typeof recording === 'string' ? fixture(recording) : recording;
  await repaintAfter(page, () => choose(page, file));
  await expect(page.locator('.top-bar h1')).toBeAttached();
}

export async function openExample(page: Page, name: Example): Promise<void> {
  await repaintAfter(page, () => exampleButton(page, name).click());
}

function exampleButton(page: Page, name: Example): Locator {
  return page.getByRole('button', { name: EXAMPLES[name] });
}

export async function closeRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Close the recording' }).click();
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses a key or runs a function, and waits for the repaint. */
export async function repaintAfter(page: Page, action: string | (() => Promise<unknown>)): Promise<void> {
  const before = await paintCount(page);
  await (typeof action === 'string' ? page.keyboard.press(action) : action());
  await base.step('the page repaints', () => page.evaluate(waitForPaint, { before, limit: 10_000 }));
}

/** Runs in the page, so that waiting costs no requests. `limit` is in milliseconds. */
function waitForPaint({ before, limit }: { before: number; limit: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const observer = new PerformanceObserver(check);
    const timer = setTimeout(() => {
      observer.disconnect();
      reject(new Error('The page was not repainted.'));
    }, limit);
    function check() {
      if (performance.getEntriesByName('pyrograph:picture').length <= before) return;
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }
    observer.observe({ type: 'mark' });
    check();
  });
}

/** How often the page has repainted its view. The page sets a performance mark each time. */
export function paintCount(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('pyrograph:picture').length);
}

export function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

export async function setHash(page: Page, hash: string): Promise<void> {
  await page.evaluate((each) => (location.hash = each), hash);
}

/** Makes the page believe that it may fetch from other hosts; the test server's headers still forbid it. */
export async function allowOtherHosts(page: Page): Promise<void> {
  await page.route(/\/(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const strict = /connect-src (?:'|&#39;)self(?:'|&#39;)/;
    const body = (await response.text()).replace(strict, (found) => `${found} https: http:`);
    await route.fulfill({ response, body });
  });
}

/** A small recording in the repository, or its golden. */
export function fixture(name: string): Upload {
  return upload(name, readFileSync(join(ROOT, 'fixtures', 'recordings', name)));
}

export function fixtureText(name: string): string {
  return fixture(name).buffer.toString();
}

export function upload(name: string, content: string | Uint8Array): Upload {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

/** Chooses files in the file picker, without waiting for the result. A string is a path. */
export async function choose(page: Page, files: string | Upload | readonly Upload[]): Promise<void> {
  const all = typeof files === 'string' ? [] : 'name' in files ? [files] : files;
  // The panel of a finding has another button for files, after the toolbar's.
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles(typeof files === 'string' ? files : all.map(writeToDisk));
}

let folder: string | undefined;
let written = 0;

/**
 * Returns the path of a new file, as fresh as the upload. The browser reads files itself: sending their content to the page would
 * take longer than opening them.
 */
function writeToDisk({ name, buffer }: Upload): string {
  if (folder === undefined) {
    const created = mkdtempSync(join(tmpdir(), 'pyrograph-uploads-'));
    process.on('exit', () => rmSync(created, { recursive: true, force: true }));
    folder = created;
  }
  const path = join(folder, String(written++), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, buffer);
  return path;
}

/** Opens a link in a new browser context, as another user would. */
export async function openAsAnotherUser(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  return page;
}

/** The focused box, as described by the active tree item of the graph and by the details. */
export interface Box {
  /** For example `f (script.py)`. */
  readonly label: string;
  readonly samples: number;
  /** In percent, as text, with as many decimals as the page shows. */
  readonly share: string;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** The full name and the samples, from the details; undefined for the root. */
  readonly name: string;
  readonly totalSamples: number;
  readonly selfSamples: number;
}

export async function focusedBox(page: Page): Promise<Box> {
  // The side panel loads separately. It has no details of the root.
  await expect(page.locator('section:is(.details, .overview)')).toBeAttached();
  return page.evaluate(() => {
    // If there are several trees, read the focused one.
    const tree = document.activeElement?.closest('[role=tree]') ?? document.querySelector('[role=tree]');
    const item = document.getElementById(tree?.getAttribute('aria-activedescendant') ?? '');
    if (!tree?.contains(item) || item?.role !== 'treeitem') throw new Error('The tree has no active item.');
    const text = item.textContent ?? '';
    const [, label, samples, share] = /^(.*), ([\d,]+) samples?, <?([\d.]+)%$/s.exec(text) ?? [];
    if (label === undefined) throw new Error(`Could not parse the active item: ${text}`);
    const details = document.querySelector('section[aria-label=Details]');
    const name = details?.querySelector('h2')?.title;
    const number = (printed = '') => Number(printed.replaceAll(',', '').replace('–', '0'));
    const rows = [...(details?.querySelectorAll('tbody tr') ?? [])];
    const samplesIn = (row: Element) => number(row.querySelectorAll('td')[1].textContent ?? '');
    return {
      label,
      samples: number(samples),
      share,
      depth: Number(item.getAttribute('aria-level')) - 1,
      position: Number(item.getAttribute('aria-posinset')),
      siblings: Number(item.getAttribute('aria-setsize')),
      name: name ?? label,
      totalSamples: details ? samplesIn(rows[0]) : number(samples),
      selfSamples: details ? samplesIn(rows[1]) : 0,
    };
  });
}

/** A hash of the pixels of the view's canvas, or only of its bottom `rows` pixel rows. */
export async function picture(page: Page, rows = Infinity): Promise<number> {
  const image = await pixelsOf(page);
  return page.evaluate(
    ({ image: { data, width }, count }) => {
      const pixels = new Uint32Array(data.buffer);
      const from = count === null ? 0 : Math.max(0, pixels.length - count * width);
      return pixels.subarray(from).reduce((hash, pixel) => (hash * 31 + pixel) | 0, 7);
    },
    { image, count: rows === Infinity ? null : rows },
  );
}

/** The red, green and blue values of a point on the canvas. `x` and `y` are in CSS pixels from its top left corner. */
export async function colorAt(page: Page, x: number, y: number): Promise<number[]> {
  const pixels = await pixelsOf(page);
  return page.evaluate(
    ({ image, left, top }) => {
      const ratio = window.devicePixelRatio;
      const start = 4 * (Math.round(top * ratio) * image.width + Math.round(left * ratio));
      return [...image.data.subarray(start, start + 3)];
    },
    { image: pixels, left: x, top: y },
  );
}

/** Copies the canvas after the next paint, because reading from the canvas itself would change how the browser paints it. */
function pixelsOf(page: Page): Promise<JSHandle<ImageData>> {
  return page.evaluateHandle(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const canvas = document.querySelector<HTMLCanvasElement>('#view canvas');
    if (!canvas) throw new Error('The view has no canvas.');
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!copy) throw new Error('Could not copy the canvas.');
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, width, height);
  });
}
