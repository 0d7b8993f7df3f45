// The call tree: boxes against the goldens, opened and closed with the keyboard, one selection for all views.

import type { Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { goldenText, treeOfFolded } from './golden.ts';
import { choose, expect, fixture, focusedBox, graph, LEVELS, open, start, test, upload } from './page.ts';
import { compareDown, focusedRow, focusRows, head, percent, rowsInSight } from './rows.ts';

test.use({ viewport: { width: 1280, height: 720 } });

for (const { folder, period, levels } of [
  { folder: 'fp-workers', period: 200_040, levels: [1, 3, 5] },
  { folder: 'fp-script', period: 100_010, levels: [2, 3, 4] },
]) {
  test(`${folder}: the heaviest path and what stands beside it are those of the golden${WITHOUT}`, async ({
    page,
  }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await start(page);
    await open(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
    await page.keyboard.press('c');
    for (const level of levels) {
      const golden = treeOfFolded(goldenText(folder, LEVELS[level - 1].name));
      await page.keyboard.press(String(level));
      await expect(async () => {
        await focusRows(page);
        await page.keyboard.press('Home');
        await page.keyboard.press('e');
        expect(await compareDown(page, golden, period)).toBeGreaterThan(3);
      }, 'once the tree of the level is there').toPass();
    }
  });
}

test('rows open and close, and the focus goes where a tree’s does', async ({ page }) => {
  await openTree(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focusedRow(page);
  };
  const count = async () => Number(await page.getByRole('treegrid').getAttribute('aria-rowcount'));
  const root = await press('Home');
  expect(root).toMatchObject({ name: 'all', level: 1, isOpen: true, index: 0 });
  const open = await count();
  expect((await press('ArrowLeft')).isOpen).toBe(false);
  expect(await count()).toBe(2);
  expect((await press('ArrowRight')).isOpen).toBe(true);
  expect(await count(), 'what was open is so again').toBe(open);
  const first = await press('ArrowRight');
  expect(first).toMatchObject({ level: 2, position: 1, index: 1, isOpen: false });
  expect((await press('Enter')).isOpen).toBe(true);
  expect((await press(' ')).isOpen).toBe(false);
  const child = await press('ArrowRight', 'ArrowRight');
  expect(child).toMatchObject({ level: 3, position: 1 });
  expect(await press('ArrowLeft'), 'a closed row goes to its caller').toMatchObject({
    name: first.name,
    index: 1,
  });
  await press('ArrowLeft', '*');
  for (const row of (await rowsInSight(page)).filter(({ level }) => level === 2))
    expect(row.isOpen, row.name).not.toBe(false);
  const last = await press('End');
  expect(last.index).toBe((await count()) - 2);
  await expect(page.locator('[role=row][tabindex="0"]')).toBeInViewport({ ratio: 1 });
  expect((await press('PageUp')).index).toBeLessThan(last.index - 10);
  expect((await press('Home')).index).toBe(0);
});

test('the pointer opens rows too, by their sign and by a double click', async ({ page }) => {
  await openTree(page);
  const second = page.locator('[role=row][aria-rowindex="3"]');
  await second.locator('button').click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(second).toBeFocused();
  await second.dblclick({ position: { x: 200, y: 10 } });
  await expect(second).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Heaviest path' }).click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  expect((await rowsInSight(page)).some(({ level }) => level > 2)).toBe(true);
});

test(`fp-workers: a box that was selected in the graph is in sight, and the other way round${WITHOUT}`, async ({
  page,
}) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await start(page);
  await open(page, upload('workers.perf.gz', bytesAt('fp-workers', 'expected.perf.gz')));
  await graph(page).focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'End']) await page.keyboard.press(key);
  const box = await focusedBox(page);
  expect(box.depth).toBeGreaterThan(5);
  await page.keyboard.press('c');
  const row = await focusedRow(page);
  expect({ depth: row.level - 1, samples: row.cells['Total samples'] }).toEqual({
    depth: box.depth,
    samples: box.samples.toLocaleString('en'),
  });
  await expect(page.locator('[role=row][tabindex="0"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[role=row][tabindex="0"]')).toHaveAttribute('aria-selected', 'true');

  await focusRows(page);
  await page.keyboard.press('ArrowLeft');
  const parent = await focusedRow(page);
  expect(parent.level).toBe(row.level - 1);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(parent.name);
  await page.keyboard.press('f');
  await expect.poll(async () => (await focusedBox(page)).depth).toBe(parent.level - 1);
  expect((await focusedBox(page)).samples.toLocaleString('en')).toBe(parent.cells['Total samples']);

  // What the search finds is opened.
  await page.keyboard.press('c');
  await page.getByRole('searchbox', { name: 'Search functions' }).fill('clear_page');
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.locator('[role=row][tabindex="0"].found')).toBeInViewport({ ratio: 1 });
  expect((await focusedRow(page)).name).toBe('clear_page_erms');
});

