// Tests the timeline: compares its numbers with the samples in perf's own output, and selects times and threads by mouse and key.

import type { Locator, Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { weightOf } from '../fixtures/golden-lines.ts';
import { printedShare } from './golden.ts';
import { idle } from './idle.ts';
import { boundsOf, graph } from './locators.ts';
import { startWith, test } from './opened.ts';
import { fixture, expect, open, press, repaintAfter, upload } from './page.ts';
import { type Sample, samplesOf, threadsOf } from '../fixtures/printed-samples.ts';

const RECORDING = fixture('workers.perf.gz');
const SAMPLES = samplesOf(gunzipSync(RECORDING.buffer).toString());
/** The distance between ticks at this window size, in seconds. */
const STEP = 0.005;
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));

test.beforeEach(async ({ page }) => {
  await startWith(page, RECORDING);
  await expect(lanes(page).first()).toBeVisible();
});

// A link does not fold the lanes.
test.afterEach(async ({ page }) => {
  const unfolded = page.getByRole('button', { name: /threads$/, expanded: true });
  if ((await unfolded.count()) > 0) await unfolded.click();
  await page.evaluate(() => localStorage.clear());
});

test('dragging selects a time range, which can be undone, resized, moved, and cleared by a double click', async ({
  page,
}) => {
  await drag(page, 0.25, 0.6);
  const range = await rangeOf(page);
  const inside = SAMPLES.filter(isIn(range));
  expect(inside.length).toBeGreaterThan(100);
  expect(Math.abs(range.to - range.from - 0.35 * range.all)).toBeLessThan(STEP);
  for (const end of [range.from, range.to])
    expect(end / STEP, 'at a tick').toBeCloseTo(Math.round(end / STEP), 6);
  await expectSamples(page, inside);
  await page.keyboard.press('u');
  await expectSamples(page, SAMPLES);
  await page.keyboard.press('U');
  await expectSamples(page, inside);

  await drag(page, 0.6, 0.8);
  const wider = await rangeOf(page);
  expect(wider.from).toBe(range.from);
  expect(wider.to).toBeGreaterThan(range.to);
  await expectSamples(page, SAMPLES.filter(isIn(wider)));
  await drag(page, 0.5, 0.4);
  const moved = await rangeOf(page);
  expect(moved.from).toBeLessThan(wider.from);
  expect(moved.to - moved.from).toBeCloseTo(wider.to - wider.from, 6);
  await expectSamples(page, SAMPLES.filter(isIn(moved)));
  const { x, y } = await at(page, 0.4);
  await page.mouse.dblclick(x, y);
  await expectSamples(page, SAMPLES);
  await expect(lanes(page).and(page.locator('[aria-selected=true]')), 'no thread is selected').toHaveCount(0);
});

test('Shift+drag starts a range inside the current one, Esc cancels a drag, and with Alt it does not snap', async ({
  page,
}) => {
  await drag(page, 0.1, 0.9);
  await page.keyboard.down('Shift');
  await drag(page, 0.3, 0.4);
  await page.keyboard.up('Shift');
  const inner = await rangeOf(page);
  expect(Math.abs(inner.to - inner.from - 0.1 * inner.all)).toBeLessThan(STEP);
  const [start, end] = [await at(page, 0.5), await at(page, 0.8)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await expect.poll(() => rangeOf(page)).not.toEqual(inner);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await rangeOf(page)).toEqual(inner);
  await expectSamples(page, SAMPLES.filter(isIn(inner)));
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);

  await page.keyboard.down('Alt');
  await drag(page, 0.251, 0.603);
  await page.keyboard.up('Alt');
  const { from, to, all } = await rangeOf(page);
  expect(from / all).toBeCloseTo(0.251, 2);
  expect(to / all).toBeCloseTo(0.603, 2);
  expect(Math.abs(from / STEP - Math.round(from / STEP))).toBeGreaterThan(0.01);
});

test('keys move both ends of the range by ticks, separately and together', async ({ page }) => {
  const from = page.getByRole('slider', { name: /^From/ });
  const to = page.getByRole('slider', { name: /^To/ });
  await from.focus();
  await press(page, 'PageUp', 'PageUp', 'PageUp', 'ArrowRight');
  await to.focus();
  await press(page, 'PageDown', 'PageDown', 'ArrowLeft');
  const range = await rangeOf(page);
  expect(Math.abs(range.from - 0.3 * range.all)).toBeLessThan(2.6 * STEP);
  expect(Math.abs(range.to - 0.8 * range.all)).toBeLessThan(2.6 * STEP);
  await expect(from).toHaveAttribute('aria-valuetext', /^\d+\.\d ms$/);
  await expectSamples(page, SAMPLES.filter(isIn(range)));
  await from.focus();
  await page.keyboard.press('ArrowRight');
  expect((await rangeOf(page)).from).toBeCloseTo(range.from + STEP, 8);
  await page.keyboard.press('Shift+ArrowLeft');
  const moved = await rangeOf(page);
  expect(moved.from).toBeCloseTo(range.from, 8);
  expect(moved.to).toBeCloseTo(range.to - STEP, 8);
  await to.focus();
  await page.keyboard.press('Home');
  expect((await rangeOf(page)).to, 'an end stops before the other one').toBeCloseTo(range.from + STEP, 8);
  await expect(to).toBeFocused();
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
  await expect(to).toBeFocused();
});

