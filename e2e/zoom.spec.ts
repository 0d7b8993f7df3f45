// Zooming: click, keys, crumbs, wheel and drag, and what hovering says on the way.

import type { Page } from '@playwright/test';
import { treeOfFolded, type GoldenBox } from './golden.ts';
import { idle } from './idle.ts';
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

test.beforeEach(async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
});

/** Height of a row of boxes, in CSS pixels. */
const ROW = 18;

test('functions of one name are told apart in the details', async ({ page }) => {
  const [root, ...called] = ['app', 'json', 'csv'].map((file) => `py::<module>:/src/${file}.py`);
  const stacks = called.map((each, at) => `app;${root};${each} ${2 - at}`);
  await open(page, upload('modules.folded', stacks.join('\n')));
  await page.keyboard.press('ArrowUp');
  const listed = page.getByRole('region', { name: 'Details' }).getByRole('listitem');
  await expect(listed).toHaveText(['all100.0%', '<module> json.py66.7%', '<module> csv.py33.3%']);
});

test('hovering tells name, weight, samples, share of the whole and of the zoomed box', async ({ page }) => {
  const golden = treeOfFolded(fixture('rules.python-c.folded').buffer.toString());
  expect(await hover(page, 0.5, 0)).toEqual({
    name: 'all',
    text: expect.stringContaining('290 ns29 samples100.0% of all'),
  });
  const module = await hover(page, 0.1, 1);
  const box = child(golden, module.name);
  expect(module.text).toContain(`${box.weight} ns${box.weight / 10} samples${percent(box, golden)} of all`);
  expect(module.text).not.toContain('zoomed');

  await clickAt(page, 0.1, 1);
  const again = await hover(page, 0.5, 1);
  expect(again.name, 'the zoomed box fills the width').toBe(module.name);
  expect(again.text).toContain('100.0% of the zoomed box');
  const callee = await hover(page, 0.02, 2);
  const inner = child(box, callee.name);
  expect(callee.text).toContain(`${percent(inner, golden)} of all${percent(inner, box)} of the zoomed box`);
});

for (const deviceScaleFactor of [1, 1.5]) {
  test.describe(`with ${deviceScaleFactor} pixels to one of CSS`, () => {
    test.use({ deviceScaleFactor });

    test('boxes that the pointer left and is on look as when all is painted', async ({ page }) => {
      for (const key of ['f', 't']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('tree')).toBeFocused();
        await idle(page);
        const { x, y, width, height } = await canvasRect(page);
        const leave = () => page.mouse.move(x + width / 2, y - 20);
        await leave();
        const before = await picture(page);
        // The rows of the second are below the axis of time and the name of the thread.
        const rowAt = (row: number) => (key === 'f' ? y + height - (row + 0.5) * ROW : y + 50 + row * ROW);
        for (let step = 40; step >= 0; step--)
          await page.mouse.move(x + 3 + ((step * 0.37) % 1) * width, rowAt(step % 5));
        await expect(page.getByRole('tooltip')).toBeVisible();
        const hovered = await picture(page);
        expect(hovered, key).not.toBe(before);
        for (const wide of [1290, 1280]) {
          await page.setViewportSize({ width: wide, height: 720 });
          await expect.poll(async () => (await canvasRect(page)).width).toBe(width + wide - 1280);
        }
        expect(await picture(page), key).toBe(hovered);
        await leave();
        expect(await picture(page), key).toBe(before);
      }
    });
  });
}

