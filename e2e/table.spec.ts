// Tests the table: compares self and total weights with goldens, sorts and filters rows, and uses the keyboard.

import type { Page } from '@playwright/test';
import { goldenText, linesOf } from './golden.ts';
import { chips } from './menus.ts';
import { activeRow, details, searchField } from './locators.ts';
import { choose, expect, LEVELS, press, start, startWith, startWithShared, test, upload } from './page.ts';
import {
  groupRows,
  copiedRows,
  focusedRow,
  columnHead,
  tableOfFolded,
  visibleRows,
  type Weights,
} from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const PYTHON = /^py::([^:]*):(.*)$/s;

for (const { folder, period } of [{ folder: 'fp-workers', period: 200_040 }]) {
  test(`${folder}: self and total of every function match the golden`, async ({ page }) => {
    await openTable(page, folder);
    for (const [index, { name }] of LEVELS.entries()) {
      await page.keyboard.press(String(index + 1));
      const golden = tableOfFolded(goldenText(folder, name), (frame) => frame);
      await expect(async () => expectFunctions(await copiedRows(page), golden, period)).toPass();
    }
  });

  test(`${folder}: self and total of files and threads match the golden`, async ({ page }) => {
    await openTable(page, folder);
    await groupRows(page, 'File');
    const text = goldenText(folder, 'python-c');
    const golden = tableOfFolded(text, (frame) => PYTHON.exec(frame)?.[2] ?? '(no file)');
    await expect(page.getByRole('grid', { name: 'by file' })).toBeVisible();
    const rows = await copiedRows(page);
    const actual = new Map(rows.map((row) => [row.place || row.file, weightsOf(row)] as const));
    expect(sorted(actual)).toEqual(sorted(golden));

    await groupRows(page, 'Thread');
    await expect(page.getByRole('grid', { name: 'by thread' })).toBeVisible();
    const comms = new Map<string, number>();
    for (const row of await copiedRows(page))
      comms.set(row.thread, (comms.get(row.thread) ?? 0) + weightsOf(row).total);
    expect(sorted(comms)).toEqual(sorted(weightsByComm(text)));
  });
}

test('fp-workers: the table can be sorted by each column in both directions', async ({ page }) => {
  await openTable(page, 'fp-workers');
  const golden = [...tableOfFolded(goldenText('fp-workers', 'python-c'), (frame) => frame)];
  for (const [column, by] of [
    ['Self', 'self'],
    ['Total', 'total'],
  ] as const) {
    if (column === 'Total') await columnHead(page, column).getByRole('button').click();
    await expect(columnHead(page, column)).toHaveAttribute('aria-sort', 'descending');
    const [, heaviest] = golden.reduce((a, b) => (b[1][by] > a[1][by] ? b : a));
    const [first] = await visibleRows(page);
    expect(first.cells[`${column} samples`]).toBe((heaviest[by] / 200_040).toLocaleString('en'));
  }
  for (const column of ['Self samples', 'Self share', 'Total samples', 'Total share', 'Self', 'Total']) {
    await columnHead(page, column).getByRole('button').click();
    const key = { share: '%', samples: 'samples' }[column.split(' ')[1]] ?? 'weight (ns)';
    const numbers = async () =>
      (await copiedRows(page)).map((row) => Number(row[`${column.split(' ')[0].toLowerCase()} ${key}`]));
    await expect(columnHead(page, column)).toHaveAttribute('aria-sort', 'descending');
    const descending = await numbers();
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    await columnHead(page, column).getByRole('button').click();
    await expect(columnHead(page, column)).toHaveAttribute('aria-sort', 'ascending');
    const ascending = await numbers();
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
  }
  await columnHead(page, 'Function').getByRole('button').click();
  await expect(columnHead(page, 'Function')).toHaveAttribute('aria-sort', 'ascending');
  const names = (await copiedRows(page)).map((row) => row.function.toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});

test('a regular expression filters the rows, and the search highlights rows', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('b');
  const all = (await copiedRows(page)).length;
  const sum = page.getByRole('status', { name: 'Rows shown' });
  await expect(sum).toContainText(`${all} functions`);
  const field = page.getByRole('searchbox', { name: 'Filter rows' });
  await field.fill('twice:.*app');
  await expect(sum).toContainText(`of ${all} functions`);
  const matching = await copiedRows(page);
  expect(matching.length).toBeGreaterThan(0);
  for (const { function: name, place } of matching) expect(`${name} ${place}`).toMatch(/twice.*app/);
  await field.fill('[nowhere');
  await expect(sum).toContainText(`0 of ${all}`);
  await expect(page.getByText('No matching rows.')).toBeVisible();
  await expect(sum).toContainText('as plain text');
  await field.fill('');
  await expect(sum).not.toContainText('of');

  await searchField(page).fill('twice');
  const found = page.locator('[role=row].found');
  await expect(found.first()).toBeVisible();
  for (const text of await found.allTextContents()) expect(text).toContain('twice');
  await activeRow(page).focus();
  await page.keyboard.press('n');
  expect((await focusedRow(page)).name).toContain('twice');
});

