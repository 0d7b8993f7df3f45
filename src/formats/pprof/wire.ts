// Protocol buffers as they lie in memory: the fields of a message one after the other, nothing copied, whatever the bytes
// are (https://protobuf.dev/programming-guides/encoding/). Our own, since pprof-format 2.3.2 takes fields from 16 on and
// lengths behind the end of the file for others.

import { Unreadable } from '../whole.ts';

/** The wire types. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Numbers are the same key when they are the same 64 bits: they may be addresses, which doubles do not tell apart. */
export type Id = number | bigint;

const EXACT = 2 ** 25;

/** The message in `bytes[from, to)`. Throws Unreadable where it is none. */
export class Fields {
  /** Of the field that next() came to. */
  field = 0;
  /** Where the value of a field of bytes lies; nowhere for others. */
  from = 0;
  to = 0;
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private at: number;
  /** The number that was read last, in pieces of 28, 28 and 8 bits. */
  private low = 0;
  private middle = 0;
  private high = 0;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Goes to the next field; false behind the last. */
  next(): boolean {
    if (this.at >= this.end) return false;
    this.readVarint();
    const tag = this.unsigned;
    this.field = Math.floor(tag / 8);
    this.from = this.to = 0;
    switch (tag % 8) {
      case VARINT:
        this.readVarint();
        break;
      case BYTES:
        this.readVarint();
        this.from = this.at;
        this.to = this.at = this.behind(this.unsigned);
        break;
      case FIXED64:
        this.at = this.behind(8);
        break;
      case FIXED32:
        this.at = this.behind(4);
        break;
      default:
        throw this.damaged();
    }
    return true;
  }

  /** The message that the field is. */
  message(): Fields {
    return new Fields(this.bytes, this.from, this.to);
  }

  /** The number, as uint64; exact below 2 ** 53. */
  get unsigned(): number {
    return this.low + this.middle * 2 ** 28 + this.high * 2 ** 56;
  }

  /** The number, as int64. */
  get signed(): number {
    return this.isHigh ? (this.high - 256) * 2 ** 56 + this.middle * 2 ** 28 + this.low : this.unsigned;
  }

  get id(): Id {
    if (this.high === 0 && this.middle < EXACT) return this.unsigned;
    return (BigInt(this.high) << 56n) | (BigInt(this.middle) << 28n) | BigInt(this.low);
  }

  /** Is it in the upper half of the numbers, where addresses of the kernel are? */
  get isHigh(): boolean {
    return this.high > 127;
  }

  /** The numbers of a repeated field, of which this is one, or several packed. `read` takes each from here. */
  each(read: (number: Fields) => void): void {
    if (this.to === 0) return read(this);
    const numbers = this.message();
    while (numbers.at < numbers.end) {
      numbers.readVarint();
      read(numbers);
    }
  }

  private behind(length: number): number {
    if (length > this.end - this.at) throw this.damaged();
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
    throw this.damaged();
  }

  private damaged(): Unreadable {
    return new Unreadable(`it is cut or damaged at byte ${this.at} of its ${this.bytes.length}, unpacked`);
  }
}
