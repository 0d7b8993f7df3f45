// Tests the parts of the page that show something else in a comparison: keys, focus, filters, the search, and sides that cannot be
// compared.

import type { Page } from '@playwright/test';
import { bar, compare, program, sentence } from './comparison.ts';
import { drop } from './drop.ts';
import { idle } from './idle.ts';
import { expectStillViews, watchLayout } from './layout.ts';
import { boundsOf, graph, heading, problem } from './locators.ts';
import { test } from './opened.ts';
import { expect, PHONE, repaintAfter } from './page.ts';

test('keys work while a checkbox has the focus, and the menu is about a comparison', async ({ page }) => {
  await compare(page);
  const certain = page.getByLabel('Only certain');
  await certain.focus();
  await page.keyboard.press('Space');
  await expect(certain).toBeChecked();
  await page.keyboard.press('i');
  await expect(page.getByRole('tree', { name: 'Icicle graph' })).toBeVisible();
  await page.keyboard.press('u');
  await expect(certain).not.toBeChecked();
  // There is no check of a single recording.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Help and keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Check the recording|problem/ })).toHaveCount(0);
});

test('in every view of a comparison, nothing moves, also on phones', async ({ page }) => {
  await compare(page);
  await watchLayout(page);
  const keys = {
    icicle: 'i',
    sandwich: 's',
    table: 'b',
    tree: 'c',
    'time order, which it lacks': 't',
    flame: 'f',
  };
  await expectStillViews(page, keys);
  await page.setViewportSize(PHONE);
  await idle(page);
  await watchLayout(page);
  await expectStillViews(page, keys);
});

test('a side with too few samples says so, in place of the sentence and of the view', async ({ page }) => {
  await compare(page);
  await chooseEnd(page, '0.5');
  await expect(sentence(page)).toContainText('B has only 101 samples');
  const view = page.getByRole('group', { name: 'Not comparable' });
  await expect(view).toContainText('B has only 101 samples');
  await expect(page.locator('#view canvas')).toHaveCount(0);
  await expect(page.getByLabel('Compared by')).toHaveCount(0);
  await expect(page.getByLabel('Only certain')).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(view).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'Export' }).getByRole('menuitem')).toHaveText([
    /^Self-contained page/,
  ]);
  await page.keyboard.press('Escape');
  await view.getByRole('button', { name: 'Undo last change' }).click();
  await expect(sentence(page)).toContainText('more CPU time');
  await expect(view).toHaveCount(0);
  await chooseEnd(page, '0.5');
  await expect(view).toBeVisible();
  await chooseEnd(page, '5');
  await expect(bar(page)).toContainText('2,000 → 1,001 samples');
  await expect(view).toHaveCount(0);
  await chooseEnd(page, '0.5');
  await expect(view).toBeVisible();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(heading(page)).toHaveText('before.perf');
  await expect(view).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
});

async function chooseEnd(page: Page, seconds: string): Promise<void> {
  const field = page.getByRole('region', { name: 'Timeline of B' }).getByLabel(/^End/);
  await field.fill(seconds);
  await field.press('Enter');
}

test('numbers of requests may have separators, and others are rejected', async ({ page }) => {
  await compare(page);
  await page.getByLabel('Compared by').selectOption('work');
  const a = page.getByRole('textbox', { name: 'Requests of A' });
  const b = page.getByRole('textbox', { name: 'Requests of B' });
  await expect(a).toHaveValue('');
  await a.fill('1,000');
  await a.press('Enter');
  await expect(a).toHaveValue('1000');
  await expect(a).toBeFocused();
  await expect(bar(page)).toContainText('Enter both numbers');
  await expect(sentence(page), 'no number is assumed').toContainText('for the same work');
  await b.fill('2_000');
  await repaintAfter(page, () => b.press('Enter'));
  await expect(bar(page)).not.toContainText('Enter both numbers');
  await expect(sentence(page)).toContainText('CPU time per unit of work');
  await a.fill('abc');
  await a.press('Enter');
  await expect(a).toHaveAttribute('aria-invalid', 'true');
  await expect(bar(page)).toContainText('Enter a number above 0');
  await a.press('Tab');
  await expect(a, 'it can still be corrected').toHaveValue('abc');
  await a.press('Escape');
  await expect(a).toHaveValue('1000');
  await expect(a).toHaveAttribute('aria-invalid', 'false');
});

test('the view gets the focus of a button that disappears', async ({ page }) => {
  await compare(page);
  const stop = page.getByRole('button', { name: 'Stop comparing' });
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(stop).toHaveCount(0);
  await expect(graph(page)).toBeFocused();
  await drop(page, [program('cycles.perf', 0.5, { event: 'cycles' })]);
  await page.getByRole('button', { name: 'Compare with it' }).click();
  const dismiss = problem(page).getByRole('button', { name: 'Dismiss' });
  await dismiss.focus();
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(graph(page)).toBeFocused();
});

test('a search gives the weights of both sides, and a filter what it keeps of them, on any basis', async ({
  page,
}) => {
  await compare(page);
  const found = page.getByRole('status', { name: 'Search result' });
  const basis = page.getByLabel('Compared by');
  await page.getByRole('searchbox', { name: 'Search functions' }).fill('slow');
  await basis.selectOption('cpu');
  await expect(found).toContainText('A 2.00 s, B 5.00 s');
  await page.getByRole('radio', { name: 'A + B' }).check();
  await basis.selectOption('share');
  await expect(found).toContainText('A 20.0 %, B 50.0 %');
  await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
  await page.getByRole('menuitem', { name: /^Drop/ }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  for (const each of ['share', 'matched']) {
    await basis.selectOption(each);
    await expect(bar(page)).toContainText('1,600 → 1,000 samples');
    await expect(filters).toContainText('A 80.0%, B 50.0% of the samples');
  }
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(filters).toHaveCount(0);
});

test('in wide windows, the graph starts high, and the timeline of each side is beside its name', async ({
  page,
}) => {
  await compare(page);
  expect((await boundsOf(page.locator('#view canvas'))).y).toBeLessThanOrEqual(150);
  for (const side of ['A', 'B']) {
    const timeline = page.getByRole('region', { name: `Timeline of ${side}` });
    const [all, range, lanes] = await Promise.all([
      timeline.boundingBox(),
      timeline.getByRole('group', { name: 'Time range' }).boundingBox(),
      timeline.locator('canvas').boundingBox(),
    ]);
    expect(all?.height).toBeLessThan(28);
    expect((range?.x ?? NaN) + (range?.width ?? NaN)).toBeLessThan(lanes?.x ?? NaN);
  }
});

test('on paper, texts are complete, and the timelines are those of the screen, stretched', async ({
  page,
}) => {
  await compare(page);
  const bars = page.getByRole('region', { name: 'Timeline of A' }).locator('canvas');
  const pixels = () => bars.evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const before = await pixels();
  const narrower = { width: 800, height: 1100 };
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(narrower);
  await idle(page);
  await expect(sentence(page)).toHaveCSS('display', 'block');
  await expect(page.locator('.comparison-notes')).toHaveCSS('white-space', 'normal');
  // Browsers print a canvas as it was before.
  expect(await pixels()).toBe(before);
  const [ruler, painted] = await Promise.all([boundsOf(bars.locator('xpath=..')), boundsOf(bars)]);
  expect(painted.width).toBeCloseTo(ruler.width, 0);
  await page.emulateMedia({ media: null });
  await idle(page);
});
