// The strip over every view: its numbers against an independent count of what perf printed, by pointer and by key.

import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { samplesOf, type Sampled } from './sampled.ts';
import { expect, fixture, focusedBox, graph, open, pictureAfter, start, test, upload } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

const PACKED = readFileSync(join(import.meta.dirname, '..', 'public', 'examples', 'workers.perf.gz'));
const SAMPLES = samplesOf(gunzipSync(PACKED).toString());
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));

test.beforeEach(async ({ page }) => {
  await start(page);
  await open(page, upload('workers.perf.gz', PACKED));
  await expect(lanes(page).first()).toBeVisible();
});

test('a lane a thread, the heaviest first, each with its share', async ({ page }) => {
  const weights = [...new Set(SAMPLES.map(({ tid }) => tid))].map((tid) => ({
    tid,
    share: weightOf(SAMPLES.filter((sample) => sample.tid === tid)) / weightOf(SAMPLES),
  }));
  weights.sort((a, b) => b.share - a.share);
  await expect(page.getByRole('button', { name: `Threads ${weights.length}` })).toBeVisible();
  await expect(lanes(page).first()).toHaveAttribute('aria-setsize', String(weights.length));
  for (const [place, { tid, share }] of weights.slice(0, 4).entries()) {
    await expect(lanes(page).nth(place)).toContainText(String(tid));
    await expect(lanes(page).nth(place)).toContainText(percent(share));
    await expect(lanes(page).nth(place)).toHaveAttribute('aria-posinset', String(place + 1));
  }
});

