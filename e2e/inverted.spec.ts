// The inverted graph: what was sampled, by whom it was called, held against an independent count of the goldens.

import type { Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { compareOnTheWay, goldenText, linesOf, treeOfLines, type Drawn, type GoldenBox } from './golden.ts';
import {
  expect,
  fixture,
  focusedBox,
  graph,
  open,
  picture,
  pictureAfter,
  start,
  test,
  upload,
} from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

const RECORDINGS = [{ folder: 'fp-workers', period: 200_040, atLeast: 50 }];

for (const { folder, period, atLeast } of RECORDINGS) {
  test(`${folder}: boxes are those of the golden read from the leaf${WITHOUT}`, async ({ page }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await start(page);
    await open(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
    await pictureAfter(page, () => page.keyboard.press('v'));
    let compared = 0;
    for (const [key, level] of [
      ['3', 'python-c'],
      ['2', 'merged'],
      ['5', 'python'],
    ]) {
      if (key !== '3') await pictureAfter(page, () => page.keyboard.press(key));
      const golden = invertedGolden(goldenText(folder, level));
      for (const rank of [0, 1] as const)
        compared += await compareOnTheWay(page, golden, period, rank, icicle(page, golden));
    }
    expect(compared, 'a good number of boxes was compared').toBeGreaterThan(atLeast);
  });
}

test('a switch of view stays on the function, and crumbs say who called whom', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await graph(page).focus();
  await page.keyboard.press('End');
  const leaf = await focusedBox(page);
  await pictureAfter(page, () => page.getByRole('tab', { name: 'Inverted' }).click());
  await inverted(page).focus();
  const there = await focusedBox(page);
  expect(there.name).toBe(leaf.name);
  expect(there.depth, 'where it was sampled').toBe(1);
  await page.keyboard.press('ArrowDown');
  const caller = await focusedBox(page);
  await page.keyboard.press('Enter');
  const crumbs = page.getByRole('navigation', { name: 'Zoom' });
  const words = (label: string) => label.replace(/ \(.*/, '');
  await expect(crumbs).toHaveText(`allsampled in${words(there.label)}called by${words(caller.label)}`);
  await page.keyboard.press('Escape');
  await expect(crumbs).toHaveText('all');
  await pictureAfter(page, () => page.keyboard.press('f'));
  await graph(page).focus();
  expect((await focusedBox(page)).name, 'and back').toBe(caller.name);
});

test('flame or icicle is one choice, for the arrow keys too, and stays after a reload', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await pictureAfter(page, () => page.keyboard.press('v'));
  const before = await picture(page);
  await page.getByRole('radio', { name: 'Flame' }).check();
  expect(await picture(page)).not.toBe(before);
  await inverted(page).focus();
  await page.keyboard.press('ArrowUp');
  expect((await focusedBox(page)).depth).toBe(1);
  await page.keyboard.press('ArrowDown');
  expect((await focusedBox(page)).depth).toBe(0);
  // The address leads back to the view, and without it the choice is remembered.
  await expect.poll(() => page.url()).toContain('inverted=flame');
  await page.reload();
  await open(page, fixture('rules.perf'));
  await expect(page.getByRole('radio', { name: 'Flame' })).toBeChecked();
  await start(page);
  await page.reload();
  await open(page, fixture('rules.perf'));
  await expect(page.getByRole('radio', { name: 'Flame' })).toHaveCount(0);
  await pictureAfter(page, () => page.keyboard.press('v'));
  await expect(page.getByRole('radio', { name: 'Flame' })).toBeChecked();
});

test('details, tooltip and legend speak of what was sampled', async ({ page }) => {
  const golden = invertedGolden(fixture('rules.python-c.folded').buffer.toString());
  await start(page);
  await open(page, fixture('rules.perf'));
  const legend = page.getByRole('region', { name: 'Self time by kind of code' });
  const shares = await legend.textContent();
  await pictureAfter(page, () => page.keyboard.press('v'));
  await expect(legend, 'the same samples').toHaveText(shares ?? '');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('Sampled most');
  const [heaviest] = [...golden.children.values()].sort((a, b) => b.weight - a.weight);
  const { x, y, width } = await canvasRect(page);
  await page.mouse.move(x + 5, y + 27);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText(`${heaviest.weight} ns${heaviest.weight / 10} samples`);
  await page.mouse.move(x + width / 2, y + 9);
  await expect(tooltip.locator('strong')).toHaveText('all');
});

test('the menu key opens the menu of the focused box, a right click that of the box under it', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await pictureAfter(page, () => page.keyboard.press('v'));
  await inverted(page).focus();
  await page.keyboard.press('ArrowDown');
  const { label } = await focusedBox(page);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu').first();
  await expect(menu).toBeVisible();
  await expect(page.getByText(label.replace(/ \(.*/, '')).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(inverted(page)).toBeFocused();
  const before = await picture(page);
  const { x, y, width } = await canvasRect(page);
  await page.mouse.click(x + width * 0.75, y + 27, { button: 'right' });
  await expect(menu).toBeVisible();
  const clicked = await focusedBox(page);
  expect(clicked.label).not.toBe(label);
  await page.keyboard.press('Escape');
  expect(await picture(page), 'the ring is around another box').not.toBe(before);
});

test('of a large recording the first rows come first, and nothing moves when the rest comes', async ({
  page,
}) => {
  await page.addInitScript(holdAnswersBehindPictures);
  await start(page);
  await open(page, upload('large.folded', manyStacks()));
  const pictures = () => page.evaluate(() => performance.getEntriesByName('pyrograph:picture').length);
  const before = await pictures();
  await page.evaluate(() => dispatchEvent(new Event('hold')));
  await pictureAfter(page, () => page.keyboard.press('v'));
  await page.getByRole('radio', { name: 'Flame' }).check();
  await inverted(page).focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  const focused = await focusedBox(page);
  expect(focused.depth).toBe(2);
  const seen = await picture(page);
  expect(await pictures()).toBe(before + 1);
  await page.evaluate(() => dispatchEvent(new Event('go on')));
  await expect.poll(pictures, { message: 'the rest is painted' }).toBe(before + 2);
  expect(await focusedBox(page)).toEqual(focused);
  expect(await picture(page)).toBe(seen);
  await page.keyboard.press('End');
  expect((await focusedBox(page)).depth, 'all rows are there').toBe(130);
});

/** In the page: from `hold` on, what workers answer after the next picture is heard when the page is told to `go on`. */
function holdAnswersBehindPictures(): void {
  let held = Promise.resolve();
  window.Worker = class extends Worker {
    override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      super.addEventListener(type, async (event) => {
        await held;
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      });
    }
  };
  const mark = performance.mark.bind(performance);
  addEventListener('hold', () => {
    performance.mark = (name, options) => {
      performance.mark = mark;
      held = new Promise((goOn) => addEventListener('go on', () => goOn(), { once: true }));
      return mark(name, options);
    };
  });
}

/** Folded text of more branchings than are inverted at once; one stack of 130 frames lies on each heaviest path. */
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

/** The stacks read from what was sampled to the outermost caller. */
function invertedGolden(text: string): GoldenBox {
  return treeOfLines(linesOf(text).map(({ frames, weight }) => ({ frames: frames.toReversed(), weight })));
}

function icicle(page: Page, { weight }: GoldenBox): Drawn {
  return { tree: inverted(page), further: 'ArrowDown', label: 'all', all: weight };
}

function inverted(page: Page) {
  return page.getByRole('tree', { name: 'Inverted graph' });
}

async function canvasRect(page: Page) {
  const rect = await page.locator('#view canvas').boundingBox();
  if (!rect) throw new Error('there is no canvas');
  return rect;
}
