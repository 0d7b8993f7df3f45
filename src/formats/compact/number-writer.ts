// Writes integers as varints, seven bits per byte, and doubles in eight bytes.

import { NONE } from '../../model/profile.ts';
import { ByteWriter } from '../byte-writer.ts';

export class NumberWriter extends ByteWriter {
  /** Writes a signed integer between -(2 ** 52) and 2 ** 52 (zigzag coding, so that small ones take few bytes). */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes a process or thread ID, plus one so that NONE is 0; IDs below NONE become the largest numbers. */
  id(value: number): void {
    this.varint(value < NONE ? value + 1 + 2 ** 53 : value + 1);
  }

  double(value: number): void {
    const eight = new Uint8Array(8);
    new DataView(eight.buffer).setFloat64(0, value, true);
    this.raw(eight);
  }

  /** Writes the number of values, then each value. */
  list(values: Int32Array): void {
    this.varint(values.length);
    this.all(values);
  }

  /** Writes the values without their count. */
  all(values: Int32Array | readonly number[]): void {
    for (const value of values) this.varint(value);
  }
}
