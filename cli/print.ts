// Prints text, tables and JSON. What goes to the terminal is escaped, output to files and other programs is not.

import { escapeJson, escapeLine, escapeText } from '../src/text/escapes.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Prints a line for the user on stdout. */
export function print(line: string): void {
  process.stdout.write(`${escapeLine(line)}\n`);
}

/** Prints a complete sentence on stderr. */
export function printMessage(sentence: string): void {
  process.stderr.write(`pyrograph: ${escapeLine(sentence)}\n`);
}

/** Escapes multi-line UTF-8 text. */
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
