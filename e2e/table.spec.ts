// Tests the table: compares self and total weights with goldens, sorts and filters rows, and uses the keyboard.

import { tableOf } from '../fixtures/golden-lines.ts';
import { goldenLines, PERIOD } from './golden.ts';
import { chips } from './menus.ts';
import { activeRow, details, searchField } from './locators.ts';
import { startWith, test } from './opened.ts';
import { expect, press } from './page.ts';
import { groupRows, copiedRows, focusedRow, columnHead, visibleRows } from './rows.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('the rows match the golden, can be sorted in both directions, and grouped', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('b');
  const golden = tableOf(goldenLines(), (frame) => frame);
  const rows = new Map<string, Record<string, string>[]>();
  for (const row of await copiedRows(page)) {
    const python = `py::${row.function}:${row.place}`.replaceAll(';', ':');
    const name = golden.has(python) ? python : row.function;
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  expect([...rows.keys()].sort()).toEqual([...golden.keys()].sort());
  for (const [name, each] of rows)
    for (const by of ['self', 'total'] as const) {
      // Goldens merge functions of the same name in different modules, of which a stack can have several.
      if (by === 'total' && each.length > 1) continue;
      const sumOf = (column: string) => each.reduce((sum, row) => sum + Number(row[`${by} ${column}`]), 0);
      expect(sumOf('weight (ns)'), `${by} of ${name}`).toBe(golden.get(name)?.[by]);
      expect(sumOf('samples') * PERIOD, `${by} of ${name}`).toBe(golden.get(name)?.[by]);
    }

  await expect(columnHead(page, 'Self')).toHaveAttribute('aria-sort', 'descending');
  for (const [column, order] of [
    ['Total', 'descending'],
    ['Total', 'ascending'],
    ['Self samples', 'descending'],
    ['Function', 'ascending'],
    ['Function', 'descending'],
  ] as const) {
    await columnHead(page, column).getByRole('button').click();
    await expect(columnHead(page, column)).toHaveAttribute('aria-sort', order);
    const shown = (await visibleRows(page)).map(({ name, cells }) =>
      column === 'Function' ? name.toLowerCase() : parseFloat(cells[column].replace('–', '0')),
    );
    const ascending = shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(shown).toEqual(order === 'ascending' ? ascending : ascending.toReversed());
  }

  for (const by of ['File', 'Package', 'Module', 'Kind', 'Thread', 'Cost', 'Part']) {
    await groupRows(page, by);
    await expect(page.getByRole('grid', { name: `by ${by.toLowerCase()}` })).toBeVisible();
  }
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

test('keys move between rows and open the sandwich', async ({ page }) => {
  await startWith(page, 'workers.perf.gz');
  await page.keyboard.press('b');
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
