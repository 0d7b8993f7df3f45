// The timeline: its numbers compared with the samples in perf's own output, selecting time and threads by mouse and keyboard.

import type { Locator, Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { printedShare, weightOf } from './golden.ts';
import { boundsOf, graph } from './locators.ts';
import {
  exampleFile,
  expect,
  focusedBox,
  open,
  press,
  repaintAfter,
  startWith,
  test,
  upload,
} from './page.ts';
import { type Sample, samplesOf } from './samples.ts';

const RECORDING = exampleFile('workers');
const SAMPLES = samplesOf(gunzipSync(RECORDING.buffer).toString());
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));

test.beforeEach(async ({ page }) => {
  await startWith(page, RECORDING);
  await expect(lanes(page).first()).toBeVisible();
});

test('one lane per thread, heaviest first, with its share', async ({ page }) => {
  const weights = [...new Set(SAMPLES.map(({ tid }) => tid))].map((tid) => ({
    tid,
    share: weightOf(SAMPLES.filter((sample) => sample.tid === tid)) / weightOf(SAMPLES),
  }));
  weights.sort((a, b) => b.share - a.share);
  await expect(page.getByRole('button', { name: `Threads ${weights.length}` })).toBeVisible();
  await expect(lanes(page).first()).toHaveAttribute('aria-setsize', String(weights.length));
  for (const [index, { tid, share }] of weights.slice(0, 4).entries()) {
    await expect(lanes(page).nth(index)).toContainText(String(tid));
    await expect(lanes(page).nth(index)).toContainText(printedShare(share));
    await expect(lanes(page).nth(index)).toHaveAttribute('aria-posinset', String(index + 1));
  }
});

test('dragging selects a time range in one undo step', async ({ page }) => {
  await drag(page, 0.25, 0.6);
  const range = await rangeOf(page);
  const inside = SAMPLES.filter(isIn(range));
  expect(inside.length).toBeGreaterThan(100);
  expect(range.to - range.from).toBeCloseTo(0.35 * range.all, 2);
  await expectSamples(page, inside);
  await page.keyboard.press('u');
  await expectSamples(page, SAMPLES);
  await page.keyboard.press('U');
  await expectSamples(page, inside);
});

test('the range can be resized, moved, and cleared by a double click', async ({ page }) => {
  await drag(page, 0.3, 0.5);
  const first = await rangeOf(page);
  await drag(page, 0.5, 0.7);
  const wider = await rangeOf(page);
  expect(wider.from).toBe(first.from);
  expect(wider.to).toBeGreaterThan(first.to);
  await expectSamples(page, SAMPLES.filter(isIn(wider)));
  await drag(page, 0.45, 0.25);
  const moved = await rangeOf(page);
  expect(moved.from).toBeLessThan(wider.from);
  expect(moved.to - moved.from).toBeCloseTo(wider.to - wider.from, 6);
  await expectSamples(page, SAMPLES.filter(isIn(moved)));
  const { x, y } = await at(page, 0.3);
  await page.mouse.dblclick(x, y);
  await expectSamples(page, SAMPLES);
  await expect(lanes(page).and(page.locator('[aria-selected=true]')), 'no thread is selected').toHaveCount(0);
});

test('Shift+drag starts a range inside the current one; Esc cancels a drag', async ({ page }) => {
  await drag(page, 0.1, 0.9);
  await page.keyboard.down('Shift');
  await drag(page, 0.3, 0.4);
  await page.keyboard.up('Shift');
  const inner = await rangeOf(page);
  expect(inner.to - inner.from).toBeCloseTo(0.1 * inner.all, 2);
  const [from, to] = [await at(page, 0.5), await at(page, 0.8)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect.poll(() => rangeOf(page)).not.toEqual(inner);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await rangeOf(page)).toEqual(inner);
  await expectSamples(page, SAMPLES.filter(isIn(inner)));
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
});