test('the range can be typed', async ({ page }) => {
  const start = page.getByRole('textbox', { name: 'Start (ms)' });
  const end = page.getByRole('textbox', { name: 'End (ms)' });
  await start.fill('100');
  await start.press('Enter');
  await end.fill('0.2 s');
  await end.press('Tab');
  const range = await rangeOf(page);
  expect([range.from, range.to]).toEqual([0.1, 0.2]);
  await expect(end).toHaveValue(/^200\.0/);
  await expectSamples(page, SAMPLES.filter(isIn(range)));

  await end.fill('soon');
  await expect(end).toHaveAttribute('aria-invalid', 'true');
  await end.press('Escape');
  await expect(end).toHaveValue(/^200\.0/);
  await end.press('ArrowUp');
  expect((await rangeOf(page)).to).toBeCloseTo(0.2 + STEP, 8);
  await start.fill('300');
  await start.press('Enter');
  const last = await rangeOf(page);
  expect(last, 'a start after the end').toEqual({ from: 0.3, to: last.all, all: last.all });
  await start.fill('0');
  await start.press('Enter');
  await expectSamples(page, SAMPLES);

  const duration = 1000 * (Math.max(...SAMPLES.map(({ time }) => time)) - BEGIN);
  await expect(end, 'the time of the last sample').toHaveValue(new RegExp(`^${duration.toFixed(1)}`));
  await end.fill(await end.inputValue());
  await end.press('Enter');
  await expectSamples(page, SAMPLES);
});

test('threads can be selected by clicks, also with Ctrl and Shift, and by key', async ({ page }) => {
  await showLanes(page);
  const order = await lanes(page).evaluateAll((each) =>
    each.map((lane) => Number(/ (\d+),/.exec(lane.ariaLabel ?? '')?.[1])),
  );
  const samplesIn = (...indices: number[]) =>
    SAMPLES.filter(({ tid }) => indices.some((index) => order[index] === tid));
  await lanes(page)
    .nth(1)
    .click({ position: { x: 40, y: 10 } });
  await expectSamples(page, samplesIn(1));
  await lanes(page)
    .nth(3)
    .click({ position: { x: 400, y: 10 }, modifiers: ['ControlOrMeta'] });
  await expectSamples(page, samplesIn(1, 3));
  await expect(lanes(page).nth(3)).toHaveAttribute('aria-selected', 'true');
  await lanes(page)
    .nth(2)
    .click({ position: { x: 40, y: 10 } });
  await lanes(page)
    .nth(0)
    .click({ position: { x: 40, y: 10 }, modifiers: ['Shift'] });
  await expectSamples(page, samplesIn(0, 1, 2));
  const list = page.getByRole('listbox', { name: 'Threads' });
  await expect(list).toBeFocused();
  await page.keyboard.press('Space');
  await expectSamples(page, samplesIn(1, 2));
  await press(page, 'ArrowDown', 'Enter');
  await expectSamples(page, samplesIn(2));
  await page.keyboard.press('End');
  const active = page.locator(`#${await list.getAttribute('aria-activedescendant')}`);
  await expect(active).toBeInViewport();
  await expect(active).toHaveAttribute('aria-posinset', (await active.getAttribute('aria-setsize')) ?? '');
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
});

test('the timeline has the time axis of the time order, and marks what that shows', async ({ page }) => {
  await repaintAfter(page, 't');
  await page.getByRole('tree', { name: 'Time order' }).focus();
  // Opens the first thread.
  await press(page, 'Home');
  for (const isExpanded of [false, true]) {
    if (isExpanded) await showLanes(page);
    await idle(page);
    const timeline = await boundsOf(page.locator('.timeline canvas'));
    const order = await boundsOf(page.locator('#view canvas'));
    expect([timeline.x, timeline.width]).toEqual([order.x, order.width]);
    // The tooltip may still be the one of the other chart.
    const timeAt = async (share: number, y: number, time: RegExp) => {
      await page.mouse.move(order.x + share * order.width, y);
      const tooltip = page.getByRole('tooltip').filter({ hasText: time });
      return Number(time.exec((await tooltip.textContent()) ?? '')?.[1]);
    };
    // The first box of the main thread begins with the recording.
    const end = await timeAt(0.001, order.y + 50, /– ([\d.]+) ms/);
    const { all } = await rangeOf(page);
    const time = await timeAt(end / 1e3 / all, timeline.y + 10, /^([\d.]+) ms/);
    expect(Math.abs(time - end), 'in milliseconds; a pixel is half of one').toBeLessThan(1);
  }

  const mark = page.locator('.timeline-visible');
  const order = await boundsOf(page.locator('#view canvas'));
  await expect(mark).toHaveCount(0);
  await page.mouse.move(order.x + order.width / 4, order.y + 200);
  await page.mouse.wheel(0, -231);
  const { x, width } = await boundsOf(mark);
  expect(width / order.width).toBeCloseTo(0.5, 1);
  expect((x + width / 4 - order.x) / order.width).toBeCloseTo(0.25, 1);
  await page.keyboard.press('0');
  await expect(mark).toHaveCount(0);
});

