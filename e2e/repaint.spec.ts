// Hovering repaints only the boxes that it changes, even if a CSS pixel is not a device pixel.

import { idle } from './idle.ts';
import { boundsOf, canvas } from './locators.ts';
import { startWith } from './opened.ts';
import { expect, picture, test } from './page.ts';

/** Height of a row of boxes, in CSS pixels. */
const ROW = 18;

test.use({ deviceScaleFactor: 1.5 });

test('repainting only the hovered boxes gives the same picture as repainting everything', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  for (const key of ['f', 't']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tree')).toBeFocused();
    await idle(page);
    const { x, y, width, height } = await boundsOf(canvas(page));
    const leave = () => page.mouse.move(x + width / 2, y - 20);
    await leave();
    const before = await picture(page);
    // In the time order, rows are below the time axis and the name of the thread.
    const rowAt = (row: number) => (key === 'f' ? y + height - (row + 0.5) * ROW : y + 50 + row * ROW);
    for (let step = 40; step >= 0; step--)
      await page.mouse.move(x + 3 + ((step * 0.37) % 1) * width, rowAt(step % 5));
    await expect(page.getByRole('tooltip')).toBeVisible();
    const hovered = await picture(page);
    expect(hovered, key).not.toBe(before);
    for (const wide of [1290, 1280]) {
      await page.setViewportSize({ width: wide, height: 720 });
      await expect.poll(async () => (await boundsOf(canvas(page))).width).toBe(width + wide - 1280);
    }
    expect(await picture(page), key).toBe(hovered);
    await leave();
    expect(await picture(page), key).toBe(before);
  }
});
