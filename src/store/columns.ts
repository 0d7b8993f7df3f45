// Reads values from the columns of an answer, whose types depend on the engine.

import { copyInto } from '../model/columns.ts';

/** A value per row: numbers are a Float64Array, also if they have 64 bits. */
export type ColumnValues = ArrayLike<unknown> | Lists;

export type Columns = Readonly<Record<string, ColumnValues>>;

/** A list per row, without an array for each. */
export class Lists {
  /** The elements of all lists. */
  readonly values: ArrayLike<unknown>;
  /** Per row: where its elements begin and end. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;

  constructor(values: ArrayLike<unknown>, starts: Float64Array, ends: Float64Array) {
    this.values = values;
    this.starts = starts;
    this.ends = ends;
  }

  get length(): number {
    return this.ends.length;
  }
}

const NO_LISTS = new Lists(new Float64Array(), new Float64Array(), new Float64Array());

export function joinChunks(chunks: readonly Columns[]): Columns {
  if (chunks.length <= 1) return chunks.at(0) ?? {};
  return Object.fromEntries(
    Object.keys(chunks[0]).map((name) => [name, joinColumn(chunks.map((chunk) => chunk[name]))]),
  );
}

function joinColumn(parts: readonly ColumnValues[]): ColumnValues {
  const lists = parts.filter((part) => part instanceof Lists);
  if (lists.length < parts.length)
    return joinValues(parts.flatMap((part) => (part instanceof Lists ? [] : [part])));
  const values = joinValues(lists.map((list) => list.values));
  let before = 0;
  const moved = lists.map((list) => {
    const by = before;
    before += list.values.length;
    return { starts: list.starts.map((start) => start + by), ends: list.ends.map((end) => end + by) };
  });
  return new Lists(
    values,
    joinNumbers(moved.map(({ starts }) => starts)),
    joinNumbers(moved.map(({ ends }) => ends)),
  );
}

function joinValues(parts: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
  const numbers = parts.filter((part) => part instanceof Float64Array);
  return numbers.length === parts.length ? joinNumbers(numbers) : parts.flatMap((part) => Array.from(part));
}

function joinNumbers(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    copyInto(part, joined.subarray(at));
    at += part.length;
  }
  return joined;
}

export function numberAt(column: ColumnValues, row: number): number {
  return Number(valueAt(column, row));
}

export function stringAt(column: ColumnValues, row: number): string {
  return String(valueAt(column, row));
}

function valueAt(column: ColumnValues, row: number): unknown {
  return column instanceof Lists ? undefined : column[row];
}

/** A column whose rows are lists. */
export function listsIn(column: ColumnValues): Lists {
  return column instanceof Lists ? column : NO_LISTS;
}

export function numbersAt(column: ColumnValues, row: number): number[] {
  return Array.from(listAt(column, row), Number);
}

export function stringsAt(column: ColumnValues, row: number): string[] {
  return Array.from(listAt(column, row), String);
}

function listAt(column: ColumnValues, row: number): unknown[] {
  const { values, starts, ends } = listsIn(column);
  return Array.prototype.slice.call(values, starts[row], ends[row]);
}

export function numbersOf(column: ColumnValues): Float64Array {
  if (column instanceof Float64Array) return column;
  return column instanceof Lists ? new Float64Array() : Float64Array.from(column, Number);
}

export function stringsOf(column: ColumnValues): string[] {
  return column instanceof Lists ? [] : Array.from(column, String);
}