test('hovering shows the time, the thread and what runs there', async ({ page }) => {
  await showLanes(page);
  // A late repaint would hide the tooltip.
  await idle(page);
  const { x, y } = await at(page, 0.5);
  await page.mouse.move(x, y);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('python3 24720');
  const { all } = await rangeOf(page);
  const time = Number(/^([\d.]+) ms/.exec((await tooltip.textContent()) ?? '')?.[1]);
  expect(time / 1000).toBeCloseTo(all / 2, 2);
  const shares = tooltip.locator('p', { has: page.locator('.swatch') });
  await expect(shares.first()).toHaveText(/^(own code|interpreter|native|extension) \d+%$/);
  const texts = await shares.allTextContents();
  const percents = texts.map((text) => Number(/(\d+)%$/.exec(text)?.[1]));
  expect(percents).toEqual([...percents].sort((a, b) => b - a));
});

// look.spec.ts tests that it stays expanded.
test('the timeline is one row until it is expanded', async ({ page }) => {
  const toggle = page.getByRole('button', { name: /threads$/ });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(lanes(page)).toHaveCount(1);
  expect((await timeline.boundingBox())?.height).toBeLessThanOrEqual(40);
  await drag(page, 0.2, 0.4);
  await expectSamples(page, SAMPLES.filter(isIn(await rangeOf(page))));
  await toggle.click();
  await expect(lanes(page).nth(2)).toBeVisible();
  // workers/times.golden.test.ts compares all lanes.
  const heaviest = SAMPLES.filter(({ tid }) => tid === 24720);
  await expect(lanes(page).first()).toContainText('24720');
  await expect(lanes(page).first()).toContainText(printedShare(weightOf(heaviest) / weightOf(SAMPLES)));
  await expect(lanes(page).first()).toHaveAttribute('aria-posinset', '1');
  await expect(lanes(page).first()).toHaveAttribute('aria-setsize', String(threadsOf(SAMPLES).length));
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(lanes(page)).toHaveCount(1);
});

test('other events have other lanes and the same time axis; recordings without timestamps have no timeline', async ({
  page,
}) => {
  await open(page, 'events.perf');
  const readout = page.getByRole('status', { name: 'Selected time' });
  const end = page.getByRole('textbox', { name: /^End/ });
  const [before, time] = [await readout.textContent(), await end.inputValue()];
  const events = page.getByRole('combobox', { name: 'Event' });
  const index = (await events.inputValue()) === '0' ? 1 : 0;
  await repaintAfter(page, () => events.selectOption({ index }));
  await expect(readout).not.toHaveText(before ?? '');
  await expect(end).toHaveValue(time);

  await open(page, upload('some.folded', 'python;main;work 3\npython;main 1\n'));
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(page.getByRole('tree', { name: 'Time order' })).toContainText('no timestamps');
});

async function showLanes(page: Page): Promise<void> {
  await page.getByRole('button', { name: /threads$/ }).click();
  await expect(lanes(page).nth(2)).toBeVisible();
}

function lanes(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Threads' }).getByRole('option');
}

/** A point in the first lane, by its share of the width. */
async function at(page: Page, share: number): Promise<{ x: number; y: number }> {
  const canvas = await boundsOf(page.locator('.timeline canvas'));
  return { x: canvas.x + share * canvas.width, y: canvas.y + 10 };
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await at(page, from), await at(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** In seconds since the first sample. */
async function rangeOf(page: Page): Promise<{ from: number; to: number; all: number }> {
  const [from, to] = await page
    .getByRole('slider', { name: /^(?:From|To)/ })
    .evaluateAll((sliders) =>
      sliders.map((slider) => [slider.ariaValueNow, slider.ariaValueMax].map(Number)),
    );
  return { from: from[0] / 1e9, to: to[0] / 1e9, all: to[1] / 1e9 };
}

function isIn({ from, to }: { from: number; to: number }): (sample: Sample) => boolean {
  // Times are printed in microseconds, and their floating-point differences are not exact.
  return ({ time }) =>
    Math.round((time - BEGIN) * 1e9) >= from * 1e9 - 0.5 && Math.round((time - BEGIN) * 1e9) < to * 1e9 - 0.5;
}

/** Expects that the timeline and the root of the graph show these samples. */
async function expectSamples(page: Page, samples: readonly Sample[]): Promise<void> {
  const readout = page.getByRole('status', { name: 'Selected time' });
  await expect(readout).toContainText(`${samples.length.toLocaleString('en')} sample`);
  if (samples.length < SAMPLES.length)
    await expect(readout).toContainText(
      `${printedShare(weightOf(samples) / weightOf(SAMPLES))} of all samples`,
    );
  const root = page.getByRole('tree').getByRole('treeitem');
  if ((await graph(page).count()) > 0)
    await expect(root).toContainText(`all, ${samples.length.toLocaleString('en')} sample`);
}
