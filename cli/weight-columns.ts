// Lines with right-aligned weights and shares, followed by names.

import { escapeLine } from '../src/text/escapes.ts';

/** Aligns all columns but the last to the right, with two spaces between them. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, i) => (i < row.length - 1 ? cell.padStart(widths[i]) : escapeLine(cell))).join('  '),
  );
}
