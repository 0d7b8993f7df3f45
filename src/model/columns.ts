// Growable typed-array columns. A column doubles when it is full; `take` returns a copy of the filled part.

type TypedColumn = Int32Array | Float64Array | Uint8Array;

/** Copies the column to the beginning of `room`, and returns `room`. */
export function extended<T extends TypedColumn>(column: T, room: T): T {
  room.set(column);
  return room;
}

/** Like `extended`, for each column of a table. */
export function extendedTable<T extends Record<string, TypedColumn>>(
  table: { readonly [K in keyof T]: ArrayLike<number> },
  room: T,
): T {
  for (const name in room) room[name].set(table[name]);
  return room;
}

export function appended(column: Int32Array, last: readonly number[]): Int32Array {
  const longer = extended(column, new Int32Array(column.length + last.length));
  longer.set(last, column.length);
  return longer;
}

/** The numbers from 0 to `length - 1`. */
export function risingTo(length: number): Int32Array {
  const rising = new Int32Array(length);
  for (let i = 0; i < length; i++) rising[i] = i;
  return rising;
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
    if (this.length === this.data.length) this.data = extended(this.data, this.make(2 * this.length));
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
