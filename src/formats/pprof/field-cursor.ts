// Iterates over the fields of Protocol Buffers messages in place (https://protobuf.dev/programming-guides/encoding/). Safe for
// untrusted input, unlike the pprof-format package: version 2.3.2 misreads field numbers of 16 and above, and lengths beyond the
// end of the file.

import { damagedAt } from '../format.ts';
import { WireType } from '../protobuf-shape.ts';

/** A 64-bit number as a map key; a bigint if large, because an ID may be an address, which a double cannot represent exactly. */
export type Id = number | bigint;

/** Limit of the middle part for numbers that a double represents exactly. */
const EXACT_MIDDLE = 2 ** 25;

/** Cursor over the fields of the message in `bytes[from, to)`. Throws Unreadable if the message is invalid. */
export class FieldCursor {
  field = 0;
  /** The range of the current field's bytes; empty for numbers. */
  from = 0;
  to = 0;
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private at: number;
  /** The current number, in parts of 28, 28 and 8 bits. */
  private low = 0;
  private middle = 0;
  private high = 0;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Moves to the next field. Returns false after the last one. */
  next(): boolean {
    if (this.at >= this.end) return false;
    this.readVarint();
    const tag = this.unsigned;
    this.field = Math.floor(tag / 8);
    this.from = this.to = 0;
    switch (tag % 8) {
      case WireType.varint:
        this.readVarint();
        break;
      case WireType.bytes:
        this.readVarint();
        this.from = this.at;
        this.to = this.at = this.endOf(this.unsigned);
        break;
      case WireType.fixed64:
        this.at = this.endOf(8);
        break;
      case WireType.fixed32:
        this.at = this.endOf(4);
        break;
      default:
        throw damagedAt(this.at, this.bytes);
    }
    return true;
  }

  message(): FieldCursor {
    return new FieldCursor(this.bytes, this.from, this.to);
  }

  /** The current number as a uint64; exact below 2 ** 53. */
  get unsigned(): number {
    return this.low + this.middle * 2 ** 28 + this.high * 2 ** 56;
  }

  /** The current number as an int64. */
  get signed(): number {
    return this.isHigh ? (this.high - 256) * 2 ** 56 + this.middle * 2 ** 28 + this.low : this.unsigned;
  }

  get id(): Id {
    if (this.high === 0 && this.middle < EXACT_MIDDLE) return this.unsigned;
    return (BigInt(this.high) << 56n) | (BigInt(this.middle) << 28n) | BigInt(this.low);
  }

  /** True if the current number is 2 ** 63 or more, as kernel addresses are. */
  get isHigh(): boolean {
    return this.high > 127;
  }

  /** Calls `read` for each number of the current field, packed or not. */
  forEachNumber(read: (number: FieldCursor) => void): void {
    if (this.to === 0) return read(this);
    const numbers = this.message();
    while (numbers.at < numbers.end) {
      numbers.readVarint();
      read(numbers);
    }
  }

  private endOf(length: number): number {
    if (length > this.end - this.at) throw damagedAt(this.at, this.bytes);
    return this.at + length;
  }

  private readVarint(): void {
    const { bytes } = this;
    this.low = this.middle = this.high = 0;
    for (let i = 0; i < 10 && this.at < this.end; i++) {
      const byte = bytes[this.at++];
      const bits = byte & 127;
      if (i < 4) this.low += bits << (7 * i);
      else if (i < 8) this.middle += bits << (7 * (i - 4));
      else this.high = (this.high | (bits << (7 * (i - 8)))) & 255;
      if (byte < 128) return;
    }
    throw damagedAt(this.at, this.bytes);
  }
}
