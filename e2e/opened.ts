// Chromium takes half a second of processor time to start a page, so the tests of a worker share one. On it, a link resets the
// view before each test that only looks at an opened recording. If anything else has changed since the recording was opened, or if
// another one is open, it is opened again; if the page then looks different than when it was loaded, it is loaded again. Tests about history, permissions, touch or the cache have a page of their own
// (page.ts).

import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { bytesAt } from '../fixtures/profiles.ts';
import { idle } from './idle.ts';
import {
  fixture,
  open,
  openExample,
  requireSharedRecordings,
  start,
  test as base,
  upload,
  watchPage,
  type Example,
  type Upload,
} from './page.ts';

/** A recording as it was when it was opened. */
interface Opened {
  readonly name: string;
  readonly hash: string;
  readonly content: string;
}

interface SharedPage {
  readonly page: Page;
  /** What is open, unless a test has done more than look at it. */
  opened?: Opened | undefined;
  /** By name: the recordings that were opened after the page was loaded. */
  readonly known: Map<string, Opened>;
}

export const test = base.extend<object, { shared: SharedPage }>({
  shared: [
    async ({ browser }, provide, { project }) => {
      // Not the options of the first test that needs the page.
      const { contextOptions, baseURL = '', viewport = null, deviceScaleFactor = 1 } = project.use;
      const context = await browser.newContext({
        ...contextOptions,
        baseURL,
        viewport,
        deviceScaleFactor,
        hasTouch: false,
        serviceWorkers: 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const page = await context.newPage();
      await watchPage(page);
      await provide({ page, known: new Map() });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ shared }, provide) => provide(shared.page.context()),
  page: async ({ shared, viewport }, provide) => {
    const { page } = shared;
    pages.set(page, shared);
    if (viewport) await page.setViewportSize(viewport);
    await provide(page);
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
  },
});

/** For tests that start on the start screen, with nothing stored. */
export const loadingTest = test.extend({
  page: async ({ page, shared, baseURL }, provide) => {
    await leavePage(shared, new URL(baseURL ?? '').origin);
    await provide(page);
  },
});

/** Only shared pages. */
const pages = new WeakMap<Page, SharedPage>();

/** Loads the page and opens a recording: a fixture, by name, or an upload. */
export async function startWith(page: Page, recording: string | Upload): Promise<void> {
  const file = typeof recording === 'string' ? fixture(recording) : recording;
  await startOpened(page, nameOf(file), () => open(page, file));
}

/** Loads the page and opens an example from the start screen. */
export async function startWithExample(page: Page, name: Example): Promise<void> {
  await startOpened(page, name, () => openExample(page, name));
}

/** Loads the page and opens a shared recording. Skips the test if the shared recordings are missing. */
export async function startWithShared(page: Page, folder: string): Promise<void> {
  requireSharedRecordings();
  await startWith(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
}

/** Identifies an upload. */
export function nameOf({ name, buffer }: Upload): string {
  return `${name} ${createHash('sha256').update(buffer).digest('hex')}`;
}

/**
 * Opens a recording on the start screen. On a shared page that already shows it, undoing all steps and following a link to the first
 * view restores most; closing all that is open and opening the recording again also restores the rest, or another recording. Unless
 * the page then looks as it did before, it is loaded again.
 */
export async function startOpened(page: Page, name: string, openIt: () => Promise<void>): Promise<void> {
  const shared = pages.get(page);
  if (!shared) {
    await start(page);
    return openIt();
  }
  if (await restore(shared, name, openIt)) return;
  shared.opened = undefined;
  await clearStorage(page);
  await start(page);
  await openIt();
  await idle(page);
  shared.opened = { name, ...(await page.evaluate(describePage)) };
  shared.known.set(name, shared.opened);
}

/** Returns false if the recording was not opened before, or if anything has changed that opening it again does not restore. */
async function restore(shared: SharedPage, name: string, openAgain: () => Promise<void>): Promise<boolean> {
  try {
    return await tryToRestore(shared, name, openAgain);
  } catch {
    // Tests end in states that differ: what cannot be restored from one is loaded again.
    return false;
  }
}

async function tryToRestore(
  shared: SharedPage,
  name: string,
  openAgain: () => Promise<void>,
): Promise<boolean> {
  const { page, opened } = shared;
  const wanted = shared.known.get(name);
  if (!opened || !wanted || (await page.locator('#view').count()) === 0) return false;
  const isRestored = async () => {
    await idle(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-current=true]')?.focus());
    return (await page.evaluate(describePage)).content === wanted.content;
  };
  await page.mouse.move(0, 0);
  if (opened.name === name) {
    await page.evaluate(undoEverything);
    await followLink(page, wanted.hash);
    if (await isRestored()) return true;
  }
  await page.evaluate(closeEverything);
  await openAgain();
  shared.opened = wanted;
  return isRestored();
}

/** Runs in the page. A link alone does not restore what other views show. */
async function undoEverything(): Promise<void> {
  const find = () => document.querySelector<HTMLElement>('[aria-label=Undo][aria-disabled=false]');
  for (let button = find(); button; button = find()) {
    button.click();
    await new Promise((rendered) => setTimeout(rendered));
  }
}

/** Runs in the page. Closes one recording or comparison after the other, until the start screen is shown. */
async function closeEverything(): Promise<void> {
  const rendered = async (selector: string, text = '') => {
    for (let left = 200; left > 0; left--) {
      const found = [...document.querySelectorAll<HTMLElement>(selector)];
      const element = found.find(({ textContent }) => textContent.includes(text));
      if (element) return element;
      await new Promise((later) => setTimeout(later, 10));
    }
    throw new Error(`The page has no ${selector} with “${text}”.`);
  };
  while (!(await rendered('.workspace, .start')).matches('.start')) {
    (await rendered('[aria-label=More]')).click();
    (await rendered('[role=menuitem]', 'Close the ')).click();
    await new Promise((later) => setTimeout(later));
  }
}

/** Follows a link even if only the view has changed, and not yet the URL. */
async function followLink(page: Page, hash: string): Promise<void> {
  await page.evaluate((link) => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    history.pushState(null, '', link);
    dispatchEvent(new PopStateEvent('popstate'));
  }, hash);
}

/** Leaves the page, and deletes what it has stored. An image of the same site keeps the browser's process, unlike a blank page. */
async function leavePage(shared: SharedPage, origin: string): Promise<void> {
  const { page } = shared;
  shared.opened = undefined;
  await clearStorage(page);
  await page.goto('./favicon.svg');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

async function clearStorage(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Runs in the page: what is visible, focused, scrolled or stored. Styles that were loaded meanwhile do no harm. */
function describePage(): { hash: string; content: string } {
  // React numbers the elements that need an ID. The undone steps of other tests can be redone.
  const markupOf = (element: Element | null) =>
    (element?.outerHTML ?? '')
      .replace(/_r_\w+_/g, '')
      .replace(/aria-label="Redo" title="[^"]*" aria-disabled="\w+"/g, '');
  const fields = [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const { scrollTop, scrollLeft } = element;
    const value = 'value' in element ? String(element.value) : '';
    const isChecked = 'checked' in element && element.checked === true;
    return value || isChecked || scrollTop || scrollLeft ? [{ value, isChecked, scrollTop, scrollLeft }] : [];
  });
  const content = JSON.stringify({
    page: Object.entries(document.documentElement.dataset),
    body: markupOf(document.body),
    focused: markupOf(document.activeElement),
    fields,
    stored: [Object.entries(localStorage), Object.entries(sessionStorage)],
    size: [innerWidth, innerHeight],
  });
  return { hash: location.hash, content };
}
