// Tests the time order: the order of functions, zooming, and what it has in common with other views.

import type { Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { samplesOf, spansOf, threadsOf, typicalInterval } from '../fixtures/printed-samples.ts';
import { labelOf, withoutModule } from './golden.ts';
import { idle } from './idle.ts';
import { boundsOf, canvas, details } from './locators.ts';
import { startWith, test } from './opened.ts';
import { fixture, expect, focusedBox, picture, press, repaintAfter } from './page.ts';

const RECORDING = fixture('workers.perf.gz');
const SAMPLES = samplesOf(gunzipSync(RECORDING.buffer).toString());
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));
const TYPICAL = typicalInterval(threadsOf(SAMPLES));
/** Of the heaviest thread. */
const OWN = SAMPLES.filter(({ tid }) => tid === 24720);
/** Heights of the axis, the name of a lane and a row of boxes, in CSS pixels. */
const AXIS = 20;
const LANE_NAME = 20;
const ROW = 18;
/** With the gap below. */
const COMPACT_LANE = 27;

test.beforeEach(async ({ page }) => {
  await startWith(page, RECORDING);
  await repaintAfter(page, 't');
  // A late repaint would hide the tooltip.
  await idle(page);
  await tree(page).focus();
});

test('if threads are deep, each has a compact lane; a click opens it', async ({ page }) => {
  const { x, y } = await boundsOf(canvas(page));
  const threads: string[] = [];
  // From below, since an open lane moves those below it.
  for (const lane of [2, 1, 0]) {
    await page.mouse.click(x + 60, y + AXIS + (lane + 0.5) * COMPACT_LANE);
    threads.push(await details(page).locator('.facts').innerText());
  }
  expect(new Set(threads).size, threads.join('\n')).toBe(3);
  expect(threads[2]).toContain('24720');
  await page.mouse.click(x + 60, y + AXIS + 1.5 * COMPACT_LANE);
  await expect(details(page), 'a box of the open lane').not.toContainText('Show only this thread');
});

// workers/times.golden.test.ts compares all of them.
test('the first functions of a thread are in sampling order', async ({ page }) => {
  await repaintAfter(page, '1');
  const lane = await focused(page);
  expect(lane.text).toContain(`24720, ${OWN.length.toLocaleString('en')} samples`);
  expect(lane.level).toBe(1);
  const spans = spansOf(OWN, TYPICAL);
  await page.keyboard.press('ArrowDown');
  for (const [index, { name, first, count, duration }] of spans.slice(0, 5).entries()) {
    const box = await focused(page);
    expect(box.level).toBe(2);
    expect([box.position, box.siblings]).toEqual([index + 1, spans.length]);
    expect(withoutModule(box.text, name)).toContain(`${labelOf(name)}, `);
    expect(box.text).toContain(`, ${count.toLocaleString('en')} sample${count === 1 ? '' : 's'}, at `);
    expect(box.start).toBeCloseTo((first.time - BEGIN) * 1e3, 2);
    expect(box.length).toBeCloseTo(duration * 1e3, -Math.log10(Math.max(0.02, duration * 20)));
    await page.keyboard.press('ArrowRight');
  }
});

test('the view zooms to a single sample, by key and by wheel, and back out', async ({ page }) => {
  await openFirstThread(page);
  const whole = await picture(page);
  await expect(page.locator('.focus-ring'), 'the focus ring is visible over the canvas').toHaveCSS(
    'outline-style',
    'solid',
  );
  await page.keyboard.press('End');
  const leaf = await focused(page);
  await page.keyboard.press('Enter');
  expect(await picture(page)).not.toBe(whole);
  const { x, y, width, height } = await boundsOf(canvas(page));
  const named = page.getByRole('tooltip').filter({ hasText: leaf.text.replace(/[ ,].*/s, '') });
  const isUnderPointer = async () => {
    for (let down = AXIS + LANE_NAME + ROW / 2; down < height; down += ROW) {
      await page.mouse.move(x + width / 2, y + down);
      if ((await named.count()) > 0) return true;
    }
    return false;
  };
  await expect.poll(isUnderPointer, { message: 'the zoomed box is visible' }).toBe(true);
  await page.keyboard.press('0');
  await page.mouse.move(0, 0);
  await page.keyboard.press('Home');
  expect(await picture(page)).toBe(whole);

  await page.mouse.move(x + width * 0.2, y + AXIS + LANE_NAME + ROW / 2);
  const before = await page.getByRole('tooltip').locator('strong').textContent();
  for (let notch = 0; notch < 14; notch++) await page.mouse.wheel(0, -400);
  await page.mouse.move(x + width * 0.2 + 1, y + AXIS + LANE_NAME + ROW / 2);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip.locator('strong'), 'the same box is under the pointer').toHaveText(before ?? '');
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(whole);
});

