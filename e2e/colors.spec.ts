// Tests the colors of kinds of code and of costs: in the graphs, on the timeline and in the legend, which also filters the table.

import type { JSHandle, Locator, Page } from '@playwright/test';
import { canvas, kindShares } from './locators.ts';
import { saveFile } from './menus.ts';
import { startWithShared, test } from './opened.ts';
import { expect, hashOf, press, repaintAfter } from './page.ts';
import { groupRows, copiedRows } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('the timeline has the colors of the kinds in the graph at the current level', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  const interpreter = await swatchColor(page, 'interpreter');
  const own = await swatchColor(page, 'own code');
  await expect.poll(() => shareOn(timeline(page), interpreter)).toBeGreaterThan(0.05);
  const before = await shareOn(timeline(page), own);
  expect(before).toBeGreaterThan(0.01);
  await press(page, '5');
  await expect.poll(() => shareOn(timeline(page), interpreter), 'only Python is visible').toBe(0);
  expect(await shareOn(timeline(page), own)).toBeGreaterThan(before);
});

test('kinds chosen in the legend filter the rows of the table', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await press(page, 'b');
  const shown = page.getByRole('status', { name: 'Rows shown' });
  await expect(shown).toContainText(/^[\d,]+ functions/);
  const kernel = legend(page).getByRole('button', { name: /^kernel/ });
  await expect(kernel).toHaveAttribute('title', /table/);
  await kernel.click();
  await expect(shown).toContainText(/^[\d,]+ of [\d,]+ functions/);
  const rows = await copiedRows(page);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row.place).toMatch(/^\[kernel/);
  await groupRows(page, 'Kind');
  await expect(shown).toContainText(/^1 of \d+ kinds/);
  await groupRows(page, 'Thread');
  await expect(shown, 'threads have no kind').toContainText(/^\d+ threads/);
  await kernel.click();
  await groupRows(page, 'Kind');
  await expect(shown).toContainText(/^\d+ kinds/);
});

test('colors can show costs in all graphs and on the timeline', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  const costs = page.getByRole('list', { name: 'What it cost' });
  const compiling = await swatchOf(costs.getByRole('button', { name: /^Compiling/ }));
  const gc = await swatchOf(costs.getByRole('button', { name: /^Garbage collection/ }));
  await expect.poll(() => shareOn(canvas(page), compiling), 'by kind at first').toBe(0);
  await page.getByRole('radio', { name: 'Cost', exact: true }).check();
  await expect.poll(() => shareOn(canvas(page), compiling)).toBeGreaterThan(0.02);
  await expect.poll(() => shareOn(timeline(page), compiling)).toBeGreaterThan(0.05);
  await expect.poll(() => shareOn(timeline(page), gc), 'pauses are visible').toBeGreaterThan(0.002);
  await expect.poll(() => hashOf(page)).toContain('color=cost');

  await costs.getByRole('button', { name: /^Garbage collection/ }).click();
  await expect.poll(() => shareOn(canvas(page), compiling), 'dimmed').toBe(0);
  await expect.poll(() => shareOn(timeline(page), compiling), 'dimmed').toBe(0);
  await expect.poll(() => shareOn(canvas(page), gc)).toBeGreaterThan(0);
  await expect.poll(() => hashOf(page)).toContain('costs=gc&color=cost');

  await costs.getByRole('button', { name: /^Garbage collection/ }).click();
  for (const [key, name] of VIEW_KEYS) {
    await repaintAfter(page, key);
    await page.getByRole('tree', { name }).focus();
    // In time order, opens the first thread.
    await press(page, 'Home');
    await expect.poll(() => shareOn(canvas(page), compiling), name).toBeGreaterThan(0.01);
  }
  await press(page, 'C');
  await expect.poll(() => shareOn(canvas(page), compiling)).toBe(0);
  await expect.poll(() => hashOf(page)).not.toContain('color=cost');
});

const VIEW_KEYS = [
  ['t', 'Time order'],
  ['v', 'Inverted graph'],
  ['i', 'Icicle graph'],
] as const;

test('the legend of costs highlights them, and the picture is saved with their colors', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await press(page, 'C', 'ArrowUp');
  const legendOfCosts = page.getByRole('region', { name: 'Colors of costs' });
  const compiling = legendOfCosts.getByRole('button', { name: /^Compiling/ });
  await expect(legendOfCosts, 'their shares are in the overview').not.toContainText('%');
  await expect(page.getByRole('treeitem')).toHaveText(/, [\d.]+% of it inferred, \d+% Compiling$/);
  const color = await swatchOf(compiling);
  const svg = (await saveFile(page, /Vector image/)).content.toString();
  expect(svg).toContain(`fill="${hexOfRgb(color)}"`);
  await legendOfCosts.getByRole('button', { name: /^Garbage collection/ }).click();
  await expect.poll(() => shareOn(canvas(page), color)).toBe(0);
  await compiling.click();
  await expect(compiling).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shareOn(canvas(page), color)).toBeGreaterThan(0.02);
  await expect.poll(() => hashOf(page)).toContain('costs=gc,compile');
});

function legend(page: Page): Locator {
  return page.getByRole('region', { name: 'Colors of kinds of code' });
}

/** The color of a kind's swatch, as `r,g,b`. */
function swatchColor(page: Page, kind: string): Promise<string> {
  return swatchOf(kindShares(page).getByRole('button', { name: new RegExp(`^${kind}`) }));
}

/** The color of the swatch of a button, as `r,g,b`. */
function swatchOf(button: Locator): Promise<string> {
  const swatch = button.locator('.swatch');
  return swatch.evaluate((each) => getComputedStyle(each).backgroundColor.replace(/[^\d,]/g, ''));
}

function hexOfRgb(color: string): string {
  return `#${color
    .split(',')
    .map((each) => Number(each).toString(16).padStart(2, '0'))
    .join('')}`;
}

function timeline(page: Page): Locator {
  return page.locator('.timeline canvas').first();
}

/** The share of a canvas's pixels that have this color, `r,g,b`. */
async function shareOn(shown: Locator, color: string): Promise<number> {
  const pixels = await pixelsOf(shown);
  return pixels.evaluate(({ data }, wanted) => {
    const [red, green, blue] = wanted.split(',').map(Number);
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found++;
    return (4 * found) / data.length;
  }, color);
}

/** Copies a canvas after the next paint. */
async function pixelsOf(shown: Locator): Promise<JSHandle<ImageData>> {
  await expect(shown).toBeVisible();
  return shown.evaluateHandle(async (source) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    if (!(source instanceof HTMLCanvasElement)) throw new Error('This is not a canvas.');
    const copy = new OffscreenCanvas(source.width, source.height).getContext('2d');
    if (!copy) throw new Error('The canvas cannot be copied.');
    copy.drawImage(source, 0, 0);
    return copy.getImageData(0, 0, source.width, source.height);
  });
}
