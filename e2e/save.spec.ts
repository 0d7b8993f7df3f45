// Exports the view for other programs and as an image.

import type { Page } from '@playwright/test';
import { gunzipSync } from 'node:zlib';
import { linesOf } from '../fixtures/golden-lines.ts';
import { goldenLines } from './golden.ts';
import { idle } from './idle.ts';
import { graph } from './locators.ts';
import { openExportMenu, saveFile } from './menus.ts';
import { startWith, test } from './opened.ts';
import { expect, fixture, focusedBox, open, press, repaintAfter, upload } from './page.ts';

const RECORDING = fixture('rules.perf');

test('files have the current level and the filters, and can be opened again', async ({ page }) => {
  await startWith(page, RECORDING);
  await repaintAfter(page, '5');
  const folded = await saveFile(page, /Folded/);
  expect(folded.name).toBe('rules.folded');
  expect(linesOf(folded.content.toString())).toEqual(goldenLines('python'));

  await graph(page).focus();
  const { samples } = await focusedBox(page);
  await page.keyboard.press('ArrowUp');
  const remaining = samples - (await focusedBox(page)).samples;
  await repaintAfter(page, 'd');
  const speedscope = await saveFile(page, /speedscope/);
  expect(speedscope.name).toBe('rules.speedscope.json');
  expect(Object.keys(JSON.parse(speedscope.content.toString()))).toContain('shared');
  const { name, content } = await saveFile(page, /pprof/);
  expect(name).toBe('rules.pb.gz');
  expect(gunzipSync(content).toString('latin1')).toContain('samples');
  await open(page, upload(name, content));
  expect((await focusedBox(page)).samples).toBe(remaining);
});

test('an image has the size of the graphs on the page, and is not offered without one', async ({ page }) => {
  await startWith(page, RECORDING);
  for (const [key, graphs] of [
    ['f', 1],
    ['s', 2],
  ] as const) {
    await page.keyboard.press(key);
    await idle(page);
    const boxes = await Promise.all(
      (await page.locator('#view canvas').all()).map((each) => each.boundingBox()),
    );
    expect(boxes).toHaveLength(graphs);
    const bottom = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
    const top = Math.min(...boxes.map((box) => box?.y ?? 0));
    const { name, content } = await saveFile(page, /^Image/);
    expect(name).toBe('rules.png');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect(content.readUInt32BE(16)).toBe(Math.round(boxes[0]?.width ?? 0));
    expect(content.readUInt32BE(20)).toBe(Math.round(bottom - top));
  }
  await page.keyboard.press('b');
  await openExportMenu(page);
  await page.getByRole('menuitem', { name: /^Image/ }).click();
  await expect(page.getByRole('alert')).toContainText('has no graph');
});

test('a graph is exported to SVG as shown; other views are exported as a flame graph', async ({ page }) => {
  await startWith(page, RECORDING);
  await page.keyboard.press('5');
  for (const { key, rootSide } of [
    { key: 'v', rootSide: 'above' },
    { key: 'b', rootSide: 'below' },
  ]) {
    await page.keyboard.press(key);
    await idle(page);
    const { name, content } = await saveFile(page, /Vector image/);
    expect(name).toBe('rules.svg');
    const drawn = await drawnIn(page, content);
    expect(drawn.elements).toEqual(['g', 'pattern', 'rect', 'svg', 'text', 'title', 'tspan']);
    expect(drawn.texts.slice(0, 2)).toEqual([
      'rules.perf',
      'Python only · 290 ns of cpu-clock:ppp · 29 samples',
    ]);
    const [root, ...others] = drawn.boxes;
    expect(root.title).toBe('all\n290 ns, 29 samples, 100.0% of all');
    expect(others.length).toBeGreaterThan(5);
    for (const { y } of others) expect(y < root.y, key).toBe(rootSide === 'below');
  }

  await repaintAfter(page, 'f');
  await graph(page).focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
  const { label, samples } = await focusedBox(page);
  const { boxes } = await drawnIn(page, (await saveFile(page, /Vector image/)).content);
  const [all, ...others] = boxes;
  const wide = others.filter(({ width }) => width === all.width);
  const zoomed = wide.find(({ title }) => title.startsWith(`${label.split(' (')[0]}\n`));
  expect(zoomed?.title).toContain(`, ${samples} sample`);
});

test('a message states which data the file format cannot store', async ({ page }) => {
  await startWith(page, upload('huge.folded', 'app;f;g 5\napp;main 2e19\n'));
  await saveFile(page, /pprof/);
  await expect(page.locator('.toast')).toHaveText(
    /^Saved huge\.pb\.gz, .*pprof cannot store weights of 2\^63 or more/,
  );
});

/** Parses the SVG on an empty page, since Pyrograph's policy forbids parsing text as markup. */
async function drawnIn(page: Page, svg: Buffer): Promise<ReturnType<typeof boxesOf>> {
  const empty = await page.context().newPage();
  const drawn = await empty.evaluate(boxesOf, svg.toString());
  await empty.close();
  return drawn;
}

/** Runs in the page: reads the contents of an SVG with the browser's XML parser. */
function boxesOf(svg: string) {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const error = picture.querySelector('parsererror');
  if (error) throw new Error(error.textContent);
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
