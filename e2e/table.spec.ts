// The table: self and total against a plain count over the goldens, sorting, narrowing down, the keyboard.

import type { Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { goldenText, linesOf } from './golden.ts';
import { choose, expect, fixture, LEVELS, open, start, test, upload } from './page.ts';
import { copiedRows, focusedRow, head, rowsInSight, tableOfFolded, type Weights } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const PYTHON = /^py::([^:]*):(.*)$/s;

for (const { folder, period } of [{ folder: 'fp-workers', period: 200_040 }]) {
  test(`${folder}: every function has the self and total that the golden has${WITHOUT}`, async ({ page }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await openTable(page, folder);
    for (const [index, { name }] of LEVELS.entries()) {
      await page.keyboard.press(String(index + 1));
      const golden = tableOfFolded(goldenText(folder, name), (frame) => frame);
      await expect(async () => expectFunctions(await copiedRows(page), golden, period)).toPass();
    }
  });

  test(`${folder}: so have files and threads${WITHOUT}`, async ({ page }) => {
    test.skip(!HAS_PROFILES, WITHOUT);
    await openTable(page, folder);
    await page.getByRole('radio', { name: 'File', exact: true }).check();
    const text = goldenText(folder, 'python-c');
    const golden = tableOfFolded(text, (frame) => PYTHON.exec(frame)?.[2] ?? '(no file)');
    await expect(page.getByRole('grid', { name: 'by file' })).toBeVisible();
    const rows = await copiedRows(page);
    const read = new Map(
      rows.map((row) => [row.place ? `${row.place}/${row.file}` : row.file, weightsOf(row)] as const),
    );
    expect(sorted(read)).toEqual(sorted(golden));

    await page.getByRole('radio', { name: 'Thread', exact: true }).check();
    await expect(page.getByRole('grid', { name: 'by thread' })).toBeVisible();
    const comms = new Map<string, number>();
    for (const row of await copiedRows(page))
      comms.set(row.thread, (comms.get(row.thread) ?? 0) + weightsOf(row).total);
    expect(sorted(comms)).toEqual(sorted(weightsByComm(text)));
  });
}

test(`fp-workers: sorted by each column, upwards and downwards${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await openTable(page, 'fp-workers');
  const golden = [...tableOfFolded(goldenText('fp-workers', 'python-c'), (frame) => frame)];
  for (const [column, by] of [
    ['Self', 'self'],
    ['Total', 'total'],
  ] as const) {
    if (column === 'Total') await head(page, column).getByRole('button').click();
    await expect(head(page, column)).toHaveAttribute('aria-sort', 'descending');
    const [, heaviest] = golden.reduce((a, b) => (b[1][by] > a[1][by] ? b : a));
    const [first] = await rowsInSight(page);
    expect(first.cells[`${column} samples`]).toBe((heaviest[by] / 200_040).toLocaleString('en'));
  }
  for (const column of ['Self samples', 'Self share', 'Total samples', 'Total share', 'Self', 'Total']) {
    await head(page, column).getByRole('button').click();
    const key = { share: '%', samples: 'samples' }[column.split(' ')[1]] ?? 'weight (ns)';
    const numbers = async () =>
      (await copiedRows(page)).map((row) => Number(row[`${column.split(' ')[0].toLowerCase()} ${key}`]));
    await expect(head(page, column)).toHaveAttribute('aria-sort', 'descending');
    const falling = await numbers();
    expect(falling).toEqual([...falling].sort((a, b) => b - a));
    await head(page, column).getByRole('button').click();
    await expect(head(page, column)).toHaveAttribute('aria-sort', 'ascending');
    const rising = await numbers();
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
  }
  await head(page, 'Function').getByRole('button').click();
  await expect(head(page, 'Function')).toHaveAttribute('aria-sort', 'ascending');
  const names = (await copiedRows(page)).map((row) => row.function.toLowerCase());
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});

test('words narrow the rows down, the search marks them, and neither takes long', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('b');
  const all = (await copiedRows(page)).length;
  const sum = page.getByRole('status', { name: 'Rows shown' });
  await expect(sum).toContainText(`${all} functions`);
  const field = page.getByRole('searchbox', { name: 'Filter rows' });
  await field.fill('APP twice');
  await expect(sum).toContainText(`of ${all} functions`);
  const few = await copiedRows(page);
  expect(few.length).toBeGreaterThan(0);
  for (const { function: name, place } of few) expect(`${name} ${place}`).toMatch(/twice.*app/);
  await field.fill('(a+)+$');
  await expect(sum).toContainText(`0 of ${all}`);
  await expect(page.getByText('No row has these words.')).toBeVisible();
  await field.press('Escape');
  await expect(sum).not.toContainText('of');

  await page.getByRole('searchbox', { name: 'Search functions' }).fill('twice');
  const found = page.locator('[role=row].found');
  await expect(found.first()).toBeVisible();
  for (const text of await found.allTextContents()) expect(text).toContain('twice');
  await page.locator('[role=row][tabindex="0"]').focus();
  await page.keyboard.press('n');
  expect((await focusedRow(page)).name).toContain('twice');
});

test('the details are about the row that the keyboard is on', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const details = page.getByRole('region', { name: 'Details' });
  // From Z to A the selected function does not come first.
  await page.keyboard.press('b');
  for (let click = 0; click < 2; click++) await head(page, 'Function').getByRole('button').click();
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowUp');
  await expect(details.getByRole('heading', { name: 'Callees' })).toBeVisible();
  const title = details.getByRole('heading', { level: 2 });
  const selected = (await title.textContent()) ?? '?';
  const ofSelectedBox = await details.innerText();
  await page.keyboard.press('b');
  await expect(page.locator('[role=row][tabindex="0"]'), 'the row of the selected function').toBeFocused();
  const first = await focusedRow(page);
  expect(first.name).toBe(selected);
  expect(first.index, 'not just the first row').toBeGreaterThan(0);
  await expect(title).toHaveText(selected);
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Home']) {
    await page.keyboard.press(key);
    const { name, cells } = await focusedRow(page);
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(name);
    for (const column of ['Total', 'Self'])
      await expect(details.getByRole('row', { name: new RegExp(`^${column}`) })).toHaveText(
        [column, cells[column], cells[`${column} samples`], cells[`${column} share`]].join(''),
      );
    await expect(details.getByRole('heading', { name: /Callers|Callees/ }).first()).toBeVisible();
  }
  await page.keyboard.press('c');
  await expect.poll(() => details.innerText()).toBe(ofSelectedBox);
  await page.keyboard.press('b');
  await page.getByRole('radio', { name: 'Kind', exact: true }).check();
  await expect(page.getByRole('grid', { name: 'by kind' })).toBeVisible();
  const marked = page.getByRole('row', { selected: true }).locator('.row-label');
  await expect(details.getByRole('heading', { level: 2 })).toHaveText((await marked.textContent()) ?? '');
  await page.locator('[role=row][tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { level: 2 })).toHaveText((await focusedRow(page)).name);
  await expect(details.getByRole('heading', { name: /Callers|Callees/ })).toHaveCount(0);
});

test(`fp-workers: the keyboard goes from row to row, opens the sandwich, and sorts${WITHOUT}`, async ({
  page,
}) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await openTable(page, 'fp-workers');
  const grid = page.getByRole('grid', { name: 'Self and total by function' });
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(count).toBe((await copiedRows(page)).length);
  await page.getByRole('button', { name: 'Copy the rows as text' }).focus();
  for (let tab = 0; tab < 8; tab++) await page.keyboard.press('Tab');
  const at = async () => (await focusedRow(page)).index;
  await expect(page.locator('[role=row][aria-rowindex="2"]'), 'behind the heads').toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await at()).toBe(2);
  await page.keyboard.press('ArrowUp');
  expect(await at()).toBe(1);
  await page.keyboard.press('PageDown');
  const afterPage = await at();
  expect(afterPage).toBeGreaterThan(15);
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
  expect(await page.locator('[role=row]').count(), 'only what is in sight is there').toBeLessThan(60);

  // The row with the focus stays where the keyboard is, however far the wheel goes.
  await grid.hover();
  await page.mouse.wheel(0, 5000);
  await expect.poll(async () => (await rowsInSight(page)).at(0)?.index ?? 0).toBeGreaterThan(100);
  await page.keyboard.press('ArrowDown');
  expect(await at()).toBe(1);
  await expect(page.locator('[aria-rowindex="3"]')).toBeInViewport();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tree', { name: 'Callers' })).toBeVisible();
});

test('a table of a hundred thousand rows is sorted, walked and scrolled at once', async ({ page }) => {
  await start(page);
  const lines = Array.from({ length: 100_000 }, (_, i) => `main;f${i} ${1 + ((i * 7919) % 10_007)}`);
  await choose(page, upload('long.folded', lines.join('\n')));
  // Opening may take long on a busy machine, and is not what is looked at here.
  await expect(page.getByRole('tree')).toBeVisible({ timeout: 80_000 });
  await page.keyboard.press('b');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '100001');
  await page.locator('[role=row][tabindex="0"]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="100001"]')).toBeInViewport({ ratio: 1 });
  expect(await page.locator('[role=row]').count()).toBeLessThan(60);
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect.poll(async () => (await rowsInSight(page))[0]?.index ?? 0).toBeGreaterThan(10_000);
  expect(await page.locator('[role=row]').count()).toBeLessThan(60);
});

test('a row that a filter takes away leaves the keyboard where it was', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('b');
  await page.locator('[role=row][tabindex="0"]').focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  const { name, index } = await focusedRow(page);
  await page.keyboard.press('h');
  await expect.poll(async () => (await focusedRow(page)).name).not.toBe(name);
  expect((await focusedRow(page)).index).toBe(index);
  await expect(page.locator('[role=row][tabindex="0"]')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=row][tabindex="0"]')).toBeFocused();

  const stood = (await focusedRow(page)).name;
  const words = page.getByRole('searchbox', { name: 'Filter rows' });
  await words.fill('zzz');
  await expect(page.getByText('No row has these words.')).toBeVisible();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('heading'), 'there is nothing to tell of').toHaveCount(0);
  await head(page, 'Total').getByRole('button').focus();
  await page.keyboard.press('h');
  await words.press('Escape');
  await expect(page.getByRole('region', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1);
  const marked = page.getByRole('row', { selected: true }).locator('.row-label');
  await expect(marked, 'the row that comes back').toHaveText(stood);
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(stood);
});

test('on a phone columns are left out, and nothing is scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('b');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(head(page, 'Function')).toBeVisible();
  await expect(head(page, 'Total')).toBeVisible();
  await expect(head(page, 'Total samples')).toBeHidden();
  const wider = await page.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    const { documentElement } = document;
    return [grid ?? documentElement, documentElement].map((each) => each.scrollWidth - each.clientWidth);
  });
  expect(wider).toEqual([0, 0]);
});

async function openTable(page: Page, folder: string): Promise<void> {
  await start(page);
  await open(page, upload(`${folder}.perf.gz`, bytesAt(folder, 'expected.perf.gz')));
  await page.keyboard.press('b');
  await expect(page.getByRole('grid', { name: 'Self and total by function' })).toBeVisible();
}

function weightsOf(row: Record<string, string>): Weights {
  return { self: Number(row['self weight (ns)']), total: Number(row['total weight (ns)']) };
}

/** Functions of one name in several modules are one to the golden: then only their self weights can be added up. */
function expectFunctions(
  rows: readonly Record<string, string>[],
  golden: ReadonlyMap<string, Weights>,
  period: number,
): void {
  const read = new Map<string, Weights[]>();
  for (const row of rows) {
    const python = `py::${row.function}:${row.place}`;
    const name = (golden.has(python) ? python : row.function).replaceAll(';', ':');
    read.set(name, [...(read.get(name) ?? []), weightsOf(row)]);
    expect(Number(row['self samples']) * period).toBe(weightsOf(row).self);
    expect(Number(row['total samples']) * period).toBe(weightsOf(row).total);
  }
  const self = [...read].map(([name, each]) => [name, each.reduce((sum, row) => sum + row.self, 0)] as const);
  expect(sorted(new Map(self))).toEqual(sorted(new Map([...golden].map(([name, row]) => [name, row.self]))));
  const single = [...read].filter(([, each]) => each.length === 1);
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
