// Reads the rows of the table and the call tree, by role as a screen reader would, or from the clipboard.

import type { Locator, Page } from '@playwright/test';
import { decimalsOf, type GoldenNode, linesOf } from './golden.ts';
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

export interface Weights {
  self: number;
  total: number;
}

/** Self and total weight of each group of frames. A group counts once per stack toward its total. */
export function tableOfFolded(text: string, groupOf: (frame: string) => string): Map<string, Weights> {
  const table = new Map<string, Weights>();
  const rowOf = (group: string) => {
    const row = table.get(group) ?? { self: 0, total: 0 };
    table.set(group, row);
    return row;
  };
  for (const { frames, weight } of linesOf(text)) {
    if (frames.length === 0) continue;
    rowOf(groupOf(frames[frames.length - 1])).self += weight;
    for (const group of new Set(frames.map(groupOf))) rowOf(group).total += weight;
  }
  return table;
}

export async function focusRows(page: Page): Promise<void> {
  await page.locator('[role=row][tabindex="0"]').focus();
}

/** Walks down from the root, always to the first callee, and compares each row with the golden. Returns the number of rows. */
export async function compareRows(page: Page, golden: GoldenNode, period: number): Promise<number> {
  let node = golden;
  let compared = 0;
  for (let level = 2; compared < 40; level++) {
    await page.keyboard.press('ArrowDown');
    const row = await focusedRow(page);
    if (row.level !== level) {
      expect(node.children.size, 'the golden has no callees here either').toBe(0);
      break;
    }
    const heaviest = [...node.children].sort(([, a], [, b]) => b.weight - a.weight);
    // Goldens merge functions of the same name in different modules, which cannot be compared.
    if (row.siblings !== heaviest.length) break;
    const matching = heaviest.filter(([name]) => nameOf(name) === row.name);
    expect(matching, `${row.name} is in the golden`).not.toEqual([]);
    const [, child] = matching[0];
    expect(child.weight, 'the heaviest callee comes first').toBe(heaviest[0][1].weight);
    expect(actualOf(row)).toEqual({
      samples: (child.weight / period).toLocaleString('en'),
      share: formatPercent(child.weight / golden.weight, row.cells['Total share']),
      selfShare: formatPercent(child.self / golden.weight, row.cells['Self share']),
    });
    compared++;
    node = child;
  }
  return compared;
}

function actualOf({ cells }: Row) {
  return {
    samples: cells['Total samples'],
    share: cells['Total share'],
    selfShare: cells['Self share'],
  };
}

/** Formats a share with the same number of decimals as `shown`. */
export function formatPercent(share: number, shown: string): string {
  return share === 0 ? '–' : `${(100 * share).toFixed(decimalsOf(shown.replace('%', '')))}%`;
}

function nameOf(frame: string): string {
  return /^py::([^:]*):/s.exec(frame)?.[1] ?? frame;
}
