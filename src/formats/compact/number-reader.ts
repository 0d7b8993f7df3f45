// Reads what NumberWriter wrote, whatever the bytes are: it never reads behind their end, and every number that says how
// much is to come is held against what is there.

import { Unreadable } from '../whole.ts';

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

  /** Whole, from 0 on, below 2 ** 53. Throws Unreadable. */
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

  /** An id of a Thread. */
  id(): number {
    const value = this.number();
    return (value <= 2 ** 52 ? value : value - 2 ** 53) - 1;
  }

  /** Below `limit`. */
  below(limit: number): number {
    const value = this.number();
    if (value >= limit) throw this.damaged();
    return value;
  }

  double(): number {
    const { buffer, byteOffset } = this.raw(8);
    return new DataView(buffer, byteOffset).getFloat64(0, true);
  }

  /** How many rows are to come, each of at least one byte. */
  count(): number {
    return this.below(this.bytes.length - this.at + 1);
  }

  /** How many there are, and each: all below `limit`. */
  list(limit: number): Int32Array {
    return Int32Array.from({ length: this.count() }, () => this.below(limit));
  }

  raw(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw this.damaged();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  damaged(): Unreadable {
    return new Unreadable(`it is cut or damaged at byte ${this.at} of its ${this.bytes.length}, unpacked`);
  }
}
