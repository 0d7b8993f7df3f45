// Reads values from the columns of an answer, whose types depend on the engine.

import type { Columns } from './engine.ts';

const NO_NUMBERS = new Float64Array();

/** Joins the rows of chunks, which have the same columns. */
export function joinChunks(chunks: readonly Columns[]): Columns {
  if (chunks.length <= 1) return chunks.at(0) ?? {};
  return Object.fromEntries(
    Object.keys(chunks[0]).map((name) => [name, joinColumn(chunks.map((chunk) => chunk[name]))]),
  );
}

/** The elements of a list, of which `values` has those of all rows. */
export function listIn(values: ArrayLike<unknown>, from: number, to: number): ArrayLike<unknown> {
  return values instanceof Float64Array
    ? values.subarray(from, to)
    : Array.prototype.slice.call(values, from, to);
}

function joinColumn(parts: readonly Columns[string][]): Columns[string] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const joined = parts.every((part) => part instanceof Float64Array)
    ? new Float64Array(length)
    : Array.from<unknown>({ length });
  let at = 0;
  for (const part of parts) for (let row = 0; row < part.length; row++) joined[at++] = part[row];
  return joined;
}

export function numberAt(column: Columns[string], row: number): number {
  return Number(column[row]);
}

export function stringAt(column: Columns[string], row: number): string {
  return String(column[row]);
}

export function numbersAt(column: Columns[string], row: number): ArrayLike<number> {
  const value = column[row];
  return value instanceof Float64Array ? value : NO_NUMBERS;
}

export function stringsAt(column: Columns[string], row: number): string[] {
  const value = column[row];
  return Array.isArray(value) ? value.map(String) : [];
}

export function numbersOf(column: Columns[string]): Float64Array {
  return column instanceof Float64Array ? column : Float64Array.from(column, Number);
}

export function stringsOf(column: Columns[string]): string[] {
  return Array.from(column, String);
}