test('the details follow the focused row', async ({ page }) => {
  await startWith(page, 'rules.perf');
  // When sorted from Z to A, the selected function is not the first row.
  await page.keyboard.press('b');
  for (let click = 0; click < 2; click++) await columnHead(page, 'Function').getByRole('button').click();
  await press(page, 'f', 'ArrowUp');
  await expect(details(page).getByRole('heading', { name: 'Callees' })).toBeVisible();
  const title = details(page).getByRole('heading', { level: 2 });
  const selected = (await title.textContent()) ?? '?';
  const ofSelectedBox = await details(page).innerText();
  await page.keyboard.press('b');
  await expect(activeRow(page), 'the row of the selected function').toBeFocused();
  const first = await focusedRow(page);
  expect(first.name).toBe(selected);
  expect(first.index, 'not the first row').toBeGreaterThan(0);
  await expect(title).toHaveText(selected);
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Home']) {
    await page.keyboard.press(key);
    const { name, cells } = await focusedRow(page);
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(name);
    for (const column of ['Total', 'Self'])
      await expect(details(page).getByRole('row', { name: new RegExp(`^${column}`) })).toHaveText(
        [column, cells[column], cells[`${column} samples`], cells[`${column} share`]].join(''),
      );
    await expect(
      details(page)
        .getByRole('heading', { name: /Callers|Callees/ })
        .first(),
    ).toBeVisible();
  }
  await page.keyboard.press('c');
  await expect.poll(() => details(page).innerText()).toBe(ofSelectedBox);
  await page.keyboard.press('b');
  await groupRows(page, 'Kind');
  await expect(page.getByRole('grid', { name: 'by kind' })).toBeVisible();
  const marked = page.getByRole('row', { selected: true }).locator('.row-label');
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(
    (await marked.textContent()) ?? '',
  );
  await activeRow(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText((await focusedRow(page)).name);
  await expect(details(page).getByRole('heading', { name: /Callers|Callees/ })).toHaveCount(0);
});

test('fp-workers: keys move between rows and open the sandwich', async ({ page }) => {
  await openTable(page, 'fp-workers');
  const grid = page.getByRole('grid', { name: 'Self and total by function' });
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(count).toBe((await copiedRows(page)).length);
  await page.getByRole('button', { name: 'Copy the rows as text' }).focus();
  for (let tab = 0; tab < 8; tab++) await page.keyboard.press('Tab');
  const at = async () => (await focusedRow(page)).index;
  await expect(page.locator('[role=row][aria-rowindex="2"]'), 'after the column headings').toBeFocused();
  await press(page, 'ArrowDown', 'ArrowDown');
  expect(await at()).toBe(2);
  await page.keyboard.press('ArrowUp');
  expect(await at()).toBe(1);
  await page.keyboard.press('PageDown');
  const afterPage = await at();
  expect(afterPage).toBeGreaterThan(10);
  await page.keyboard.press('PageUp');
  expect(await at()).toBe(1);
  await page.keyboard.press('End');
  expect(await at()).toBe(count - 1);
  await expect(page.locator(`[aria-rowindex="${count + 1}"]`)).toBeInViewport({ ratio: 0.95 });
  await expect(page.locator(`[aria-rowindex="${count + 1}"]`)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  expect(await at()).toBe(count - 1);
  await page.keyboard.press('Home');
  expect(await at()).toBe(0);
  expect(await page.locator('[role=row]').count(), 'only visible rows are in the DOM').toBeLessThan(60);

  // Scrolling with the wheel does not move the focus.
  await grid.hover();
  await page.mouse.wheel(0, 5000);
  await expect.poll(async () => (await visibleRows(page)).at(0)?.index ?? 0).toBeGreaterThan(100);
  await page.keyboard.press('ArrowDown');
  expect(await at()).toBe(1);
  await expect(page.locator('[aria-rowindex="3"]')).toBeInViewport();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tree', { name: 'Callers' })).toBeVisible();
});

test('a table of a hundred thousand rows can be navigated and scrolled', async ({ page }) => {
  await start(page);
  const lines = Array.from({ length: 100_000 }, (_, i) => `main;f${i} ${1 + ((i * 7919) % 10_007)}`);
  await choose(page, upload('long.folded', lines.join('\n')));
  // Opening can take a long time on a busy machine; this test does not measure it.
  await expect(page.getByRole('tree')).toBeVisible({ timeout: 80_000 });
  await page.keyboard.press('b');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '100001');
  await activeRow(page).focus();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="100001"]')).toBeInViewport({ ratio: 1 });
  expect(await page.locator('[role=row]').count()).toBeLessThan(60);
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect.poll(async () => (await visibleRows(page))[0]?.index ?? 0).toBeGreaterThan(10_000);
  expect(await page.locator('[role=row]').count()).toBeLessThan(60);
});

