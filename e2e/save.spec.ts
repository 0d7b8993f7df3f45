// What is looked at is saved for other programs, and as a picture.

import type { Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { linesOf } from './golden.ts';
import { idle } from './idle.ts';
import { expect, fixture, focusedBox, graph, open, pictureAfter, start, test, upload } from './page.ts';
import { saved } from './saved.ts';

const RECORDING = fixture('rules.perf');

test('folded stacks are those of the level', async ({ page }) => {
  await start(page);
  await open(page, RECORDING);
  for (const [key, level] of [
    ['3', 'python-c'],
    ['5', 'python'],
  ]) {
    await page.keyboard.press(key);
    await idle(page);
    const { name, content } = await saved(page, /Folded/);
    expect(name).toBe('rules.folded');
    expect(linesOf(content.toString())).toEqual(linesOf(fixture(`rules.${level}.folded`).buffer.toString()));
  }
});

test('what filters leave out is not in the file, and other programs read it', async ({ page }) => {
  await start(page);
  await open(page, RECORDING);
  const { samples } = await focusedBox(page);
  await page.keyboard.press('ArrowUp');
  const left = samples - (await focusedBox(page)).samples;
  await pictureAfter(page, () => page.keyboard.press('d'));
  const folded = linesOf((await saved(page, /Folded/)).content.toString());
  expect(folded.length).toBeGreaterThan(1);

  const pprof = await saved(page, /pprof/);
  expect(pprof.name).toBe('rules.pb.gz');
  expect(gunzipSync(pprof.content).toString('latin1')).toContain('samples');
  const speedscope = await saved(page, /speedscope/);
  expect(speedscope.name).toBe('rules.speedscope.json');
  expect(Object.keys(JSON.parse(speedscope.content.toString()))).toContain('shared');
  // What was saved is opened again, whole.
  for (const { name, content } of [pprof, speedscope]) {
    await open(page, upload(name, content));
    expect((await focusedBox(page)).samples, name).toBe(left);
  }
});

test('what a format cannot hold is said beside the name of the file', async ({ page }) => {
  await start(page);
  await open(page, upload('huge.folded', 'app;f;g 5\napp;main 2e19\n'));
  await saved(page, /pprof/);
  await expect(page.locator('.toast')).toHaveText(
    /^Saved huge\.pb\.gz, .*pprof holds no weight of 2\^63 or more/,
  );
});

for (const { key, graphs } of [
  { key: 'f', graphs: 1 },
  { key: 's', graphs: 2 },
]) {
  test(`the picture of ${graphs} graphs is what is seen`, async ({ page }) => {
    await start(page);
    await open(page, RECORDING);
    await page.keyboard.press(key);
    await idle(page);
    const boxes = await Promise.all(
      (await page.locator('#view canvas').all()).map((each) => each.boundingBox()),
    );
    expect(boxes).toHaveLength(graphs);
    const bottom = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
    const top = Math.min(...boxes.map((box) => box?.y ?? 0));
    const { name, content } = await saved(page, /^Picture/);
    expect(name).toBe('rules.png');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect(content.readUInt32BE(16)).toBe(Math.round(boxes[0]?.width ?? 0));
    expect(content.readUInt32BE(20)).toBe(Math.round(bottom - top));
  });
}

test('graphs are saved as SVG, and other views as the flame graph', async ({ page }) => {
  await start(page);
  await open(page, RECORDING);
  await page.keyboard.press('5');
  for (const { key, rootIs } of [
    { key: 'v', rootIs: 'above' },
    { key: 'b', rootIs: 'below' },
    { key: 'f', rootIs: 'below' },
  ]) {
    await page.keyboard.press(key);
    await idle(page);
    const { name, content } = await saved(page, /Vector picture/);
    expect(name).toBe('rules.svg');
    const drawn = await drawnIn(page, content);
    expect(drawn.elements).toEqual(['g', 'rect', 'svg', 'text', 'title', 'tspan']);
    expect(drawn.texts.slice(0, 2)).toEqual([
      'rules.perf',
      'Python only · 290 ns of cpu-clock:ppp · 29 samples',
    ]);
    const [root, ...others] = drawn.boxes;
    expect(root.title).toBe('all\n290 ns, 29 samples, 100.0% of all');
    expect(others.length).toBeGreaterThan(5);
    for (const { y } of others) expect(y < root.y, key).toBe(rootIs === 'below');
  }

  await graph(page).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  const { label, samples } = await focusedBox(page);
  const { boxes } = await drawnIn(page, (await saved(page, /Vector picture/)).content);
  const [all, ...others] = boxes;
  const wide = others.filter(({ width }) => width === all.width);
  const zoomed = wide.find(({ title }) => title.startsWith(`${label.split(' (')[0]}\n`));
  expect(zoomed?.title).toContain(`, ${samples} sample`);
});

test('a view without a picture says so', async ({ page }) => {
  await start(page);
  await open(page, RECORDING);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  await page.getByRole('menuitem', { name: /^Picture/ }).click();
  await expect(page.getByRole('alert')).toContainText('has no picture');
});

/** Read on an empty page: that of Pyrograph does not take text as markup. */
async function drawnIn(page: Page, svg: Buffer): Promise<ReturnType<typeof boxesOf>> {
  const empty = await page.context().newPage();
  const drawn = await empty.evaluate(boxesOf, svg.toString());
  await empty.close();
  return drawn;
}

/** What the browser's own parser of XML reads in an SVG; runs in the page. */
function boxesOf(svg: string) {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const wrong = picture.querySelector('parsererror');
  if (wrong) throw new Error(wrong.textContent);
  const number = (element: Element, name: string) => Number(element.getAttribute(name));
  return {
    elements: [...new Set([...picture.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
    texts: [...picture.querySelectorAll('text')].map(({ textContent }) => textContent),
    boxes: [...picture.querySelectorAll('rect:has(> title)')].map((rect) => ({
      title: rect.textContent,
      y: number(rect, 'y'),
      width: number(rect, 'width'),
    })),
  };
}
