// Decodes ClickHouse's Native format: blocks of rows, column by column (https://clickhouse.com/docs/interfaces/formats/Native).

import { Lists, type ColumnValues, type Columns } from './columns.ts';

export function* decodeNative(bytes: Uint8Array): Generator<Columns> {
  const reader = new NativeReader(bytes);
  while (!reader.isAtEnd) yield reader.block();
}

type Decode<T extends ColumnValues = ColumnValues> = (reader: NativeReader, rows: number) => T;

const NUMBERS: Readonly<
  Record<string, readonly [size: number, read: (view: DataView, at: number) => number]>
> = {
  UInt8: [1, (view, at) => view.getUint8(at)],
  Int32: [4, (view, at) => view.getInt32(at, true)],
  UInt32: [4, (view, at) => view.getUint32(at, true)],
  UInt64: [8, (view, at) => view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)],
  Int64: [8, (view, at) => view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)],
  Float64: [8, (view, at) => view.getFloat64(at, true)],
};

class NativeReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  block(): Columns {
    const columns = this.size();
    const rows = this.size();
    const block: Record<string, ColumnValues> = {};
    for (let i = 0; i < columns; i++) {
      const name = this.text();
      block[name] = decoderOf(this.text())(this, rows);
    }
    return block;
  }

  numbers(rows: number, size: number, read: (view: DataView, at: number) => number): Float64Array {
    const start = this.skip(rows * size);
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; row++) values[row] = read(this.view, start + row * size);
    return values;
  }

  text(): string {
    const length = this.size();
    const start = this.skip(length);
    return this.decoder.decode(this.bytes.subarray(start, start + length));
  }

  /** An unsigned number of seven bits per byte. */
  private size(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.view.getUint8(this.skip(1));
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  private skip(length: number): number {
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new RangeError('The answer ends in the middle of a value.');
    return start;
  }
}

function decoderOf(type: string): Decode {
  const element = /^Array\((.*)\)$/.exec(type)?.[1];
  return element === undefined ? valuesOf(type) : lists(valuesOf(element));
}

function valuesOf(type: string): Decode<ArrayLike<unknown>> {
  if (type === 'String') return (reader, rows) => Array.from({ length: rows }, () => reader.text());
  if (!Object.hasOwn(NUMBERS, type)) throw new Error(`Columns of type ${type} are unknown.`);
  const [size, read] = NUMBERS[type];
  return (reader, rows) => reader.numbers(rows, size, read);
}

/** First where each list ends, then the elements of all lists. */
function lists(elements: Decode<ArrayLike<unknown>>): Decode {
  return (reader, rows) => {
    const ends = reader.numbers(rows, ...NUMBERS.UInt64);
    const starts = ends.map((_, row) => (row > 0 ? ends[row - 1] : 0));
    return new Lists(elements(reader, rows > 0 ? ends[rows - 1] : 0), starts, ends);
  };
}
