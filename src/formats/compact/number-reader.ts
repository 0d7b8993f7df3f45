// Reads the output of NumberWriter. Safe for any bytes: never reads beyond the end, and checks every count against the
// number of bytes left.

import { viewOf } from '../../bytes/numbers.ts';
import { Unreadable } from '../in-memory-formats.ts';

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

  /** Reads an integer from 0 to 2 ** 53 - 1. Throws Unreadable. */
  number(): number {
    let value = 0;
    for (let unit = 1; this.at < this.bytes.length && unit < 2 ** 53; unit *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte > 127) continue;
      if (value > Number.MAX_SAFE_INTEGER) break;
      return value;
    }
    throw this.damaged();
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
  below(limit: number): number {
    const value = this.number();
    if (value >= limit) throw this.damaged();
    return value;
  }

  double(): number {
    return viewOf(this.raw(8)).getFloat64(0, true);
  }

  /** Reads the number of rows that follow. Each takes at least a byte, so a count above the number of bytes left is damage. */
  count(): number {
    return this.below(this.bytes.length - this.at + 1);
  }

  /** Reads a count, then that many integers below `limit`. */
  list(limit: number): Int32Array {
    return Int32Array.from({ length: this.count() }, () => this.below(limit));
  }

  raw(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw this.damaged();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  damaged(): Unreadable {
    return new Unreadable(
      `it is truncated or damaged at byte ${this.at} of ${this.bytes.length} (uncompressed)`,
    );
  }
}
