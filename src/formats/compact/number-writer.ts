// Writes integers as varints, seven bits per byte, and doubles in eight bytes.

import { NONE } from '../../model/profile.ts';

const INITIAL_SIZE = 1 << 16;

export class NumberWriter {
  private bytes = new Uint8Array(INITIAL_SIZE);
  private length = 0;

  /** An integer from 0 to 2 ** 53 - 1. */
  number(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  /** A signed integer between -(2 ** 52) and 2 ** 52 (zigzag coding, so that small ones take few bytes). */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** A process or thread ID, plus one so that NONE is 0; IDs below NONE become the largest numbers. */
  id(value: number): void {
    this.number(value < NONE ? value + 1 + 2 ** 53 : value + 1);
  }

  double(value: number): void {
    const eight = new Uint8Array(8);
    new DataView(eight.buffer).setFloat64(0, value, true);
    this.raw(eight);
  }

  /** The number of values, then each value. */
  list(values: Int32Array): void {
    this.number(values.length);
    this.all(values);
  }

  /** Each value, without their number. */
  all(values: Int32Array | readonly number[]): void {
    for (const value of values) this.number(value);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** All bytes written. */
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