test(`fp-workers: callees are sorted by self weight when that is asked for${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await openTree(page, 'fp-workers');
  await expect(head(page, 'Total')).toHaveAttribute('aria-sort', 'descending');
  await head(page, 'Self').getByRole('button').click();
  await expect(head(page, 'Self')).toHaveAttribute('aria-sort', 'descending');
  const golden = treeOfFolded(goldenText('fp-workers', 'python-c'));
  const heaviest = [...golden.children.values()].map(({ self }) => self).sort((a, b) => b - a);
  const rows = (await rowsInSight(page)).filter(({ level }) => level === 2);
  expect(rows.length).toBeGreaterThan(10);
  for (const [i, { cells }] of rows.entries())
    expect(cells['Self share']).toBe(percent(heaviest[i] / golden.weight, cells['Self share']));
});

test(`fp-deep: a recursion of more than a hundred levels stays readable${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openTree(page, 'fp-deep');
    await focusRows(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('e');
    await page.keyboard.press('End');
    await expect.poll(async () => (await rowsInSight(page)).length).toBeGreaterThan(5);
    const deepest = page.locator('[role=row]').filter({ has: page.locator('.row-depth') });
    await expect(deepest.last()).toBeVisible();
    const unread = await deepest.evaluateAll((rows) => {
      const labels = rows.flatMap((row) => [...row.querySelectorAll('.row-label')]);
      const isCut = (label: Element) => label.scrollWidth > label.clientWidth && label.clientWidth < 60;
      return labels.filter(isCut).map((label) => label.textContent);
    });
    expect(unread, 'names for which there is no room').toEqual([]);
    const sideways = await page.getByRole('treegrid').evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    expect(sideways).toBe(0);
  }
});

test('a row with ten thousand callees, and a path of a thousand, open at once', async ({ page }) => {
  await start(page);
  const wide = Array.from({ length: 10_000 }, (_, i) => `app;main;wide;f${i} ${1 + (i % 7)}`);
  const path = Array.from({ length: 1000 }, (_, i) => `g${i}`).join(';');
  await choose(page, upload('wide.folded', [...wide, `app;main;deep;${path} 100000`].join('\n')));
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press('c');
  await focusRows(page);
  await page.keyboard.press('End');
  await page.keyboard.press('*');
  const row = await focusedRow(page);
  expect(row).toMatchObject({ name: 'wide', isOpen: true });
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', /^100\d\d$/);
  expect(await page.locator('[role=row]').count(), 'only what is in sight is there').toBeLessThan(80);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', /^110\d\d$/);
});

async function openTree(page: Page, folder?: string): Promise<void> {
  await start(page);
  const file = folder
    ? upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz'))
    : fixture('rules.perf');
  await open(page, file);
  await page.keyboard.press('c');
  await expect(page.getByRole('treegrid', { name: 'Call tree' })).toBeVisible();
  await focusRows(page);
}