test('a click zooms, Esc and Backspace step back, 0 resets; the crumbs show the way', async ({ page }) => {
  const whole = await picture(page);
  await clickAt(page, 0.1, 1);
  const first = await focusedBox(page);
  await expect(current(page)).toHaveText('<module>');
  expect(await picture(page)).not.toBe(whole);
  await clickAt(page, 0.02, 2);
  const second = await focusedBox(page);
  expect(second.depth).toBe(2);
  await expect(crumbs(page).getByRole('button')).toHaveCount(3);
  await expect(current(page)).toHaveText(second.label.replace(/ \(.*/, ''));

  await page.keyboard.press('Escape');
  await expect(current(page)).toHaveText(first.label.replace(/ \(.*/, ''));
  await page.keyboard.press('Backspace');
  await expect(current(page)).toHaveText('all');
  expect(await widthOf(page, 'all'), 'the whole is seen again').toBeGreaterThan(0.99);

  await clickAt(page, 0.1, 1);
  await clickAt(page, 0.02, 2);
  await page.keyboard.press('0');
  await expect(current(page)).toHaveText('all');
  await expect(crumbs(page).getByRole('button')).toHaveCount(1);
});

test('Enter zooms to the focused box, and a crumb leads back to one before', async ({ page }) => {
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  const { label } = await focusedBox(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(crumbs(page).getByRole('button')).toHaveCount(3);
  await crumbs(page).getByRole('button').nth(1).click();
  await expect(current(page)).toHaveText(label.replace(/ \(.*/, ''));
  await crumbs(page).getByRole('button', { name: 'all' }).click();
  await expect(current(page)).toHaveText('all');
});

test('a click on the background shows everything again', async ({ page }) => {
  await clickAt(page, 0.1, 1);
  await expect(current(page)).toHaveText('<module>');
  const { x, y, width } = await canvasRect(page);
  await page.mouse.click(x + width / 2, y + 3);
  await expect(current(page)).toHaveText('all');
});

test('the wheel zooms at the pointer: what is under it stays; a drag then moves the picture', async ({
  page,
}) => {
  const whole = await picture(page);
  const before = await hover(page, 0.3, 2);
  const narrow = await widthOf(page, before.name, 2);
  await hover(page, 0.3, 2);
  await page.mouse.wheel(0, -200);
  const nearer = await picture(page);
  expect(nearer).not.toBe(whole);
  expect((await hover(page, 0.3, 2)).name).toBe(before.name);
  expect(await widthOf(page, before.name, 2)).toBeGreaterThan(narrow);

  const there = await hover(page, 0.7, 1);
  const { x, y, width, height } = await canvasRect(page);
  await page.mouse.move(x + width * 0.7, y + height - 1.5 * ROW);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height - 1.5 * ROW, { steps: 4 });
  await page.mouse.up();
  expect(await picture(page)).not.toBe(nearer);
  expect((await hover(page, 0.5, 1)).name, 'the picture went with the pointer').toBe(there.name);
  await expect(current(page), 'a drag is no click').toHaveText('all');

  await page.keyboard.press('0');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(whole);
});

test('without animations a zoom is done at once', async ({ page }) => {
  await clickAt(page, 0.1, 1);
  const atOnce = await picture(page);
  await idle(page);
  expect(await picture(page)).toBe(atOnce);
});

test('the icicle graph has its root above, and its arrows are the other way round', async ({ page }) => {
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
  const { x, y, width } = await canvasRect(page);
  await page.mouse.move(x + width / 2, y + ROW / 2);
  await expect(page.getByRole('tooltip').locator('strong')).toHaveText('all');
});

test('another event starts with the whole', async ({ page }) => {
  await clickAt(page, 0.1, 1);
  await pictureAfter(page, () => page.getByRole('combobox', { name: 'Event' }).selectOption({ index: 1 }));
  expect((await focusedBox(page)).siblings).toBeGreaterThan(0);
  await page.keyboard.press('0');
  await expect(current(page)).toHaveText('all');
});

function crumbs(page: Page) {
  return page.getByRole('navigation', { name: 'Zoom' });
}

function current(page: Page) {
  return crumbs(page).locator('[aria-current=true]');
}

async function canvasRect(page: Page) {
  const rect = await page.locator('#view canvas').boundingBox();
  if (!rect) throw new Error('there is no canvas');
  return rect;
}

/** What the tooltip says at a share of the width, in a row counted from the root. */
async function hover(page: Page, share: number, row: number): Promise<{ name: string; text: string }> {
  const { x, y, width, height } = await canvasRect(page);
  await page.mouse.move(x + 1, y + 1);
  await page.mouse.move(x + share * width, y + height - (row + 0.5) * ROW);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  const full = tooltip.locator('.full');
  const name = await ((await full.count()) > 0 ? full : tooltip.locator('strong')).textContent();
  return { name: name ?? '', text: (await tooltip.textContent()) ?? '' };
}

async function clickAt(page: Page, share: number, row: number): Promise<void> {
  const { x, y, width, height } = await canvasRect(page);
  await page.mouse.click(x + share * width, y + height - (row + 0.5) * ROW);
}

/** How much of the width the function takes up in a row, found by pointing at fifty places. */
async function widthOf(page: Page, name: string, row = 0): Promise<number> {
  let hits = 0;
  const { x, y, width, height } = await canvasRect(page);
  for (let place = 0; place < 50; place++) {
    await page.mouse.move(x + ((place + 0.5) / 50) * width, y + height - (row + 0.5) * ROW);
    const tooltip = page.getByRole('tooltip');
    if ((await tooltip.count()) === 0) continue;
    const text = (await tooltip.textContent()) ?? '';
    if (text.includes(name)) hits++;
  }
  return hits / 50;
}

function child(parent: GoldenBox, name: string): GoldenBox {
  const found = parent.children.get(name.replaceAll(';', ':'));
  if (!found) throw new Error(`no ${name} among ${[...parent.children.keys()].join(', ')}`);
  return found;
}

function percent(part: GoldenBox, whole: GoldenBox): string {
  const share = (100 * part.weight) / whole.weight;
  return `${share.toFixed(share >= 10 ? 1 : 2)}%`;
}
