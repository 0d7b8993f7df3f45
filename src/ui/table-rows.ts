// The rows of a table in the order and the choice in which they are shown, and as text for another program.

import type { Label } from '../model/labels.ts';
import type { Table } from '../model/session.ts';
import type { Sorting, TableColumn } from '../state/store.ts';

/** The numbers of each column; names are the rows' own. */
const NUMBERS = {
  self: 'self',
  selfSamples: 'selfSamples',
  selfShare: 'self',
  total: 'total',
  totalSamples: 'totalSamples',
  totalShare: 'total',
} as const satisfies Record<Exclude<TableColumn, 'name'>, keyof Table>;

/** Rows that are alike in the column stand heaviest first, and then by name. `names` are of lower case. */
export function sortedRows(
  table: Table,
  names: readonly string[],
  { column, isDescending }: Sorting,
): Uint32Array {
  const { total, self } = table;
  const sign = isDescending ? -1 : 1;
  const byName = (a: number, b: number) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0);
  const byWeight = (a: number, b: number) => total[b] - total[a] || self[b] - self[a];
  const rows = Uint32Array.from({ length: table.length }, (_, row) => row);
  if (column === 'name') return rows.sort((a, b) => sign * byName(a, b) || byWeight(a, b) || a - b);
  const numbers = table[NUMBERS[column]];
  return rows.sort((a, b) => sign * (numbers[a] - numbers[b]) || byWeight(a, b) || byName(a, b) || a - b);
}

/** Those that have each of the words somewhere, in the same order. `texts` are of lower case. */
export function rowsWith(rows: Uint32Array, texts: readonly string[], query: string): Uint32Array {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => texts[row].includes(word)));
}

/** A spreadsheet takes a cell that begins like this for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A text as one cell, which an apostrophe keeps a text. */
function cellOf(text: string): string {
  return (FORMULA.test(text) ? "'" : '') + text.replaceAll(/[\t\n\r]/g, ' ');
}

/** Tab separated, a line a row, the numbers in full; `unit` is that of the weights, empty where it has none. */
export function rowsText(
  table: Table,
  rows: Uint32Array,
  labelOf: (row: number) => Label,
  unit: string,
): string {
  const weight = unit === '' ? 'weight' : `weight (${unit})`;
  const head = ['self', 'total'].flatMap((what) => [`${what} ${weight}`, `${what} samples`, `${what} %`]);
  const percent = (part: number) => String(Number(((100 * part) / (table.weight || 1)).toPrecision(6)));
  const lines = [[table.by, 'place', ...head].join('\t')];
  for (const row of rows) {
    const { name, place } = labelOf(row);
    const self = table.self[row];
    const total = table.total[row];
    const texts = [name, place].map(cellOf);
    const ofSelf = [self, table.selfSamples[row], percent(self)];
    const ofTotal = [total, table.totalSamples[row], percent(total)];
    lines.push([...texts, ...ofSelf, ...ofTotal].join('\t'));
  }
  return `${lines.join('\n')}\n`;
}
