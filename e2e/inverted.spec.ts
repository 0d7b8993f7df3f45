// Tests the inverted graph, which leads from leaf functions to their callers.

import type { Page } from '@playwright/test';
import { comparePath, goldenLines, type GoldenNode, PERIOD, treeOfLines } from './golden.ts';
import { idle } from './idle.ts';
import { boundsOf, canvas, crumbs, graph, kindShares, withoutFile } from './locators.ts';
import { startWith, test } from './opened.ts';
import {
  expect,
  focusedBox,
  hashOf,
  paintCount,
  picture,
  press,
  repaintAfter,
  setHash,
  upload,
} from './page.ts';

test('boxes match the inverted golden', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await repaintAfter(page, 'v');
  await comparePath(page, invertedGolden(), { tree: inverted(page), key: 'ArrowDown' });
});

test('switching the view keeps the selected function; crumbs are labeled “sampled in” and “called by”', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('End');
  const leaf = await focusedBox(page);
  await repaintAfter(page, () => page.getByRole('tab', { name: 'Inverted' }).click());
  await inverted(page).focus();
  const inInverted = await focusedBox(page);
  expect(inInverted.name).toBe(leaf.name);
  expect(inInverted.depth, 'the leaf').toBe(1);
  await page.keyboard.press('ArrowDown');
  const caller = await focusedBox(page);
  await page.keyboard.press('Enter');
  await expect(crumbs(page)).toHaveText(
    `allsampled in${withoutFile(inInverted.label)}called by${withoutFile(caller.label)}`,
  );
  await page.keyboard.press('Escape');
  await expect(crumbs(page)).toHaveText('all');
  await repaintAfter(page, 'f');
  await graph(page).focus();
  expect((await focusedBox(page)).name, 'the same function in the flame graph').toBe(caller.name);
});

test('the chosen direction, flame or icicle, also applies to the arrow keys, and is in links', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await repaintAfter(page, 'v');
  const before = await picture(page);
  await page.getByRole('radio', { name: 'Flame' }).check();
  expect(await picture(page)).not.toBe(before);
  await inverted(page).focus();
  await page.keyboard.press('ArrowUp');
  expect((await focusedBox(page)).depth).toBe(1);
  await page.keyboard.press('ArrowDown');
  expect((await focusedBox(page)).depth).toBe(0);
  // look.spec.ts tests that it is remembered.
  await expect.poll(() => page.url()).toContain('inverted=flame');
  const link = await hashOf(page);
  await page.getByRole('radio', { name: 'Icicle' }).check();
  await expect.poll(() => page.url()).not.toContain('inverted=flame');
  await setHash(page, link);
  await expect(page.getByRole('radio', { name: 'Flame' })).toBeChecked();
});

test('the tooltip describes sampled functions; the shares of kinds stay the same', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const kinds = kindShares(page);
  const shares = await kinds.textContent();
  await repaintAfter(page, 'v');
  await expect(kinds, 'the same samples').toHaveText(shares ?? '');
  // A late repaint would hide the tooltip.
  await idle(page);
  const [heaviest] = [...invertedGolden().children.values()].sort((a, b) => b.weight - a.weight);
  const { x, y, width } = await boundsOf(canvas(page));
  await page.mouse.move(x + 5, y + 27);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText(`${heaviest.weight} ns${heaviest.weight / PERIOD} samples`);
  await page.mouse.move(x + width / 2, y + 9);
  await expect(tooltip.locator('strong')).toHaveText('all');
});

test('the menu key opens the menu of the focused box; a right click opens the menu of the clicked box', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await repaintAfter(page, 'v');
  await inverted(page).focus();
  await page.keyboard.press('ArrowDown');
  const { label } = await focusedBox(page);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu').first();
  await expect(menu).toBeVisible();
  await expect(page.getByText(withoutFile(label)).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(inverted(page)).toBeFocused();
  const before = await picture(page);
  const { x, y, width } = await boundsOf(canvas(page));
  await page.mouse.click(x + width * 0.75, y + 27, { button: 'right' });
  await expect(menu).toBeVisible();
  const clicked = await focusedBox(page);
  expect(clicked.label).not.toBe(label);
  await page.keyboard.press('Escape');
  expect(await picture(page), 'the focus ring is around a different box').not.toBe(before);
});

test('the first rows of a large recording appear early and do not move when the remaining rows arrive', async ({
  page,
}) => {
  await page.addInitScript(holdMessagesAfterPaint);
  await startWith(page, upload('large.folded', manyStacks()));
  const paints = () => paintCount(page);
  const before = await paints();
  await page.evaluate(() => dispatchEvent(new Event('hold')));
  await repaintAfter(page, 'v');
  await page.getByRole('radio', { name: 'Flame' }).check();
  await inverted(page).focus();
  await press(page, 'ArrowUp', 'ArrowRight', 'ArrowUp');
  const focused = await focusedBox(page);
  expect(focused.depth).toBe(2);
  const partial = await picture(page);
  expect(await paints()).toBe(before + 1);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await expect.poll(paints, { message: 'the remaining rows are painted' }).toBe(before + 2);
  expect(await focusedBox(page)).toEqual(focused);
  expect(await picture(page)).toBe(partial);
  await page.keyboard.press('End');
  expect((await focusedBox(page)).depth, 'all rows are present').toBe(130);
});

/** Runs in the page: after a `hold` event and the next paint, delays worker messages until a `release` event. */
function holdMessagesAfterPaint(): void {
  let held = Promise.resolve();
  const { prototype } = MessagePort;
  const listen: unknown = Reflect.get(prototype, 'addEventListener');
  if (typeof listen !== 'function') throw new Error('MessagePort has no addEventListener.');
  prototype.addEventListener = function addHeldListener(
    this: MessagePort,
    type: string,
    listener: EventListenerOrEventListenerObject,
  ) {
    const later = async (event: Event) => {
      await held;
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    };
    Reflect.apply(listen, this, [type, later]);
  };
  const mark = performance.mark.bind(performance);
  addEventListener('hold', () => {
    performance.mark = (name, options) => {
      performance.mark = mark;
      held = new Promise((resolve) => addEventListener('release', () => resolve(), { once: true }));
      return mark(name, options);
    };
  });
}

/** Folded text with too many branches for one inverted tree; the heaviest stacks have 130 frames. */
function manyStacks(): string {
  const lines: string[] = [];
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let i = 0; i < 60_000; i++) {
    const frames = Array.from({ length: 8 + random(8) }, () => `f${random(40)}`);
    lines.push(`app;${frames.join(';')} 1`);
  }
  for (const leaf of ['f1;f0', 'f2;f0', 'f0;f1', 'f2;f1'])
    lines.push(`app;${Array.from({ length: 128 }, (_, i) => `f${i % 7}`).join(';')};${leaf} 9000`);
  return lines.join('\n');
}

/** The golden with the frames of each stack reversed. */
function invertedGolden(): GoldenNode {
  return treeOfLines(goldenLines().map(({ frames, weight }) => ({ frames: frames.toReversed(), weight })));
}

function inverted(page: Page) {
  return page.getByRole('tree', { name: 'Inverted graph' });
}