test('+ zooms at the center, and dragging pans', async ({ page }) => {
  await openFirstThread(page);
  const { x, y, width } = await boundsOf(canvas(page));
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  const middle = y + AXIS + LANE_NAME + ROW / 2;
  await page.mouse.move(x + width / 2, middle);
  const times = await timesAt(page);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 200, middle, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(x + width / 2 - 201, middle);
  await expect.poll(() => timesAt(page), 'the picture moves with the pointer').toBe(times);
});

test('a click selects a box and shows its details; a right click opens its menu', async ({ page }) => {
  await openFirstThread(page);
  const { x, y } = await boundsOf(canvas(page));
  await press(page, 'ArrowDown', 'ArrowRight');
  const second = await focused(page);
  await page.mouse.click(x + 200, y + AXIS + LANE_NAME + ROW / 2);
  const clicked = await focused(page);
  expect(clicked.level).toBe(2);
  expect(clicked.text).not.toBe(second.text);
  const name = /^(.*?)(?: \(|, )/.exec(clicked.text)?.[1] ?? '?';
  await expect(details(page).getByRole('heading').first()).toHaveText(name);
  await page.mouse.click(x + 200, y + AXIS + LANE_NAME + ROW / 2, { button: 'right' });
  await expect(page.getByRole('menu').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tree(page)).toBeFocused();

  const { text, start } = await focused(page);
  await repaintAfter(page, 'h');
  expect((await focused(page)).text).not.toBe(text);
  await repaintAfter(page, 'u');
  expect(await focused(page), 'undo returns to the box').toMatchObject({ text, start });
  await page.mouse.click(x + 200, y + AXIS + LANE_NAME / 2, { button: 'right' });
  await expect(page.getByRole('menu', { name: '24720' }), 'the menu of the thread').toBeVisible();
  await page.keyboard.press('Escape');
});

test('the view applies the time range and highlights search matches', async ({ page }) => {
  const timeline = await boundsOf(page.locator('.timeline canvas'));
  await repaintAfter(page, async () => {
    await page.mouse.move(timeline.x + timeline.width * 0.1, timeline.y + 8);
    await page.mouse.down();
    await page.mouse.move(timeline.x + timeline.width * 0.3, timeline.y + 8, { steps: 3 });
    await page.mouse.up();
  });
  const ends = page.getByRole('slider', { name: /^(?:From|To)/ });
  const [from, to] = await ends.evaluateAll((sliders) => sliders.map((each) => Number(each.ariaValueNow)));
  const inside = OWN.filter(({ time }) => {
    const since = Math.round((time - BEGIN) * 1e9);
    return since >= from && since < to;
  });
  await tree(page).focus();
  const lane = await focused(page);
  expect(lane.samples).toBe(inside.length);
  const withoutSearch = await picture(page);
  await page.getByRole('searchbox').fill('import ');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  expect(await picture(page)).not.toBe(withoutSearch);
  await tree(page).focus();
  await page.keyboard.press('n');
  expect((await focused(page)).text).toContain('import ');
  const first = (await focused(page)).start;
  await page.keyboard.press('n');
  expect((await focused(page)).start).toBeGreaterThanOrEqual(first);
});

test('the view opens at the first occurrence of the selected stack; the details follow the focus', async ({
  page,
}) => {
  await page.keyboard.press('f');
  await page.getByRole('tree', { name: 'Flame graph' }).focus();
  await page.keyboard.press('End');
  const { label, depth } = await focusedBox(page);
  const title = details(page).getByRole('heading').first();
  const name = (await title.textContent()) ?? '?';
  await repaintAfter(page, 't');
  await tree(page).focus();
  await expect(tree(page).getByRole('treeitem')).toContainText(`${label}, `);
  expect((await focused(page)).level).toBe(depth + 1);
  await expect(title).toHaveText(name);
  await page.keyboard.press('Home');
  await expect(details(page), 'a lane has details about its thread').toContainText('Show only this thread');
});

async function openFirstThread(page: Page): Promise<void> {
  await press(page, 'Home');
  await idle(page);
}

function tree(page: Page) {
  return page.getByRole('tree', { name: 'Time order' });
}

/** The focused box as a screen reader announces it. Times are in milliseconds. */
async function focused(page: Page) {
  const item = tree(page).getByRole('treeitem');
  const text = (await item.textContent()) ?? '';
  const number = async (name: string) => Number(await item.getAttribute(name));
  const [, printed, unit] = /, ([\d.,]+) (ns|µs|ms|s), /.exec(text) ?? [];
  const scale = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 }[unit] ?? NaN;
  return {
    text,
    level: await number('aria-level'),
    position: await number('aria-posinset'),
    siblings: await number('aria-setsize'),
    samples: Number(/([\d,]+) samples?/.exec(text)?.[1].replaceAll(',', '')),
    start: Number(/at ([\d.]+) ms$/.exec(text)?.[1]),
    length: Number(printed) * scale,
  };
}

/** The time in the tooltip. */
async function timesAt(page: Page): Promise<string> {
  return (await page.getByRole('tooltip').locator('.numbers span').last().textContent()) ?? '';
}