test('a dragged range is told and followed by the picture; one drag is one step', async ({ page }) => {
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

test('an edge is pulled, the range is moved, a double click takes it back', async ({ page }) => {
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
  await expect(lanes(page).and(page.locator('[aria-selected=true]')), 'no thread is chosen').toHaveCount(0);
});

test('a range can be begun inside the one there is, with Shift; a drag is given up with Esc', async ({
  page,
}) => {
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

test('the keyboard moves both ends, alone and together', async ({ page }) => {
  const from = page.getByRole('slider', { name: /^From/ });
  const to = page.getByRole('slider', { name: /^To/ });
  const valueOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));
  const columns = await valueOf(to);
  await from.focus();
  for (const key of ['PageUp', 'PageUp', 'PageUp', 'ArrowRight']) await page.keyboard.press(key);
  expect(await valueOf(from)).toBe(3 * Math.round(columns / 10) + 1);
  await expect(from).toHaveAttribute('aria-valuetext', /^\d+\.\d ms$/);
  await to.focus();
  for (const key of ['PageDown', 'PageDown', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await valueOf(to)).toBe(columns - 2 * Math.round(columns / 10) - 1);
  await expectSamples(page, SAMPLES.filter(isIn(await rangeOf(page))));
  const before = [await valueOf(from), await valueOf(to)];
  await page.keyboard.press('Shift+ArrowLeft');
  expect([await valueOf(from), await valueOf(to)]).toEqual(before.map((value) => value - 1));
  await page.keyboard.press('Home');
  expect(await valueOf(to), 'an end stops at the other').toBe((await valueOf(from)) + 1);
  await expect(to).toBeFocused();
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
  await expect(to).toBeFocused();
});

test('threads are chosen by click, with Ctrl and Shift, and by key', async ({ page }) => {
  const order = await lanes(page).evaluateAll((each) =>
    each.map((lane) => Number(/ (\d+) /.exec(lane.ariaLabel ?? '')?.[1])),
  );
  const ofThreads = (...places: number[]) =>
    SAMPLES.filter(({ tid }) => places.some((place) => order[place] === tid));
  await lanes(page)
    .nth(1)
    .click({ position: { x: 40, y: 10 } });
  await expectSamples(page, ofThreads(1));
  await lanes(page)
    .nth(3)
    .click({ position: { x: 400, y: 10 }, modifiers: ['ControlOrMeta'] });
  await expectSamples(page, ofThreads(1, 3));
  await expect(lanes(page).nth(3)).toHaveAttribute('aria-selected', 'true');
  await lanes(page)
    .nth(2)
    .click({ position: { x: 40, y: 10 } });
  await lanes(page)
    .nth(0)
    .click({ position: { x: 40, y: 10 }, modifiers: ['Shift'] });
  await expectSamples(page, ofThreads(0, 1, 2));
  const list = page.getByRole('listbox', { name: 'Threads' });
  await expect(list).toBeFocused();
  await page.keyboard.press('Space');
  await expectSamples(page, ofThreads(1, 2));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSamples(page, ofThreads(2));
  await page.keyboard.press('End');
  const active = page.locator(`#${await list.getAttribute('aria-activedescendant')}`);
  await expect(active).toBeInViewport();
  await expect(active).toHaveAttribute('aria-posinset', (await active.getAttribute('aria-setsize')) ?? '');
  await page.keyboard.press('Escape');
  await expectSamples(page, SAMPLES);
});

test('a range and threads are of every view, and stay when the event or the level is another', async ({
  page,
}) => {
  await drag(page, 0.2, 0.7);
  await lanes(page)
    .nth(0)
    .click({ position: { x: 40, y: 10 } });
  const inside = SAMPLES.filter(isIn(await rangeOf(page)));
  const heaviest = inside.filter(({ tid }) => tid === 24720);
  await expectSamples(page, heaviest);
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expectSamples(page, heaviest);
  await pictureAfter(page, () => page.keyboard.press('v'));
  await page.getByRole('tree', { name: 'Inverted graph' }).focus();
  expect((await focusedBox(page)).samples).toBe(heaviest.length);
});

test('all threads as one lane, and back', async ({ page }) => {
  const fold = page.getByRole('button', { name: /^Threads/ });
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(lanes(page)).toHaveCount(1);
  await drag(page, 0.2, 0.4);
  await expectSamples(page, SAMPLES.filter(isIn(await rangeOf(page))));
  await fold.click();
  await expect(lanes(page).nth(2)).toBeVisible();
});

test('hovering tells time and thread', async ({ page }) => {
  const { x, y } = await at(page, 0.5);
  await page.mouse.move(x, y);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('python3 24720');
  const { all } = await rangeOf(page);
  const told = Number(/^([\d.]+) ms/.exec((await tooltip.textContent()) ?? '')?.[1]);
  expect(told / 1000).toBeCloseTo(all / 2, 2);
});

test('on a phone the strip is one low lane', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await open(page, upload('workers.perf.gz', PACKED));
  await expect(page.getByRole('button', { name: /^Threads/ })).toHaveAttribute('aria-expanded', 'false');
  const box = await page.getByRole('region', { name: 'Timeline' }).boundingBox();
  expect(box?.height).toBeLessThan(90);
});

test('a recording without times has no strip', async ({ page }) => {
  await open(page, upload('some.folded', 'python;main;work 3\npython;main 1\n'));
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(page.getByRole('tree', { name: 'Time order' })).toContainText('no times');
});

test('another event has other lanes under the same times', async ({ page }) => {
  await open(page, fixture('events.perf'));
  const times = page.getByRole('status', { name: 'Selected time' }).locator('span').first();
  const before = (await times.textContent()) ?? '';
  const first = await lanes(page).first().textContent();
  const events = page.getByRole('combobox', { name: 'Event' });
  const index = (await events.inputValue()) === '0' ? 1 : 0;
  await pictureAfter(page, () => events.selectOption({ index }));
  await expect(lanes(page).first()).not.toHaveText(first ?? '');
  await expect(times).toHaveText(before);
});

function lanes(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Threads' }).getByRole('option');
}

/** A place of the first lane's graph, by its share of the width. */
async function at(page: Page, share: number): Promise<{ x: number; y: number }> {
  const canvas = await page.locator('.strip canvas').boundingBox();
  if (!canvas) throw new Error('there is no strip');
  return { x: canvas.x + share * canvas.width, y: canvas.y + 10 };
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await at(page, from), await at(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** In seconds from the first sample, as exactly as the sliders have them. */
async function rangeOf(page: Page): Promise<{ from: number; to: number; all: number }> {
  const [from, to] = await page
    .getByRole('slider', { name: /^(?:From|To)/ })
    .evaluateAll((sliders) =>
      sliders.map((slider) => Number(slider.ariaValueNow) / Number(slider.ariaValueMax)),
    );
  // The strip ends a nanosecond behind the last sample.
  const all = Math.max(...SAMPLES.map(({ time }) => time)) - BEGIN + 1e-9;
  return { from: from * all, to: to * all, all };
}

function isIn({ from, to }: { from: number; to: number }): (sample: Sampled) => boolean {
  // Printed in microseconds; the difference of two such numbers is only nearly one.
  return ({ time }) =>
    Math.round((time - BEGIN) * 1e9) >= from * 1e9 - 0.5 && Math.round((time - BEGIN) * 1e9) < to * 1e9 - 0.5;
}

/** The strip and the root of the picture have these samples. */
async function expectSamples(page: Page, samples: readonly Sampled[]): Promise<void> {
  const readout = page.getByRole('status', { name: 'Selected time' });
  await expect(readout).toContainText(`${samples.length.toLocaleString('en')} sample`);
  await expect(readout).toContainText(percent(weightOf(samples) / weightOf(SAMPLES)));
  const root = page.getByRole('tree').getByRole('treeitem');
  if ((await graph(page).count()) > 0)
    await expect(root).toContainText(`all, ${samples.length.toLocaleString('en')} sample`);
}

function weightOf(samples: readonly Sampled[]): number {
  return samples.reduce((sum, { weight }) => sum + weight, 0);
}

/** As the page prints it. */
function percent(share: number): string {
  return `${(share * 100).toFixed(share >= 0.1 ? 1 : share >= 0.001 ? 2 : 3)}%`;
}
