// Tests the call tree: compares rows with goldens; expands, collapses and sorts rows; and shares its selection with the graph.

import type { Page } from '@playwright/test';
import { goldenText, treeOfFolded } from './golden.ts';
import { activeRow, details, graph, searchField } from './locators.ts';
import {
  choose,
  expect,
  focusedBox,
  LEVELS,
  press,
  start,
  startWith,
  startWithShared,
  test,
  upload,
} from './page.ts';
import { compareRows, focusedRow, focusRows, columnHead, formatPercent, visibleRows } from './rows.ts';

for (const { folder, period, levels } of [
  { folder: 'fp-workers', period: 200_040, levels: [1, 3, 5] },
  { folder: 'fp-script', period: 100_010, levels: [2, 3, 4] },
]) {
  test(`${folder}: the rows of the heaviest path match the golden`, async ({ page }) => {
    await startWithShared(page, folder);
    await page.keyboard.press('c');
    for (const level of levels) {
      const golden = treeOfFolded(goldenText(folder, LEVELS[level - 1].name));
      await page.keyboard.press(String(level));
      await expect(async () => {
        await focusRows(page);
        await press(page, 'Home', 'e');
        expect(await compareRows(page, golden, period)).toBeGreaterThan(3);
      }, 'once the tree of the level has loaded').toPass();
    }
  });
}

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

test('a row expands and collapses with its button and with a double click', async ({ page }) => {
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
});

test('fp-workers: the call tree and the graph share the selection', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
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

test('fp-workers: the Self column sorts callees by self weight', async ({ page }) => {
  await openTree(page, 'fp-workers');
  await expect(columnHead(page, 'Total')).toHaveAttribute('aria-sort', 'descending');
  await columnHead(page, 'Self').getByRole('button').click();
  await expect(columnHead(page, 'Self')).toHaveAttribute('aria-sort', 'descending');
  const golden = treeOfFolded(goldenText('fp-workers', 'python-c'));
  const heaviest = [...golden.children.values()].map(({ self }) => self).sort((a, b) => b - a);
  const rows = (await visibleRows(page)).filter(({ level }) => level === 2);
  expect(rows.length).toBeGreaterThan(10);
  for (const [i, { cells }] of rows.entries())
    expect(cells['Self share']).toBe(formatPercent(heaviest[i] / golden.weight, cells['Self share']));
});

test('fp-deep: rows at depths above a hundred stay readable', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openTree(page, 'fp-deep');
    await focusRows(page);
    await press(page, 'ArrowDown', 'e', 'End');
    await expect.poll(async () => (await visibleRows(page)).length).toBeGreaterThan(5);
    const deepest = page.locator('[role=row]').filter({ has: page.locator('.row-depth') });
    await expect(deepest.last()).toBeVisible();
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

test('a row with ten thousand callees and a path of a thousand frames can be expanded', async ({ page }) => {
  await start(page);
  const wide = Array.from({ length: 10_000 }, (_, i) => `app;main;wide;f${i} ${1 + (i % 7)}`);
  const path = Array.from({ length: 1000 }, (_, i) => `g${i}`).join(';');
  await choose(page, upload('wide.folded', [...wide, `app;main;deep;${path} 100000`].join('\n')));
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press('c');
  await focusRows(page);
  await press(page, 'End', '*');
  const row = await focusedRow(page);
  expect(row).toMatchObject({ name: 'wide', isOpen: true });
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', /^100\d\d$/);
  expect(await page.locator('[role=row]').count(), 'only visible rows are in the DOM').toBeLessThan(80);
  await press(page, 'Home', 'ArrowLeft', 'ArrowRight', 'e');
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', /^110\d\d$/);
});

async function openTree(page: Page, folder?: string): Promise<void> {
  await (folder ? startWithShared(page, folder) : startWith(page, 'rules.perf'));
  await page.keyboard.press('c');
  await expect(page.getByRole('treegrid', { name: 'Call tree' })).toBeVisible();
  await focusRows(page);
}
