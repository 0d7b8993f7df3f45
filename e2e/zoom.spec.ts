// Tests zooming by click, key, crumb and wheel, panning by dragging, and tooltips.

import type { Page } from '@playwright/test';
import { type GoldenNode, goldenTree, PERIOD, printedShare } from './golden.ts';
import { idle } from './idle.ts';
import { boundsOf, canvas, crumbs, currentCrumb, graph, withoutFile } from './locators.ts';
import { startWith, test } from './opened.ts';
import { expect, focusedBox, open, picture, press, repaintAfter, upload } from './page.ts';

test.beforeEach(async ({ page }) => {
  await startWith(page, 'rules.perf');
  // A late repaint would hide the tooltip.
  await idle(page);
});

/** Height of a row of boxes, in CSS pixels. */
const ROW = 18;

test('the tooltip shows the name, weight, samples, and the shares of all samples and of the zoomed box', async ({
  page,
}) => {
  const golden = goldenTree();
  expect(await hover(page, 0.5, 0)).toEqual({
    name: 'all',
    text: expect.stringContaining('290 ns29 samples100.0% of all'),
  });
  const module = await hover(page, 0.1, 1);
  const box = child(golden, module.name);
  expect(module.text).toContain(
    `${box.weight} ns${box.weight / PERIOD} samples${shareOf(box, golden)} of all`,
  );
  expect(module.text).not.toContain('zoomed');

  await clickAt(page, 0.1, 1);
  const again = await hover(page, 0.5, 1);
  expect(again.name, 'the zoomed box fills the width').toBe(module.name);
  expect(again.text).toContain('100.0% of the zoomed box');
  const callee = await hover(page, 0.02, 2);
  const inner = child(box, callee.name);
  expect(callee.text).toContain(`${shareOf(inner, golden)} of all${shareOf(inner, box)} of the zoomed box`);
});

test('a click or Enter zooms in; Esc, Backspace, 0, crumbs and the background zoom out', async ({ page }) => {
  const whole = await picture(page);
  await clickAt(page, 0.1, 1);
  const zoomed = await picture(page);
  expect(zoomed).not.toBe(whole);
  const first = await focusedBox(page);
  await expect(currentCrumb(page)).toHaveText('<module>');
  await idle(page);
  expect(await picture(page), 'not animated if the user prefers reduced motion').toBe(zoomed);
  await clickAt(page, 0.02, 2);
  const second = await focusedBox(page);
  expect(second.depth).toBe(2);
  await expect(crumbs(page).getByRole('button')).toHaveCount(3);
  await expect(currentCrumb(page)).toHaveText(withoutFile(second.label));

  await page.keyboard.press('Escape');
  await expect(currentCrumb(page)).toHaveText(withoutFile(first.label));
  await page.keyboard.press('Backspace');
  await expect(currentCrumb(page)).toHaveText('all');
  expect(await widthOf(page, 'all'), 'the whole graph is visible').toBeGreaterThan(0.99);

  await clickAt(page, 0.1, 1);
  await clickAt(page, 0.02, 2);
  await page.keyboard.press('0');
  await expect(currentCrumb(page)).toHaveText('all');
  await expect(crumbs(page).getByRole('button')).toHaveCount(1);

  await graph(page).focus();
  await press(page, 'Home', 'ArrowUp');
  const { label } = await focusedBox(page);
  await press(page, 'ArrowUp', 'Enter');
  await expect(crumbs(page).getByRole('button')).toHaveCount(3);
  await crumbs(page).getByRole('button').nth(1).click();
  await expect(currentCrumb(page)).toHaveText(withoutFile(label));
  await crumbs(page).getByRole('button', { name: 'all' }).click();
  await expect(currentCrumb(page)).toHaveText('all');

  await clickAt(page, 0.1, 1);
  await expect(currentCrumb(page)).toHaveText('<module>');
  const { x, y, width } = await boundsOf(canvas(page));
  await page.mouse.click(x + width / 2, y + 3);
  await expect(currentCrumb(page), 'a click on the background').toHaveText('all');
});

test('the wheel zooms at the pointer, and dragging pans', async ({ page }) => {
  const whole = await picture(page);
  const before = await hover(page, 0.3, 2);
  const narrow = await widthOf(page, before.name, 2);
  await hover(page, 0.3, 2);
  await page.mouse.wheel(0, -200);
  const zoomedIn = await picture(page);
  expect(zoomedIn).not.toBe(whole);
  expect((await hover(page, 0.3, 2)).name).toBe(before.name);
  expect(await widthOf(page, before.name, 2)).toBeGreaterThan(narrow);

  const target = await hover(page, 0.7, 1);
  const { x, y, width, height } = await boundsOf(canvas(page));
  await page.mouse.move(x + width * 0.7, y + height - 1.5 * ROW);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height - 1.5 * ROW, { steps: 4 });
  await page.mouse.up();
  expect(await picture(page)).not.toBe(zoomedIn);
  expect((await hover(page, 0.5, 1)).name, 'the picture moves with the pointer').toBe(target.name);
  await expect(currentCrumb(page), 'a drag is not a click').toHaveText('all');

  await page.keyboard.press('0');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(whole);
});

