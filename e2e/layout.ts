// Measures whether the toolbars of the page move, and whether the page scrolls as a whole.

import type { Page } from '@playwright/test';

const TOOLBARS = [
  '.top-bar',
  '.title',
  '.views',
  '.detail',
  '.search',
  '.tools',
  '.timeline-place',
  '.view-bar',
  '#view',
  '.side',
];
const SHIFTS = 'layout-shifts';

/** The bounds of each toolbar. */
export function toolbarBounds(page: Page): Promise<unknown> {
  return page.evaluate(
    (selectors) =>
      selectors.map((each) => {
        const { x, y, width, height } = document.querySelector(each)?.getBoundingClientRect() ?? {};
        return [each, x, y, width, height];
      }),
    TOOLBARS,
  );
}

/**
 * Adds up the layout shifts of what surrounds the view and the panel, whose contents change on purpose. Shifts right after an input
 * count, too: the browser's score leaves them out, but only on fast machines.
 */
export async function watchLayout(page: Page): Promise<void> {
  await page.evaluate((key) => {
    interface Source {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    const sum = { shift: 0 };
    const scoreOf = ({ node, previousRect: from, currentRect: to }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element || element.closest('#view, .side, .search-result')) return 0;
      const distance = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
      const area = Math.max(from.width * from.height, to.width * to.height);
      return (area * distance) / (innerWidth * innerHeight * Math.max(innerWidth, innerHeight));
    };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: unknown = Reflect.get(entry, 'sources');
        if (Array.isArray(sources)) for (const source of sources) sum.shift += scoreOf(source);
      }
    });
    observer.observe({ type: 'layout-shift' });
    Reflect.set(globalThis, Symbol.for(key), sum);
  }, SHIFTS);
}

/** The layout shift since the last call, and how much of the page is below the window, in pixels. */
export function layoutSince(page: Page): Promise<{ shift: number; overflow: number }> {
  return page.evaluate((key) => {
    const sum: unknown = Reflect.get(globalThis, Symbol.for(key));
    if (typeof sum !== 'object' || sum === null) throw new Error('watchLayout was not called.');
    const shift = Number(Reflect.get(sum, 'shift'));
    Reflect.set(sum, 'shift', 0);
    const { scrollHeight, clientHeight } = document.documentElement;
    return { shift, overflow: scrollHeight - clientHeight };
  }, SHIFTS);
}
