// For tests that only look at an opened recording: those of a worker share one page, on which a link resets the view before
// each test. If anything else has changed since the recording was opened, the page is loaded and the recording opened again.
// Tests about opening, storage, history or permissions have a page of their own (page.ts).

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
  opened: Opened | undefined;
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
      await provide({ page: await context.newPage(), opened: undefined });
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
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
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
  await startOpened(page, name, () => openExample(page, name), false);
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
 * Opens a recording on the start screen. A shared page that already shows the recording of this name follows a link to its first
 * view instead. If there are steps to undo, it is also opened again, provided that it can be opened in any view.
 */
export async function startOpened(
  page: Page,
  name: string,
  openIt: () => Promise<void>,
  canOpenAgain = true,
): Promise<void> {
  const shared = pages.get(page);
  const { opened } = shared ?? {};
  if (opened?.name === name && (await page.locator('#view').count()) > 0) {
    const hasSteps = (await page.locator(STEPS).count()) > 0;
    await page.mouse.move(0, 0);
    await followLink(page, opened.hash);
    await idle(page);
    if (hasSteps && canOpenAgain) {
      await openIt();
      await idle(page);
    }
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-current=true]')?.focus());
    if ((await page.evaluate(describePage)).content === opened.content) return;
  }
  if (shared) {
    shared.opened = undefined;
    await clearStorage(page);
  }
  await start(page);
  await openIt();
  if (!shared) return;
  await idle(page);
  shared.opened = { name, ...(await page.evaluate(describePage)) };
}

/** Steps to undo or redo, which a link keeps. */
const STEPS = ':is([aria-label=Undo], [aria-label=Redo])[aria-disabled=false]';

/** Follows a link even if only the view has changed, and not yet the URL. */
async function followLink(page: Page, hash: string): Promise<void> {
  await page.evaluate((link) => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    history.pushState(null, '', link);
    dispatchEvent(new PopStateEvent('popstate'));
  }, hash);
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
  // React numbers the elements that need an ID.
  const markupOf = (element: Element | null) => (element?.outerHTML ?? '').replace(/_r_\w+_/g, '');
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
