// Tests the call tree: expands, collapses and sorts rows, and shares its selection with the graph.

import type { Page } from '@playwright/test';
import { goldenTree } from './golden.ts';
import { activeRow, details, graph, searchField } from './locators.ts';
import { startWith, startWithShared, test } from './opened.ts';
import { expect, focusedBox, press } from './page.ts';
import { compareRows, focusedRow, focusRows, columnHead, visibleRows } from './rows.ts';

test('the rows of the heaviest path match the golden', async ({ page }) => {
  await openTree(page);
  await press(page, 'Home', 'e');
  await compareRows(page, goldenTree());
});

test('arrow keys expand, collapse and move as in a standard tree view', async ({ page }) => {
  await openTree(page);
  const rowAfter = async (...keys: string[]) => {
    await press(page, ...keys);
    return focusedRow(page);
  };
  const count = async () => Number(await page.getByRole('treegrid').getAttribute('aria-rowcount'));
  const root = await rowAfter('Home');
  expect(root).toMatchObject({ name: 'all', level: 1, isOpen: true, index: 0 });
  const rowCount = await count();
  expect((await rowAfter('ArrowLeft')).isOpen).toBe(false);
  expect(await count()).toBe(2);
  expect((await rowAfter('ArrowRight')).isOpen).toBe(true);
  expect(await count(), 'the same rows are visible as before').toBe(rowCount);
  const first = await rowAfter('ArrowRight');
  expect(first).toMatchObject({ level: 2, position: 1, index: 1, isOpen: false });
  expect((await rowAfter('Enter')).isOpen).toBe(true);
  expect((await rowAfter(' ')).isOpen).toBe(false);
  const child = await rowAfter('ArrowRight', 'ArrowRight');
  expect(child).toMatchObject({ level: 3, position: 1 });
  expect(await rowAfter('ArrowLeft'), 'moves from a collapsed row to its caller').toMatchObject({
    name: first.name,
    index: 1,
  });
  await rowAfter('ArrowLeft', '*');
  for (const row of (await visibleRows(page)).filter(({ level }) => level === 2))
    expect(row.isOpen, row.name).not.toBe(false);
  const last = await rowAfter('End');
  expect(last.index).toBe((await count()) - 2);
  await expect(activeRow(page)).toBeInViewport({ ratio: 1 });
  expect((await rowAfter('PageUp')).index).toBeLessThan(last.index - 10);
  expect((await rowAfter('Home')).index).toBe(0);
});

test('a row expands and collapses with its button and with a double click; callees can be sorted', async ({
  page,
}) => {
  await openTree(page);
  const second = page.locator('[role=row][aria-rowindex="3"]');
  await second.locator('button').click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(second).toBeFocused();
  await second.dblclick({ position: { x: 200, y: 10 } });
  await expect(second).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Heaviest path' }).click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  expect((await visibleRows(page)).some(({ level }) => level > 2)).toBe(true);

  const callees = async () => (await visibleRows(page)).filter(({ level }) => level === 2);
  const byTotal = (await callees()).map(({ name }) => name);
  await expect(columnHead(page, 'Total')).toHaveAttribute('aria-sort', 'descending');
  await columnHead(page, 'Self').getByRole('button').click();
  await expect(columnHead(page, 'Self')).toHaveAttribute('aria-sort', 'descending');
  const rows = await callees();
  expect(rows.map(({ name }) => name)).not.toEqual(byTotal);
  const selves = rows.map(({ cells }) => parseFloat(cells['Self share'].replace('–', '0')));
  expect(selves).toEqual(selves.toSorted((x, y) => y - x));
});

test('the call tree and the graph share the selection', async ({ page }) => {
  await startWith(page, 'workers.perf.gz');
  await graph(page).focus();
  await press(page, 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'End');
  const box = await focusedBox(page);
  expect(box.depth).toBeGreaterThan(5);
  await page.keyboard.press('c');
  const row = await focusedRow(page);
  expect({ depth: row.level - 1, samples: row.cells['Total samples'] }).toEqual({
    depth: box.depth,
    samples: box.samples.toLocaleString('en'),
  });
  await expect(activeRow(page)).toBeInViewport({ ratio: 1 });
  await expect(activeRow(page)).toHaveAttribute('aria-selected', 'true');

  await focusRows(page);
  await page.keyboard.press('ArrowLeft');
  const parent = await focusedRow(page);
  expect(parent.level).toBe(row.level - 1);
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(parent.name);
  await page.keyboard.press('f');
  await expect.poll(async () => (await focusedBox(page)).depth).toBe(parent.level - 1);
  expect((await focusedBox(page)).samples.toLocaleString('en')).toBe(parent.cells['Total samples']);

  // Moving to a match expands its callers.
  await page.keyboard.press('c');
  await searchField(page).fill('clear_page');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.locator('[role=row][tabindex="0"].found')).toBeInViewport({ ratio: 1 });
  expect((await focusedRow(page)).name).toBe('clear_page_erms');
});

test('fp-deep: rows at depths above a hundred stay readable, in narrow windows, too', async ({ page }) => {
  await startWithShared(page, 'fp-deep');
  await page.keyboard.press('c');
  await focusRows(page);
  await press(page, 'ArrowDown', 'e', 'End');
  const deepest = page.locator('[role=row]').filter({ has: page.locator('.row-depth') });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.keyboard.press('End');
    await expect(deepest.last()).toBeVisible();
    expect((await visibleRows(page)).length).toBeGreaterThan(5);
    const truncated = await deepest.evaluateAll((rows) => {
      const labels = rows.flatMap((row) => [...row.querySelectorAll('.row-label')]);
      const isTruncated = (label: Element) => label.scrollWidth > label.clientWidth && label.clientWidth < 60;
      return labels.filter(isTruncated).map((label) => label.textContent);
    });
    expect(truncated, 'truncated names').toEqual([]);
    const overflow = await page.getByRole('treegrid').evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    expect(overflow).toBe(0);
  }
});

async function openTree(page: Page): Promise<void> {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('c');
  await expect(page.getByRole('treegrid', { name: 'Call tree' })).toBeVisible();
  await focusRows(page);
}
