// What the browser tests share: a page on which nothing may go wrong unseen, and how a person opens a recording and
// reads the focused box. Words and roles only, as a screen reader would have them.

import { expect, test as base, type JSHandle, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchForIdle } from './idle.ts';

export { expect };

/** A file as the picker takes it. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The levels of detail: what the terminal and the goldens call each, and what the page does. Keys are 1 to 5. */
export const LEVELS = [
  { name: 'raw', label: 'As recorded' },
  { name: 'merged', label: 'Everything' },
  { name: 'python-c', label: 'Python and C' },
  { name: 'python-leaf-c', label: 'Python, then C' },
  { name: 'python', label: 'Python only' },
] as const;

/** Playwright's word where a test wants no service worker, as most: it would fetch the site once more. */
const NO_SERVICE_WORKER = 'Service Worker registration blocked by Playwright';

/** Every test fails on a warning, an error, a blocked or a foreign request, whatever else it proves. */
export const test = base.extend<{ nothingWentWrong: undefined; mayGoWrong: RegExp }>({
  /** What a test makes go wrong, as the browser says it. */
  mayGoWrong: [/$^/, { option: true }],
  nothingWentWrong: [
    async ({ page, context, baseURL, mayGoWrong }, use) => {
      const wrong: string[] = [];
      const home = new URL(baseURL ?? '').origin;
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && message.text() !== NO_SERVICE_WORKER)
          wrong.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
      page.on('crash', () => wrong.push('the page crashed'));
      // Of service workers too.
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== home)
          wrong.push(`request to ${url.href}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 400) wrong.push(`${response.status()} for ${response.url()}`);
      });
      await watchForIdle(page);
      // Chromium writes a violation to the console; not every browser does.
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`content security policy: ${effectiveDirective} ${blockedURI}`),
        );
      });
      await use(undefined);
      const others = wrong.filter((each) => !mayGoWrong.test(each));
      expect(others, 'nothing goes wrong behind the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** Goes to the start screen. */
export async function start(page: Page): Promise<void> {
  await page.goto('./');
  await started(page);
}

/** Waits until the page listens: it says which theme is chosen in the same breath. */
export async function started(page: Page): Promise<void> {
  await expect(page.locator('html[data-theme]')).toBeAttached();
}

/** The page says that it may ask other hosts, as another build of it does; the header of this one still forbids it. */
export async function allowOtherHosts(page: Page): Promise<void> {
  await page.route(/\/(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const strict = /connect-src (?:'|&#39;)self(?:'|&#39;)/;
    const body = (await response.text()).replace(strict, (found) => `${found} https: http:`);
    await route.fulfill({ response, body });
  });
}

/** One of the small recordings in the repository. */
export function fixture(name: string): Upload {
  const path = join(import.meta.dirname, '..', 'fixtures', 'recordings', name);
  return upload(name, readFileSync(path));
}

export function upload(name: string, content: string | Uint8Array): Upload {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

/** Chooses files in the file picker, whatever comes of it. */
export async function choose(page: Page, files: string | Upload | readonly Upload[]): Promise<void> {
  const input = page.locator('input[type=file]');
  await input.setInputFiles(typeof files === 'string' || 'name' in files ? files : [...files]);
}

/** Lets go of files over the middle of the page. */
export async function drop(page: Page, files: readonly Upload[]): Promise<void> {
  const plain = files.map(({ name, buffer }) => ({ name, text: buffer.toString() }));
  await page.evaluate((each) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of each) dataTransfer.items.add(new File([text], name));
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, plain);
}

/** Opens a recording through the file picker and waits for its picture. */
export async function open(page: Page, file: string | Upload): Promise<void> {
  await pictureAfter(page, () => choose(page, file));
}

/** Does what asks for another picture, and waits until it is painted. */
export async function pictureAfter(page: Page, act: () => Promise<unknown>): Promise<void> {
  // The page marks each new picture for whoever measures it.
  const painted = () => page.evaluate(() => performance.getEntriesByName('pyrograph:picture').length);
  const before = await painted();
  await act();
  await expect
    .poll(painted, { message: 'a new picture is painted', intervals: [20] })
    .toBeGreaterThan(before);
}

export function graph(page: Page): Locator {
  return page.getByRole('tree', { name: 'Flame graph' });
}

/** The alert, once it says something. */
export function problem(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /./ });
}

/** The focused box, as the tree item that the graph names its active one and the details say it. */
export interface Box {
  /** As shown: `f (script.py)`. */
  readonly label: string;
  readonly samples: number;
  /** In per cent, as text: it has as many places as are shown. */
  readonly share: string;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** Of the details: the whole name (the label for the root), and samples. */
  readonly name: string;
  readonly totalSamples: number;
  readonly selfSamples: number;
}

export function focusedBox(page: Page): Promise<Box> {
  return page.evaluate(() => {
    // The one that has the keyboard, where there are several.
    const tree = document.activeElement?.closest('[role=tree]') ?? document.querySelector('[role=tree]');
    const item = document.getElementById(tree?.getAttribute('aria-activedescendant') ?? '');
    if (!tree?.contains(item) || item?.role !== 'treeitem') throw new Error('the tree has no active item');
    const text = item.textContent ?? '';
    const [, label, samples, share] = /^(.*), ([\d,]+) samples?, <?([\d.]+)%$/s.exec(text) ?? [];
    if (label === undefined) throw new Error(`the active item reads: ${text}`);
    const details = document.querySelector('section[aria-label=Details]');
    const facts = [...(details?.querySelectorAll('dt') ?? [])];
    const name = facts.find((term) => term.textContent === 'Name')?.nextElementSibling?.textContent;
    const number = (printed = '') => Number(printed.replaceAll(',', ''));
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
      totalSamples: samplesIn(rows[0]),
      selfSamples: samplesIn(rows[1]),
    };
  });
}

/** All that the canvas of the view shows, as one number; or so many rows of its pixels, counted from below. */
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

/** The colour of the canvas there: red, green, blue. In CSS pixels from its corner. */
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

/** A copy of the canvas, once it is painted: reading from the canvas itself would change how the browser paints it. */
function pixelsOf(page: Page): Promise<JSHandle<ImageData>> {
  return page.evaluateHandle(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const canvas = document.querySelector<HTMLCanvasElement>('#view canvas');
    if (!canvas) throw new Error('there is no picture');
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!copy) throw new Error('the picture cannot be copied');
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, width, height);
  });
}
