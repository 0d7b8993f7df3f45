// Reads the rows of the table and the call tree, by role as a screen reader would, or from the clipboard.

import type { Locator, Page } from '@playwright/test';
import { decimalsOf, type GoldenNode, PERIOD } from './golden.ts';
import { expect } from './page.ts';

/** A row of a table or call tree. */
export interface Row {
  /** 0-based position among all rows. */
  readonly index: number;
  /** 1 for the root of a tree; 0 in a table. */
  readonly level: number;
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
  /** Text of each cell, by column heading. */
  readonly cells: Readonly<Record<string, string>>;
  /** The function in the first cell, without its file or module. */
  readonly name: string;
}

/** The row that Tab reaches. */
export async function focusedRow(page: Page): Promise<Row> {
  const rows = await rowsIn(page, '[role=row][tabindex="0"]');
  expect(rows, 'exactly one row can be reached with Tab').toHaveLength(1);
  return rows[0];
}

/** The visible rows, from the top. */
export async function visibleRows(page: Page): Promise<Row[]> {
  return rowsIn(page, '[role=row][tabindex]');
}

async function rowsIn(page: Page, selector: string): Promise<Row[]> {
  return page.evaluate((selected) => {
    const grid = document.querySelector('[role=grid], [role=treegrid]');
    const heads = [...(grid?.querySelectorAll('[role=columnheader]') ?? [])].map((head) => head.textContent);
    const bounds = grid?.getBoundingClientRect();
    const rows = [...(grid?.querySelectorAll(selected) ?? [])].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return selected.includes('=') && bounds && bottom > bounds.top && top < bounds.bottom;
    });
    const number = (row: Element, name: string) => Number(row.getAttribute(name) ?? 0);
    const read = rows.map((row) => {
      const cells = [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '');
      const expanded = row.getAttribute('aria-expanded');
      return {
        index: number(row, 'aria-rowindex') - 2,
        level: number(row, 'aria-level'),
        isOpen: expanded === null ? undefined : expanded === 'true',
        position: number(row, 'aria-posinset'),
        siblings: number(row, 'aria-setsize'),
        cells: Object.fromEntries(heads.map((head, i) => [head, cells[i]])),
        name: row.querySelector('.row-label')?.textContent ?? '',
      };
    });
    return read.sort((a, b) => a.index - b.index);
  }, selector);
}

/** Chooses what the rows of the table are, such as `Kind`. */
export async function groupRows(page: Page, label: string): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Rows' })
    .getByRole('radio', { name: label, exact: true })
    .check();
}

export function columnHead(page: Page, name: string): Locator {
  return page.getByRole('columnheader', { name, exact: true });
}

/** The rows that the copy button copies, in display order; cells are keyed by column heading. */
export async function copiedRows(page: Page): Promise<Record<string, string>[]> {
  const button = page.getByRole('button', { name: 'Copy the rows as text' });
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const [heads, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(heads.map((name, i) => [name, cells[i]])));
}

export async function focusRows(page: Page): Promise<void> {
  await page.locator('[role=row][tabindex="0"]').focus();
}

/** Walks down from the root, always to the first callee, and compares each row with the golden. */
export async function compareRows(page: Page, golden: GoldenNode): Promise<void> {
  let node = golden;
  for (let level = 2; node.children.size > 0; level++) {
    await page.keyboard.press('ArrowDown');
    const row = await focusedRow(page);
    expect([row.level, row.position]).toEqual([level, 1]);
    const heaviest = Math.max(...[...node.children.values()].map(({ weight }) => weight));
    const [, child] = [...node.children].find(([name]) => nameOf(name) === row.name) ?? [];
    if (!child) throw new Error(`The golden has no ${row.name} here`);
    expect(child.weight, 'the heaviest callee comes first').toBe(heaviest);
    const { cells } = row;
    expect([cells['Total samples'], cells['Total share'], cells['Self share']]).toEqual([
      String(child.weight / PERIOD),
      formatPercent(child.weight / golden.weight, cells['Total share']),
      formatPercent(child.self / golden.weight, cells['Self share']),
    ]);
    node = child;
  }
}

/** Formats a share with the same number of decimals as `shown`. */
function formatPercent(share: number, shown: string): string {
  return share === 0 ? '–' : `${(100 * share).toFixed(decimalsOf(shown.replace('%', '')))}%`;
}

function nameOf(frame: string): string {
  return /^py::([^:]*):/s.exec(frame)?.[1] ?? frame;
}
