// Typed-array columns that grow. A column doubles its capacity when it is full; `take` returns a copy of the used part.

type TypedColumn = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Copies the column to the beginning of `target` and returns `target`. */
export function copyInto<T extends TypedColumn>(column: T, target: T): T {
  target.set(column);
  return target;
}

/** Does the same as `copyInto` for each column of a table. */
export function copyTableInto<T extends Record<string, TypedColumn>>(
  table: { readonly [K in keyof T]: ArrayLike<number> },
  target: T,
): T {
  for (const name in target) target[name].set(table[name]);
  return target;
}

/**
 * Frees the memory of a temporary column immediately, which leaves the column empty. An idle worker does not collect garbage, and
 * would keep hundreds of megabytes. Does nothing in engines without ArrayBuffer.transfer (ES2024).
 */
export function release({ buffer }: { readonly buffer: ArrayBufferLike }): void {
  if (canTransfer(buffer)) buffer.transfer(0);
}

function canTransfer(buffer: ArrayBufferLike): buffer is ArrayBuffer & Movable {
  return 'transfer' in buffer;
}

/** Missing in TypeScript's types of ES2023. */
interface Movable {
  /** Moves the bytes to a new buffer of another length; this one has none afterwards. */
  transfer(length: number): ArrayBuffer;
}

export function append(column: Int32Array, values: ArrayLike<number>): Int32Array {
  const longer = copyInto(column, new Int32Array(column.length + values.length));
  longer.set(values, column.length);
  return longer;
}

export function appendBytes(column: Uint8Array, values: Uint8Array): Uint8Array {
  const longer = copyInto(column, new Uint8Array(column.length + values.length));
  longer.set(values, column.length);
  return longer;
}

export function indicesUpTo(length: number): Int32Array {
  const indices = new Int32Array(length);
  for (let i = 0; i < length; i++) indices[i] = i;
  return indices;
}

/** The rows of each group, in ascending order: those of group g are `rows[first[g]]` to `rows[first[g + 1] - 1]`. Negative groups are left out. */
export function groupRows(
  groupOf: ArrayLike<number>,
  groups: number,
): { first: Int32Array; rows: Int32Array } {
  // Entry `group + 2` is the number of rows, then entry `group + 1` is where the next one goes.
  const first = new Int32Array(groups + 2);
  for (let row = 0; row < groupOf.length; row++) if (groupOf[row] >= 0) first[groupOf[row] + 2]++;
  for (let group = 1; group <= groups + 1; group++) first[group] += first[group - 1];
  const rows = new Int32Array(first[groups + 1]);
  for (let row = 0; row < groupOf.length; row++) if (groupOf[row] >= 0) rows[first[groupOf[row] + 1]++] = row;
  return { first: first.subarray(0, groups + 1), rows };
}

abstract class Column<T extends TypedColumn> {
  length = 0;
  protected data: T;
  private readonly make: (length: number) => T;

  protected constructor(make: (length: number) => T) {
    this.make = make;
    this.data = make(16);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.data = copyInto(this.data, this.make(2 * this.length));
    this.data[this.length++] = value;
  }

  at(index: number): number {
    return this.data[index];
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  take(): T {
    const taken = this.make(this.length);
    taken.set(this.data.subarray(0, this.length));
    return taken;
  }
}

export class Int32Column extends Column<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length));
  }
}

export class Uint32Column extends Column<Uint32Array> {
  constructor() {
    super((length) => new Uint32Array(length));
  }
}

export class Float64Column extends Column<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length));
  }
}

export class Uint8Column extends Column<Uint8Array> {
  constructor() {
    super((length) => new Uint8Array(length));
  }
}

/** The smallest and the largest value; undefined without values other than NaN. */
export function extremesOf(values: Float64Array): { readonly min: number; readonly max: number } | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? undefined : { min, max };
}