test('the icicle graph has its root at the top, and the arrow keys work accordingly', async ({ page }) => {
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  const child = await focusedBox(page);
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Icicle' }).click();
  const icicle = page.getByRole('tree', { name: 'Icicle graph' });
  await icicle.focus();
  await page.keyboard.press('ArrowDown');
  expect(await focusedBox(page)).toEqual(child);
  await page.keyboard.press('ArrowUp');
  expect((await focusedBox(page)).label).toBe('all');
  const { x, y, width } = await boundsOf(canvas(page));
  await page.mouse.move(x + width / 2, y + ROW / 2);
  await expect(page.getByRole('tooltip').locator('strong')).toHaveText('all');
});

test('zooming keeps the root in view if all rows fit, and fills the canvas otherwise', async ({ page }) => {
  const names = Array.from({ length: 80 }, (_, at) => `f${at}`);
  const stacks = [`python;${names.join(';')} 500`, `python;${names.slice(0, 10).join(';')};leaf 400`];
  await open(page, upload('deep.folded', stacks.join('\n')));
  for (const [view, key, into] of [
    ['Flame graph', 'f', 'ArrowUp'],
    ['Icicle graph', 'i', 'ArrowDown'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await press(page, key, '0');
    await page.getByRole('tree', { name: view }).focus();
    /** The name in the middle of a row. Rows count from the root's end of the canvas; -1 is the last one. */
    const nameAt = async (row: number) => {
      const { x, y, width, height } = await boundsOf(canvas(page));
      const down = (row + 0.5) * ROW + (row < 0 ? height : 0);
      await page.mouse.move(x + width / 2, y + (key === 'f' ? height - down : down));
      const tooltip = page.getByRole('tooltip').locator('strong');
      return (await tooltip.count()) > 0 ? tooltip.textContent() : undefined;
    };
    await press(page, 'Home', ...Array.from({ length: 11 }, () => into), 'ArrowRight', 'Enter');
    await expect(currentCrumb(page)).toHaveText('leaf');
    expect([await nameAt(0), await nameAt(1), await nameAt(11)]).toEqual(['all', 'f0', 'leaf']);

    await press(page, '0', 'Home', 'End', 'Enter');
    await expect(currentCrumb(page)).toHaveText('f79');
    await expect.poll(() => nameAt(-1), 'the last row is at the edge').toBe('f79');
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(() => nameAt(-1), 'and stays there if the window grows').toBe('f79');

    await press(page, '0', 'Home');
    await expect.poll(() => nameAt(0)).toBe('all');
  }
});

test('switching the event resets the zoom', async ({ page }) => {
  await clickAt(page, 0.1, 1);
  const picker = page.getByRole('combobox', { name: 'Event' });
  await expect(picker.getByRole('option')).toHaveText([
    'cpu-clock:ppp (29 samples)',
    'page-faults (1 sample)',
  ]);
  await repaintAfter(page, () => picker.selectOption({ index: 1 }));
  expect((await focusedBox(page)).samples).toBe(1);
  await page.keyboard.press('0');
  await expect(currentCrumb(page)).toHaveText('all');
});

/** Hovers at this share of the width, in this row (counted from the root), and reads the tooltip. */
async function hover(page: Page, share: number, row: number): Promise<{ name: string; text: string }> {
  const { x, y, width, height } = await boundsOf(canvas(page));
  await page.mouse.move(x + 1, y + 1);
  await page.mouse.move(x + share * width, y + height - (row + 0.5) * ROW);
  // The tooltip may still be that of the box before.
  await idle(page);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  const full = tooltip.locator('.full');
  const name = await ((await full.count()) > 0 ? full : tooltip.locator('strong')).textContent();
  return { name: name ?? '', text: (await tooltip.textContent()) ?? '' };
}

async function clickAt(page: Page, share: number, row: number): Promise<void> {
  const { x, y, width, height } = await boundsOf(canvas(page));
  await page.mouse.click(x + share * width, y + height - (row + 0.5) * ROW);
}

/** The share of a row's width that the function covers, estimated from twenty points. */
async function widthOf(page: Page, name: string, row = 0): Promise<number> {
  let hits = 0;
  const { x, y, width, height } = await boundsOf(canvas(page));
  for (let point = 0; point < 20; point++) {
    await page.mouse.move(x + ((point + 0.5) / 20) * width, y + height - (row + 0.5) * ROW);
    const tooltip = page.getByRole('tooltip');
    if ((await tooltip.count()) === 0) continue;
    const text = (await tooltip.textContent()) ?? '';
    if (text.includes(name)) hits++;
  }
  return hits / 20;
}

function child(parent: GoldenNode, name: string): GoldenNode {
  const found = parent.children.get(name.replaceAll(';', ':'));
  if (!found) throw new Error(`There is no ${name} among ${[...parent.children.keys()].join(', ')}.`);
  return found;
}

function shareOf(part: GoldenNode, whole: GoldenNode): string {
  return printedShare(part.weight / whole.weight);
}
