// How the browser tests read a table or a call tree: by roles, as a screen reader would, or from the clipboard.

import type { Locator, Page } from '@playwright/test';
import { linesOf, placesOf, type GoldenBox } from './golden.ts';
import { expect } from './page.ts';

/** A row that is in the document. */
export interface Row {
  /** From 0, of all rows and not of those in the document. */
  readonly index: number;
  /** 1 for the root of a tree; 0 in a table. */
  readonly level: number;
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
  /** Texts of the cells, by what the heads of their columns are called. */
  readonly cells: Readonly<Record<string, string>>;
  /** Of the first cell: what is not quiet beside it. */
  readonly name: string;
}

/** The row that the keyboard is on. */
export async function focusedRow(page: Page): Promise<Row> {
  const rows = await rowsIn(page, '[role=row][tabindex="0"]');
  expect(rows, 'the keyboard is on one row').toHaveLength(1);
  return rows[0];
}

/** The rows in sight, from the top. */
export async function rowsInSight(page: Page): Promise<Row[]> {
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

export function head(page: Page, name: string): Locator {
  return page.getByRole('columnheader', { name, exact: true });
}

/** What the copy button copies: the rows in the order that is shown, by the heads. */
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

/** Self and total of each group of the frames: the leaf's group has the self weight, each group in a stack the total. */
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

/** Puts the keyboard on the row that it was on. */
export async function focusRows(page: Page): Promise<void> {
  await page.locator('[role=row][tabindex="0"]').focus();
}

/**
 * Walks down the rows from the root, always into the first callee, and holds each row on the way and its siblings
 * against the golden. Returns how many were compared.
 */
export async function compareDown(page: Page, golden: GoldenBox, period: number): Promise<number> {
  let box = golden;
  let compared = 0;
  for (let level = 2; compared < 40; level++) {
    await page.keyboard.press('ArrowDown');
    const row = await focusedRow(page);
    if (row.level !== level) {
      expect(box.children.size, 'a box without callees is where a stack ends').toBe(0);
      break;
    }
    const heaviest = [...box.children].sort(([, a], [, b]) => b.weight - a.weight);
    // Boxes of one name in several modules are one to the golden: then they cannot be told apart.
    if (row.siblings !== heaviest.length) break;
    const alike = heaviest.filter(([name]) => labelOf(name) === row.name);
    expect(alike, `${row.name} is in the golden`).not.toEqual([]);
    const [, child] = alike[0];
    expect(child.weight, 'the heaviest callee comes first').toBe(heaviest[0][1].weight);
    expect(asRead(row)).toEqual({
      samples: (child.weight / period).toLocaleString('en'),
      share: percent(child.weight / golden.weight, row.cells['Total share']),
      selfShare: percent(child.self / golden.weight, row.cells['Self share']),
    });
    compared++;
    box = child;
  }
  return compared;
}

function asRead({ cells }: Row) {
  return {
    samples: cells['Total samples'],
    share: cells['Total share'],
    selfShare: cells['Self share'],
  };
}

/** With as many places as are shown. */
export function percent(share: number, shown: string): string {
  return share === 0 ? '0%' : `${(100 * share).toFixed(placesOf(shown.replace('%', '')))}%`;
}

function labelOf(frame: string): string {
  return /^py::([^:]*):/s.exec(frame)?.[1] ?? frame;
}
