// Stacks in the order of time, against an independent reading of what perf printed: which functions follow each other,
// how long they last, and where nothing is known.

import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { labelOf } from './golden.ts';
import { colorAt, expect, focusedBox, open, picture, pictureAfter, start, test, upload } from './page.ts';
import { samplesOf, type Sampled } from './sampled.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

const PACKED = readFileSync(join(import.meta.dirname, '..', 'public', 'examples', 'workers.perf.gz'));
const SAMPLES = samplesOf(gunzipSync(PACKED).toString());
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));
const END = Math.max(...SAMPLES.map(({ time }) => time));
/** Of the axis, of a lane's name and of a row of boxes, in CSS pixels. */
const AXIS = 20;
const HEAD = 20;
const ROW = 18;

test.beforeEach(async ({ page }) => {
  await start(page);
  await open(page, upload('workers.perf.gz', PACKED));
  await pictureAfter(page, () => page.keyboard.press('t'));
  await tree(page).focus();
});

test('outermost functions of a thread follow each other as they were sampled, gaps between them', async ({
  page,
}) => {
  await pictureAfter(page, () => page.keyboard.press('1'));
  let lanes = 0;
  for (const tid of [24720, 24723, 24726, 24725, 24724, 24722]) {
    const samples = SAMPLES.filter((sample) => sample.tid === tid);
    const lane = await focused(page);
    expect(lane.text).toContain(`${tid}, ${samples.length.toLocaleString('en')} samples`);
    expect(lane.level).toBe(1);
    const stretches = stretchesOf(samples);
    await page.keyboard.press('ArrowDown');
    for (const [place, { name, first, count, lasts }] of stretches.entries()) {
      const box = await focused(page);
      expect(box.level).toBe(2);
      expect([box.place, box.siblings]).toEqual([place + 1, stretches.length]);
      expect(plain(box.text)).toContain(`${labelOf(name)}, `);
      expect(box.text).toContain(`, ${count.toLocaleString('en')} sample${count === 1 ? '' : 's'}, at `);
      expect(box.start).toBeCloseTo((first.time - BEGIN) * 1e3, 2);
      expect(box.length).toBeCloseTo(lasts * 1e3, -Math.log10(Math.max(0.02, lasts * 20)));
      if (place + 1 < stretches.length) await page.keyboard.press('ArrowRight');
      // A good number of them is enough.
      if (place === 30) break;
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    lanes++;
  }
  expect(lanes).toBe(6);
});

test('a gap in the samples is a gap in the picture', async ({ page }) => {
  const own = SAMPLES.filter(({ tid }) => tid === 24720);
  const gaps = own.slice(1).map(({ time }, i) => ({ from: own[i].time, to: time }));
  const widest = gaps.reduce((best, gap) => (gap.to - gap.from > best.to - best.from ? gap : best));
  expect(widest.to - widest.from, 'the main thread waits for others').toBeGreaterThan(0.05);
  const { x, y, width } = await canvasOf(page);
  const pixel = (time: number) => ((time - BEGIN) / (END - BEGIN)) * width;
  const middle = AXIS + HEAD + ROW / 2;
  const background = await colorAt(page, pixel((widest.from + widest.to) / 2), middle);
  expect(background).toEqual([255, 255, 255]);
  expect(await colorAt(page, pixel(widest.from) - 4, middle)).not.toEqual(background);
  expect(await colorAt(page, pixel(widest.from) + 4, middle)).toEqual(background);
  expect(await colorAt(page, pixel(widest.to) - 4, middle)).toEqual(background);
  expect(await colorAt(page, pixel(widest.to) + 4, middle)).not.toEqual(background);
  await page.mouse.move(x + pixel((widest.from + widest.to) / 2), y + middle);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.mouse.move(x + pixel(widest.from) - 4, y + middle);
  await expect(page.getByRole('tooltip')).toContainText('sample');
});

test('one sample is seen alone: by key and by wheel, and everything again', async ({ page }) => {
  const whole = await picture(page);
  await expect(page.locator('.focus-ring'), 'the focus is seen over the canvas').toHaveCSS(
    'outline-style',
    'solid',
  );
  await page.keyboard.press('End');
  const leaf = await focused(page);
  await page.keyboard.press('Enter');
  expect(await picture(page)).not.toBe(whole);
  const { x, y, width, height } = await canvasOf(page);
  let names = 0;
  for (let down = AXIS + HEAD + ROW / 2; down < height; down += ROW) {
    await page.mouse.move(x + width / 2, y + down);
    names += await page
      .getByRole('tooltip')
      .filter({ hasText: leaf.text.replace(/[ ,].*/s, '') })
      .count();
  }
  expect(names, 'the zoomed box is in sight').toBeGreaterThan(0);
  await page.keyboard.press('0');
  await page.mouse.move(0, 0);
  await page.keyboard.press('Home');
  expect(await picture(page)).toBe(whole);

  await page.mouse.move(x + width * 0.2, y + AXIS + HEAD + ROW / 2);
  const before = await page.getByRole('tooltip').locator('strong').textContent();
  for (let notch = 0; notch < 14; notch++) await page.mouse.wheel(0, -400);
  await page.mouse.move(x + width * 0.2 + 1, y + AXIS + HEAD + ROW / 2);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip.locator('strong'), 'what is under the pointer stays').toHaveText(before ?? '');
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(whole);
});