test('the focus stays at the same position when a filter removes the focused row', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('b');
  await activeRow(page).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  const { name, index } = await focusedRow(page);
  await page.keyboard.press('h');
  await expect.poll(async () => (await focusedRow(page)).name).not.toBe(name);
  expect((await focusedRow(page)).index).toBe(index);
  await expect(activeRow(page)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(activeRow(page)).toBeFocused();

  const focusedName = (await focusedRow(page)).name;
  const words = page.getByRole('searchbox', { name: 'Filter rows' });
  await words.fill('zzz');
  await expect(page.getByText('No matching rows.')).toBeVisible();
  await expect(details(page).getByRole('heading'), 'no details without a row').toHaveCount(0);
  await columnHead(page, 'Total').getByRole('button').focus();
  await page.keyboard.press('h');
  await words.fill('');
  await expect(chips(page)).toHaveCount(1);
  const marked = page.getByRole('row', { selected: true }).locator('.row-label');
  await expect(marked, 'the same row as before').toHaveText(focusedName);
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(focusedName);
});

test('on a phone, the table hides columns instead of scrolling horizontally', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startWith(page, 'rules.perf');
  await page.keyboard.press('b');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(columnHead(page, 'Function')).toBeVisible();
  await expect(columnHead(page, 'Total')).toBeVisible();
  await expect(columnHead(page, 'Total samples')).toBeHidden();
  const overflows = await page.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    const { documentElement } = document;
    return [grid ?? documentElement, documentElement].map((each) => each.scrollWidth - each.clientWidth);
  });
  expect(overflows).toEqual([0, 0]);
});

async function openTable(page: Page, folder: string): Promise<void> {
  await startWithShared(page, folder);
  await page.keyboard.press('b');
  await expect(page.getByRole('grid', { name: 'Self and total by function' })).toBeVisible();
}

function weightsOf(row: Record<string, string>): Weights {
  return { self: Number(row['self weight (ns)']), total: Number(row['total weight (ns)']) };
}

/** Goldens merge functions of the same name in different modules. Of such functions, only the self weights can be summed and compared. */
function expectFunctions(
  rows: readonly Record<string, string>[],
  golden: ReadonlyMap<string, Weights>,
  period: number,
): void {
  const actual = new Map<string, Weights[]>();
  for (const row of rows) {
    const python = `py::${row.function}:${row.place}`;
    const name = (golden.has(python) ? python : row.function).replaceAll(';', ':');
    actual.set(name, [...(actual.get(name) ?? []), weightsOf(row)]);
    expect(Number(row['self samples']) * period).toBe(weightsOf(row).self);
    expect(Number(row['total samples']) * period).toBe(weightsOf(row).total);
  }
  const self = [...actual].map(
    ([name, each]) => [name, each.reduce((sum, row) => sum + row.self, 0)] as const,
  );
  expect(sorted(new Map(self))).toEqual(sorted(new Map([...golden].map(([name, row]) => [name, row.self]))));
  const single = [...actual].filter(([, each]) => each.length === 1);
  expect(single.length).toBeGreaterThan(0.9 * golden.size);
  for (const [name, [row]] of single) expect([name, row.total]).toEqual([name, golden.get(name)?.total]);
}

function weightsByComm(text: string): Map<string, number> {
  const comms = new Map<string, number>();
  const weights = linesOf(text);
  for (const [i, line] of text.trimEnd().split('\n').entries()) {
    const comm = line.slice(0, line.indexOf(';'));
    comms.set(comm, (comms.get(comm) ?? 0) + weights[i].weight);
  }
  return comms;
}

function sorted<T>(rows: ReadonlyMap<string, T>): [string, T][] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
}
