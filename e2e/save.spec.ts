// What is looked at is saved for other programs, and as a picture.

import { gunzipSync } from 'node:zlib';
import { linesOf } from './golden.ts';
import { expect, fixture, focusedBox, open, pictureAfter, start, test, upload } from './page.ts';
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
    await page.waitForTimeout(300);
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

for (const { key, graphs } of [
  { key: 'f', graphs: 1 },
  { key: 's', graphs: 2 },
]) {
  test(`the picture of ${graphs} graphs is what is seen`, async ({ page }) => {
    await start(page);
    await open(page, RECORDING);
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
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

test('a view without a picture says so', async ({ page }) => {
  await start(page);
  await open(page, RECORDING);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Save what is looked at' }).click();
  await page.getByRole('menuitem', { name: /^Picture/ }).click();
  await expect(page.getByRole('alert')).toContainText('has no picture');
});