test('a drag pans, + and - zoom about the middle', async ({ page }) => {
  const { x, y, width } = await canvasOf(page);
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  const middle = y + AXIS + HEAD + ROW / 2;
  await page.mouse.move(x + width / 2, middle);
  const there = await timesAt(page);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 200, middle, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(x + width / 2 - 201, middle);
  expect(await timesAt(page), 'the picture went with the pointer').toBe(there);
});

test('a click selects, the details tell of the same stack in all samples, a right click opens the menu', async ({
  page,
}) => {
  const { x, y } = await canvasOf(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const second = await focused(page);
  await page.mouse.click(x + 200, y + AXIS + HEAD + ROW / 2);
  const clicked = await focused(page);
  expect(clicked.level).toBe(2);
  expect(clicked.text).not.toBe(second.text);
  const name = /^(.*?)(?: \(|, )/.exec(clicked.text)?.[1] ?? '?';
  await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading').first()).toHaveText(name);
  await page.mouse.click(x + 200, y + AXIS + HEAD + ROW / 2, { button: 'right' });
  await expect(page.getByRole('menu').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tree(page)).toBeFocused();

  const { text, start } = await focused(page);
  await pictureAfter(page, () => page.keyboard.press('h'));
  expect((await focused(page)).text).not.toBe(text);
  await pictureAfter(page, () => page.keyboard.press('u'));
  expect(await focused(page), 'undo leads back to the box').toMatchObject({ text, start });
  await page.mouse.click(x + 200, y + AXIS + HEAD / 2, { button: 'right' });
  await expect(page.getByRole('menu', { name: '24720' }), 'that of the thread').toBeVisible();
  await page.keyboard.press('Escape');
});

test('a range and threads leave what is in them, and a search lights its matches up', async ({ page }) => {
  const strip = await page.locator('.strip canvas').boundingBox();
  if (!strip) throw new Error('there is no strip');
  await pictureAfter(page, async () => {
    await page.mouse.move(strip.x + strip.width * 0.1, strip.y + 8);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width * 0.3, strip.y + 8, { steps: 3 });
    await page.mouse.up();
  });
  const from = BEGIN + 0.1 * (END - BEGIN);
  const inside = SAMPLES.filter(
    ({ time, tid }) => tid === 24720 && time >= from && time < from + 0.2 * (END - BEGIN),
  );
  await tree(page).focus();
  const lane = await focused(page);
  // The drag ends on whole columns of the strip.
  expect(Math.abs(lane.samples - inside.length)).toBeLessThan(4);
  const plainPicture = await picture(page);
  await page.getByRole('searchbox').fill('_find_and_load');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  expect(await picture(page)).not.toBe(plainPicture);
  await tree(page).focus();
  await page.keyboard.press('n');
  expect((await focused(page)).text).toContain('_find_and_load');
  const first = (await focused(page)).start;
  await page.keyboard.press('n');
  expect((await focused(page)).start).toBeGreaterThanOrEqual(first);
});

test('the place is kept when the level is another', async ({ page }) => {
  await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 3; i++) await page.keyboard.press('+');
  const before = await focused(page);
  await pictureAfter(page, () => page.keyboard.press('2'));
  expect(Math.abs((await focused(page)).start - before.start)).toBeLessThan(1000);
  await pictureAfter(page, () => page.keyboard.press('3'));
  expect((await focused(page)).level).toBeGreaterThan(0);
});

