// Sorts the rows of a table, and converts them to text for other programs.

import type { CostId } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import type { Label } from '../../text/labels.ts';
import type { Table } from '../../model/session.ts';
import type { Sorting, TABLE_COLUMNS, TableColumn } from '../../model/view-names.ts';
import { selfCostOf, selfCostsOf } from './cost-columns.ts';

/** The table property that contains the values of each column, except for names. */
const VALUE_PROPERTIES = {
  self: 'self',
  selfSamples: 'selfSamples',
  selfShare: 'self',
  total: 'total',
  totalSamples: 'totalSamples',
  totalShare: 'total',
} as const satisfies Record<Exclude<(typeof TABLE_COLUMNS)[number], 'name'>, keyof Table>;

function isOwnColumn(column: TableColumn): column is keyof typeof VALUE_PROPERTIES {
  return column in VALUE_PROPERTIES;
}

/**
 * Breaks ties by weight, heaviest first, then by name. `names` are in lower case. Code without a package, file or module comes last in
 * any order: it is what the table is not about, and often most of the weight.
 */
export function sortRows(
  table: Table,
  names: readonly string[],
  { column, isDescending }: Sorting,
): Uint32Array {
  const { id, total, self } = table;
  const sign = isDescending ? -1 : 1;
  const byName = (a: number, b: number) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0);
  const byWeight = (a: number, b: number) => total[b] - total[a] || self[b] - self[a];
  const rows = Uint32Array.from({ length: table.length }, (_, row) => row);
  const lastIfNone = (a: number, b: number) => Number(id[a] === NONE) - Number(id[b] === NONE);
  if (column === 'name')
    return rows.sort((a, b) => lastIfNone(a, b) || sign * byName(a, b) || byWeight(a, b) || a - b);
  const numbers = isOwnColumn(column) ? table[VALUE_PROPERTIES[column]] : selfCostsOf(table, column);
  return rows.sort(
    (a, b) => lastIfNone(a, b) || sign * (numbers[a] - numbers[b]) || byWeight(a, b) || byName(a, b) || a - b,
  );
}

/** Spreadsheets treat cells that start like this as formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Prefixes formulas with an apostrophe, and replaces tabs and line breaks with spaces. */
export function escapeCell(text: string): string {
  return (FORMULA.test(text) ? "'" : '') + text.replaceAll(/[\t\n\r]/g, ' ');
}

/**
 * Tab-separated text: one line per row, with unrounded weights and percentages to six digits. `unit` is the unit of the weights, or
 * empty if they have none. `costs` have a column with their self weight.
 */
export function rowsText(
  table: Table,
  rows: Uint32Array,
  labelOf: (row: number) => Label,
  unit: string,
  costs: readonly CostId[] = [],
): string {
  const weight = unit === '' ? 'weight' : `weight (${unit})`;
  const head = ['self', 'total'].flatMap((name) => [`${name} ${weight}`, `${name} samples`, `${name} %`]);
  const percent = (part: number) => String(Number(((100 * part) / (table.weight || 1)).toPrecision(6)));
  const costHead = costs.map((cost) => `self ${cost}${unit === '' ? '' : ` (${unit})`}`);
  const lines = [[table.by, 'place', ...head, ...costHead].join('\t')];
  for (const row of rows) {
    const { name, place } = labelOf(row);
    const self = table.self[row];
    const total = table.total[row];
    const texts = [name, place].map(escapeCell);
    const ofSelf = [self, table.selfSamples[row], percent(self)];
    const ofTotal = [total, table.totalSamples[row], percent(total)];
    const ofCosts = costs.map((cost) => selfCostOf(table, row, cost) ?? '');
    lines.push([...texts, ...ofSelf, ...ofTotal, ...ofCosts].join('\t'));
  }
  return `${lines.join('\n')}\n`;
}
