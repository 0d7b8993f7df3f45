// Tests the colors of kinds of code: in the graph, on the timeline and in the legend, which also filters the table.

import type { Locator, Page } from '@playwright/test';
import { boundsOf, canvas } from './locators.ts';
import { colorAt, expect, press, startWith, startWithShared, test, upload } from './page.ts';
import { groupRows, copiedRows } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('the timeline has the colors of the kinds in the graph at the current level', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await openLegend(page);
  const interpreter = await swatchColor(page, 'interpreter');
  const own = await swatchColor(page, 'own code');
  await expect.poll(() => shareOnTimeline(page, interpreter)).toBeGreaterThan(0.05);
  const before = await shareOnTimeline(page, own);
  expect(before).toBeGreaterThan(0.01);
  await press(page, '5');
  await expect.poll(() => shareOnTimeline(page, interpreter), 'only Python is visible').toBe(0);
  expect(await shareOnTimeline(page, own)).toBeGreaterThan(before);
});

test('boxes of unnamed code are striped', async ({ page }) => {
  await startWith(page, upload('a.folded', 'app;7f3c0a1b2c3d;7f3c0a1b2c3e 3\napp;f;g 1\n'));
  const bounds = await boundsOf(canvas(page));
  const y = bounds.height - 2 * 18 - 4;
  const colorsBetween = async (from: number, to: number) => {
    const found = new Set<string>();
    for (let x = from; x < to; x++) found.add((await colorAt(page, x, y)).join());
    return found;
  };
  expect((await colorsBetween(200, 208)).size, 'an address').toBe(2);
  const named = Math.round(bounds.width * 0.9);
  expect((await colorsBetween(named, named + 8)).size, 'named').toBe(1);
});

test('kinds chosen in the legend filter the rows of the table', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  await openLegend(page);
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

function legend(page: Page): Locator {
  return page.getByRole('region', { name: 'Self time by kind of code' });
}

async function openLegend(page: Page): Promise<void> {
  const summary = page.getByText('All kinds of code');
  await expect(legend(page).or(summary)).toBeVisible();
  if (await summary.isVisible()) await summary.click();
  await expect(legend(page)).toBeVisible();
}

/** The color of a kind's swatch, as `r,g,b`. */
function swatchColor(page: Page, kind: string): Promise<string> {
  const swatch = legend(page)
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .locator('.swatch');
  return swatch.evaluate((each) => getComputedStyle(each).backgroundColor.replace(/[^\d,]/g, ''));
}

/** The share of the timeline's pixels that have this color, `r,g,b`. */
async function shareOnTimeline(page: Page, color: string): Promise<number> {
  await expect(page.locator('.timeline canvas').first()).toBeVisible();
  return page.evaluate(async (wanted) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const source = document.querySelector<HTMLCanvasElement>('.timeline canvas');
    const copy = source && new OffscreenCanvas(source.width, source.height).getContext('2d');
    if (!source || !copy) throw new Error('The timeline has no canvas.');
    copy.drawImage(source, 0, 0);
    const { data } = copy.getImageData(0, 0, source.width, source.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) if (data.subarray(at, at + 3).join() === wanted) found++;
    return (4 * found) / data.length;
  }, color);
}
