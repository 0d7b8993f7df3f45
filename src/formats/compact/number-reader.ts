// Reads the output of NumberWriter. Safe for untrusted input: never reads beyond the end, and checks every count against the
// number of bytes left. Methods throw Unreadable if the input is invalid.

import { viewOf } from '../../bytes/numbers.ts';
import { damagedAt, type Unreadable } from '../format.ts';

export class NumberReader {
  private readonly bytes: Uint8Array;
  private at: number;

  constructor(bytes: Uint8Array, from = 0) {
    this.bytes = bytes;
    this.at = from;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Reads an integer from 0 to 2 ** 53 - 1. */
  number(): number {
    let value = 0;
    for (let unit = 1; this.at < this.bytes.length && unit < 2 ** 53; unit *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte > 127) continue;
      if (value > Number.MAX_SAFE_INTEGER) break;
      return value;
    }
    throw this.damageError();
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Reads a process or thread ID. */
  id(): number {
    const value = this.number();
    return (value <= 2 ** 52 ? value : value - 2 ** 53) - 1;
  }

  /** Reads an integer from 0 to `limit` - 1. */
  numberBelow(limit: number): number {
    const value = this.number();
    if (value >= limit) throw this.damageError();
    return value;
  }

  double(): number {
    return viewOf(this.raw(8)).getFloat64(0, true);
  }

  /** Reads the number of rows that follow. Each takes at least one byte, so a larger count than the bytes left is invalid. */
  count(): number {
    return this.numberBelow(this.bytes.length - this.at + 1);
  }

  /** Reads a count, then that many integers from 0 to `limit` - 1. */
  list(limit: number): Int32Array {
    return Int32Array.from({ length: this.count() }, () => this.numberBelow(limit));
  }

  raw(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw this.damageError();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  damageError(): Unreadable {
    return damagedAt(this.at, this.bytes);
  }
}