test('it opens on the first run of the stack that is selected, and the details go with the keyboard', async ({
  page,
}) => {
  await page.keyboard.press('f');
  await page.getByRole('tree', { name: 'Flame graph' }).focus();
  await page.keyboard.press('End');
  const { label, depth } = await focusedBox(page);
  const told = page.getByRole('region', { name: 'Details' }).getByRole('heading').first();
  const name = (await told.textContent()) ?? '?';
  await pictureAfter(page, () => page.keyboard.press('t'));
  await tree(page).focus();
  await expect(tree(page).getByRole('treeitem')).toContainText(`${label}, `);
  expect((await focused(page)).level).toBe(depth + 1);
  await expect(told).toHaveText(name);
  await page.keyboard.press('Home');
  await expect(told, 'of a lane, all').not.toHaveText(name);
});

interface Stretch {
  readonly name: string;
  readonly first: Sampled;
  count: number;
  /** In seconds. */
  lasts: number;
}

/** Samples next to each other with the same outermost function, and no more than two usual intervals apart. */
function stretchesOf(samples: readonly Sampled[]): Stretch[] {
  const usual = Math.min(usualInterval([samples]), usualInterval(threads()));
  const stretches: Stretch[] = [];
  samples.forEach((sample, i) => {
    const next = samples.at(i + 1);
    const apart = next && i + 1 < samples.length ? next.time - sample.time : Infinity;
    const lasts = apart > 2 * usual ? usual : apart;
    const last = stretches.at(-1);
    const wasApart = i > 0 && sample.time - samples[i - 1].time > 2 * usual;
    if (last && !wasApart && last.name === sample.frames[0]) {
      last.count++;
      last.lasts += lasts;
    } else stretches.push({ name: sample.frames[0], first: sample, count: 1, lasts });
  });
  return stretches;
}

function threads(): Sampled[][] {
  return [...new Set(SAMPLES.map(({ tid }) => tid))].map((tid) => SAMPLES.filter((each) => each.tid === tid));
}

function usualInterval(lanes: readonly (readonly Sampled[])[]): number {
  const intervals = lanes.flatMap((lane) => lane.slice(1).map(({ time }, i) => time - lane[i].time));
  return intervals.sort((a, b) => a - b)[intervals.length >>> 1];
}

/** Without the module that the page names where a function has no name. */
function plain(text: string): string {
  return text.replace(/^(\[unknown\]) \([^)]*\)/, '$1');
}

function tree(page: Page) {
  return page.getByRole('tree', { name: 'Time order' });
}

/** The focused box as a screen reader hears it; times in milliseconds. */
async function focused(page: Page) {
  const item = tree(page).getByRole('treeitem');
  const text = (await item.textContent()) ?? '';
  const number = async (name: string) => Number(await item.getAttribute(name));
  const [, printed, unit] = /, ([\d.,]+) (ns|µs|ms|s), /.exec(text) ?? [];
  const scale = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 }[unit] ?? NaN;
  return {
    text,
    level: await number('aria-level'),
    place: await number('aria-posinset'),
    siblings: await number('aria-setsize'),
    samples: Number(/([\d,]+) samples?/.exec(text)?.[1].replaceAll(',', '')),
    start: Number(/at ([\d.]+) ms$/.exec(text)?.[1]),
    length: Number(printed) * scale,
  };
}

/** What the tooltip says of when. */
async function timesAt(page: Page): Promise<string> {
  return (await page.getByRole('tooltip').locator('.numbers span').last().textContent()) ?? '';
}

async function canvasOf(page: Page) {
  const rect = await page.locator('#view canvas').boundingBox();
  if (!rect) throw new Error('there is no canvas');
  return rect;
}
