// Prints text, tables and JSON. What goes to the terminal is escaped, output to files and other programs is not.

import { unitOf } from '../src/text/format.ts';
import { shareText, weightText } from '../src/text/column-text.ts';
import { escapeJson, escapeLine, escapeText } from '../src/text/visible-text.ts';
import { measureOf } from '../src/text/sides-text.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export function print(line: string): void {
  process.stdout.write(`${escapeLine(line)}\n`);
}

export function printMessage(sentence: string): void {
  process.stderr.write(`pyrograph: ${escapeLine(sentence)}\n`);
}

export async function* escapeLines(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(escapeText(decoder.decode(chunk, { stream: true })));
  yield encoder.encode(decoder.decode());
}

/** Indented, with a line end. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Aligns all columns but the last to the right, with two spaces between them. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, i) => (i < row.length - 1 ? cell.padStart(widths[i]) : escapeLine(cell))).join('  '),
  );
}

/** An aligned table, and how many rows it leaves out. */
export function tableLines(rows: readonly (readonly string[])[], omitted: number): string[] {
  return [...alignColumns(rows), ...(omitted > 0 ? [`… and ${omitted} more rows`] : [])];
}

/** Two cells per weight: the weight, and its share of `whole`. */
export function weightCells(weights: readonly number[], whole: number, measure: string): string[] {
  return weights.flatMap((weight) => [weightText(weight, measure), shareText(weight, whole)]);
}

/** The weight of all samples, for a heading. */
export function wholeText(weight: number, measure: string): string {
  return `${weightText(weight, measure)}${unitOf(measure) === 'ns' ? ` of ${measureOf(measure)}` : ''}`;
}
