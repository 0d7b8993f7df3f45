// Lines with right-aligned weights and shares, followed by names.

import { unitOf } from '../src/text/format.ts';
import { escapeLine } from './terminal.ts';

/** Seconds for clock events, otherwise the plain number; a dash for zero. */
export function weightText(weight: number, event: string): string {
  if (weight === 0) return '–';
  return unitOf(event) === 'ns' ? `${(weight / 1e9).toFixed(3)} s` : String(weight);
}

/** `12.34 %`, or a dash for zero. */
export function shareText(weight: number, whole: number): string {
  return weight === 0 ? '–' : `${((100 * weight) / whole).toFixed(2)} %`;
}

/** Aligns all columns but the last to the right, with two spaces between them. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, i) => (i < row.length - 1 ? cell.padStart(widths[i]) : escapeLine(cell))).join('  '),
  );
}
