// Writes whole numbers in as few bytes as they need, seven bits in each, and doubles as they are.

import { NONE } from '../../model/profile.ts';

const FIRST = 1 << 16;

export class NumberWriter {
  private bytes = new Uint8Array(FIRST);
  private length = 0;

  /** Whole, from 0 on, and exact: below 2 ** 53. */
  number(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  /** Whole, of any sign, and below 2 ** 52: small ones of either sign are small. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** An id of a Thread: NONE is 0, those from 0 on are one more, and those below NONE are the highest numbers there are. */
  id(value: number): void {
    this.number(value < NONE ? value + 1 + 2 ** 53 : value + 1);
  }

  double(value: number): void {
    const eight = new Uint8Array(8);
    new DataView(eight.buffer).setFloat64(0, value, true);
    this.raw(eight);
  }

  /** How many there are, and each. */
  list(values: Int32Array): void {
    this.number(values.length);
    this.all(values);
  }

  /** Each, where it is known how many there are. */
  all(values: Int32Array | readonly number[]): void {
    for (const value of values) this.number(value);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** All that was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
