// Writes integers as varints, seven bits per byte, and doubles in eight bytes.

import { NONE } from '../../model/profile.ts';
import { ByteWriter } from '../byte-writer.ts';

export class NumberWriter extends ByteWriter {
  /** Writes an integer between -(2 ** 52) and 2 ** 52, zigzag-encoded so that small ones take few bytes. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes a process or thread ID as ID + 1, so that NONE becomes 0. IDs below NONE wrap around to the largest numbers. */
  id(value: number): void {
    this.varint(value < NONE ? value + 1 + 2 ** 53 : value + 1);
  }

  double(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.raw(bytes);
  }

  /** Writes the number of values, then the values. */
  list(values: Int32Array): void {
    this.varint(values.length);
    this.varints(values);
  }

  /** Writes the values, but not their number. */
  varints(values: Int32Array | readonly number[]): void {
    for (const value of values) this.varint(value);
  }
}