test('keys move both ends of the range, separately and together', async ({ page }) => {
  const from = page.getByRole('slider', { name: /^From/ });
  const to = page.getByRole('slider', { name: /^To/ });
  const valueOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));
  const columns = await valueOf(to);
  await from.focus();
  await press(page, 'PageUp', 'PageUp', 'PageUp', 'ArrowRight');
  expect(await valueOf(from)).toBe(3 * Math.round(columns / 10) + 1);
  await expect(from).toHaveAttribute('aria-valuetext', /^\d+\.\d ms$/);
  await to.focus();
  await press(page, 'PageDown', 'PageDown', 'ArrowLeft');
  expect(await valueOf(to)).toBe(columns - 2 * Math.round(columns / 10) - 1);
  await expectSamples(page, SAMPLES.filter(isIn(await rangeOf(page))));
  const before = [await valueOf(from), await valueOf(to)];
  await page.keyboard.press('Shift+ArrowLeft');
  expect([await valueOf(from), await valueOf(to)]).toEqual(before.map((value) => value - 1));
  await page.keyboard.press('Home');
  expect(await valueOf(to), 'an end stops before the other one').toBe((await valueOf(from)) + 1);
  await expect(to).toBeFocused();
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
  await expect(to).toBeFocused();
});

test('threads can be selected by click, with Ctrl and Shift, and by key', async ({ page }) => {
  const order = await lanes(page).evaluateAll((each) =>
    each.map((lane) => Number(/ (\d+) /.exec(lane.ariaLabel ?? '')?.[1])),
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

test('a range and threads apply to every view and level', async ({ page }) => {
  await drag(page, 0.2, 0.7);
  await lanes(page)
    .nth(0)
    .click({ position: { x: 40, y: 10 } });
  const inside = SAMPLES.filter(isIn(await rangeOf(page)));
  const heaviest = inside.filter(({ tid }) => tid === 24720);
  await expectSamples(page, heaviest);
  await repaintAfter(page, '5');
  await expectSamples(page, heaviest);
  await repaintAfter(page, 'v');
  await page.getByRole('tree', { name: 'Inverted graph' }).focus();
  expect((await focusedBox(page)).samples).toBe(heaviest.length);
});

test('the lanes collapse into one and expand again', async ({ page }) => {
  const fold = page.getByRole('button', { name: /^Threads/ });
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(lanes(page)).toHaveCount(1);
  await drag(page, 0.2, 0.4);
  await expectSamples(page, SAMPLES.filter(isIn(await rangeOf(page))));
  await fold.click();
  await expect(lanes(page).nth(2)).toBeVisible();
});

test('hovering shows the time and the thread', async ({ page }) => {
  const { x, y } = await at(page, 0.5);
  await page.mouse.move(x, y);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('python3 24720');
  const { all } = await rangeOf(page);
  const time = Number(/^([\d.]+) ms/.exec((await tooltip.textContent()) ?? '')?.[1]);
  expect(time / 1000).toBeCloseTo(all / 2, 2);
});

test('on a phone the timeline is one small lane', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await open(page, RECORDING);
  await expect(page.getByRole('button', { name: /^Threads/ })).toHaveAttribute('aria-expanded', 'false');
  const box = await page.getByRole('region', { name: 'Timeline' }).boundingBox();
  expect(box?.height).toBeLessThan(90);
});

test('a recording without timestamps has no timeline', async ({ page }) => {
  await open(page, upload('some.folded', 'python;main;work 3\npython;main 1\n'));
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(page.getByRole('tree', { name: 'Time order' })).toContainText('no timestamps');
});

test('switching the event changes the lanes and keeps the time axis', async ({ page }) => {
  await open(page, 'events.perf');
  const times = page.getByRole('status', { name: 'Selected time' }).locator('span').first();
  const before = (await times.textContent()) ?? '';
  const first = await lanes(page).first().textContent();
  const events = page.getByRole('combobox', { name: 'Event' });
  const index = (await events.inputValue()) === '0' ? 1 : 0;
  await repaintAfter(page, () => events.selectOption({ index }));
  await expect(lanes(page).first()).not.toHaveText(first ?? '');
  await expect(times).toHaveText(before);
});

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

/** In seconds from the first sample, with the precision of the sliders. */
async function rangeOf(page: Page): Promise<{ from: number; to: number; all: number }> {
  const [from, to] = await page
    .getByRole('slider', { name: /^(?:From|To)/ })
    .evaluateAll((sliders) =>
      sliders.map((slider) => Number(slider.ariaValueNow) / Number(slider.ariaValueMax)),
    );
  // The timeline ends one nanosecond after the last sample.
  const all = Math.max(...SAMPLES.map(({ time }) => time)) - BEGIN + 1e-9;
  return { from: from * all, to: to * all, all };
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
  await expect(readout).toContainText(printedShare(weightOf(samples) / weightOf(SAMPLES)));
  const root = page.getByRole('tree').getByRole('treeitem');
  if ((await graph(page).count()) > 0)
    await expect(root).toContainText(`all, ${samples.length.toLocaleString('en')} sample`);
}
