// Reads values from the columns of an answer, whose types depend on the engine.

import type { Columns } from './engine.ts';

export function numberAt(column: Columns[string], row: number): number {
  return Number(column[row]);
}

export function stringAt(column: Columns[string], row: number): string {
  return String(column[row]);
}

export function numbersAt(column: Columns[string], row: number): ArrayLike<number> {
  const value = column[row];
  return value instanceof Float64Array || isNumbers(value) ? value : [];
}

/** The elements of a list have the same type. */
function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === 'number';
}

export function stringsAt(column: Columns[string], row: number): string[] {
  const value = column[row];
  return Array.isArray(value) ? value.map(String) : [];
}

export function numbersOf(column: Columns[string]): number[] {
  return Array.from(column, Number);
}

export function stringsOf(column: Columns[string]): string[] {
  return Array.from(column, String);
}
