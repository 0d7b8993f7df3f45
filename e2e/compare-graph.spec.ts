// Tests the differential graph: the text, width and export of its boxes.

import type { Page } from '@playwright/test';
import { compare as compareWith } from './comparison.ts';
import { idle } from './idle.ts';
import { graph } from './locators.ts';
import { saveFile } from './menus.ts';
import { test } from './opened.ts';
import { expect, picture, repaintAfter, upload, type Upload } from './page.ts';

/** 2,000 samples in ten seconds. `pathOf` returns the callees of `main` by a number from 0 to 1; undefined for one of twenty others. */
function recording(name: string, pathOf: (share: number) => readonly string[] | undefined): Upload {
  const lines: string[] = [];
  for (let i = 0; i < 2000; i++) {
    const path = pathOf(((i * 7919) % 1000) / 1000) ?? [`f${i % 20}`];
    lines.push(`python 1 ${(100 + i / 200).toFixed(6)}:    5000000 cpu-clock: `);
    for (const [at, func] of [...path.toReversed(), 'main'].entries())
      lines.push(`\t7f00000${at}000 py::${func}:/app/work.py (/tmp/perf-1.map)`);
    lines.push('');
  }
  return upload(name, lines.join('\n'));
}

const BEFORE = recording('before.perf', (share) => {
  if (share < 0.4) return ['parse'];
  return share < 0.6 ? ['old'] : undefined;
});

/** A wrapper calls `parse`, and `fresh` replaces `old`. */
const AFTER = recording('after.perf', (share) => {
  if (share < 0.4) return ['retry', 'parse'];
  return share < 0.6 ? ['fresh'] : undefined;
});

async function compare(page: Page): Promise<void> {
  await compareWith(page, BEFORE, AFTER);
  await expect(legend(page)).toBeVisible();
}

const legend = (page: Page) => page.getByRole('list', { name: 'Colors' });
const item = (page: Page) => graph(page).getByRole('treeitem');
const width = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Width of boxes' }).getByRole('radio', { name, exact: true });

test('every box says what changed: gone, new and inserted code, too', async ({ page }) => {
  await compare(page);
  await expect(item(page)).toHaveText(/^all: A 10.0 s, B 10.0 s\. /);
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(item(page)).toHaveText(/^main \(work\.py\): A 10.0 s, B 10.0 s\. (No change|Cannot tell)/);
  await page.keyboard.press('ArrowUp');
  await expect(item(page)).toHaveText(
    /^retry \(work\.py\): A 0, B 4.00 s\. .* Added: only B makes this call\./,
  );
  await page.keyboard.press('ArrowRight');
  await expect(item(page)).toHaveText(/^parse .*: A 4.00 s, B 4.00 s\. .* In B, retry calls it \(added\)\.$/);
  await page.keyboard.press('ArrowRight');
  await expect(item(page)).toHaveText(/^(?:fresh|old) /);
  const one = (await item(page).textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(item(page)).not.toHaveText(one);
  const both = `${one}\n${await item(page).textContent()}`;
  expect(both).toMatch(/^fresh .*, B 2\.00 s\. New in B: 2\.00 s more, certain: .* to .*\.$/m);
  expect(both).toMatch(/^old .*: A 2\.00 s, .* Gone in B: 2\.00 s less, certain: .* to .*\.$/m);
});

test('boxes can have the width of either side or both, ghosts can be hidden, and colors limited to what is certain', async ({
  page,
}) => {
  await compare(page);
  await expect(width(page, 'B')).toBeChecked();
  const widthOfB = await picture(page);
  for (const name of ['A', 'Larger', 'A + B']) {
    await repaintAfter(page, () => width(page, name).check());
    await expect(width(page, name)).toBeChecked();
    expect(await picture(page)).not.toBe(widthOfB);
  }
  await expect(page.getByLabel(/^Hide (?:gone|new)/)).toHaveCount(0);
  await repaintAfter(page, () => width(page, 'B').check());
  await expect.poll(() => picture(page)).toBe(widthOfB);

  await expect(legend(page).getByText('maybe gone')).toBeVisible();
  await repaintAfter(page, () => page.getByLabel('Hide gone code').check());
  await expect(legend(page).getByText('maybe gone')).toHaveCount(0);
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(item(page)).toHaveText(/^retry/);
  await expect(item(page)).toHaveAttribute('aria-setsize', '23');
  await repaintAfter(page, () => page.getByLabel('Only certain').check());
  await expect(legend(page).getByText('not certain')).toBeVisible();
});

test('hovering shows both sides and the verdict; what is focused is neither blue nor orange', async ({
  page,
}) => {
  await compare(page);
  await repaintAfter(page, 'i');
  await expect(page.getByRole('tree', { name: 'Icicle graph' })).toBeVisible();
  // A late repaint would hide the tooltip.
  await idle(page);
  await page.locator('#view canvas').hover({ position: { x: 60, y: 27 } });
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('main');
  await expect(tooltip).toContainText('A 10.0 s');
  await expect(tooltip).toContainText(/No change|Cannot tell/);

  await page.keyboard.press('ArrowDown');
  const ring = page.locator('#view .focus-ring');
  await expect(ring).toHaveCSS('outline-style', 'solid');
  await expect(ring).toHaveCSS('outline-color', 'rgb(24, 24, 27)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(ring).toHaveCSS('outline-color', 'rgb(241, 241, 243)');
});

test('the picture has ghosts, brackets and the sentence', async ({ page }) => {
  await compare(page);
  const { name, content } = await saveFile(page, /Vector image/);
  expect(name).toMatch(/\.svg$/);
  const svg = content.toString();
  expect(svg).toContain('stroke-dasharray');
  expect(svg).toContain('via retry');
  expect(svg).toContain('Gone in B');
  expect(svg).toContain('Pale gray: cannot tell');
  expect(svg).toContain('Dashed: gone in B');
});
