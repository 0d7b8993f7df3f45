// Sorts and filters the rows of a table, and converts them to text for other programs.

import type { Label } from '../../text/labels.ts';
import type { Table } from '../../model/session.ts';
import type { Sorting, TableColumn } from '../../state/view-state.ts';

/** The table property with the values of each column, except for names. */
const NUMBERS = {
  self: 'self',
  selfSamples: 'selfSamples',
  selfShare: 'self',
  total: 'total',
  totalSamples: 'totalSamples',
  totalShare: 'total',
} as const satisfies Record<Exclude<TableColumn, 'name'>, keyof Table>;

/** Sorts equal rows heaviest first, then by name. `names` are in lower case. */
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

/** The rows whose text contains every word of the query, in the same order. `texts` are in lower case. */
export function rowsWith(rows: Uint32Array, texts: readonly string[], query: string): Uint32Array {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => texts[row].includes(word)));
}

/** Spreadsheets treat cells that start like this as formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Escapes formulas with an apostrophe. */
function cellOf(text: string): string {
  return (FORMULA.test(text) ? "'" : '') + text.replaceAll(/[\t\n\r]/g, ' ');
}

/** Tab-separated, one line per row, with unrounded numbers; `unit` is that of the weights, empty for none. */
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
