// Growable typed-array columns. A column doubles when it is full; `take` returns a copy of the filled part.

type Growable = Int32Array | Float64Array | Uint8Array;

/** Copies `column` into `longer`, which replaces it. */
export function extended<T extends Growable>(column: T, longer: T): T {
  longer.set(column);
  return longer;
}

abstract class Column<T extends Growable> {
  length = 0;
  protected data: T;
  private readonly make: (length: number) => T;

  protected constructor(make: (length: number) => T) {
    this.make = make;
    this.data = make(16);
  }

  push(value: number): void {
    if (this.length === this.data.length)
      this.data = extended(this.data, this.make(Math.max(16, this.length * 2)));
    this.data[this.length++] = value;
  }

  at(index: number): number {
    return this.data[index];
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }
}

export class Int32Column extends Column<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length));
  }
  take(): Int32Array {
    return this.data.slice(0, this.length);
  }
}

export class Float64Column extends Column<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length));
  }
  take(): Float64Array {
    return this.data.slice(0, this.length);
  }
}

export class Uint8Column extends Column<Uint8Array> {
  constructor() {
    super((length) => new Uint8Array(length));
  }
  take(): Uint8Array {
    return this.data.slice(0, this.length);
  }
}
