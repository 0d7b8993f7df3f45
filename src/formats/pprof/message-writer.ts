// Writes Protocol Buffers messages, field by field (https://protobuf.dev/programming-guides/encoding/).

import { ByteWriter } from '../byte-writer.ts';
import { WireType } from '../protobuf-shape.ts';

export class MessageWriter extends ByteWriter {
  private readonly utf8 = new TextEncoder();

  /** Writes an int64 field; negative numbers take ten bytes. */
  number(field: number, value: number): void {
    this.varint(field * 8 + WireType.varint);
    if (value < 0) this.negative(value);
    else this.varint(value);
  }

  /** Writes a uint64 field with the address 2 ** 63 + `offset`. */
  highAddress(field: number, offset: number): void {
    this.varint(field * 8 + WireType.varint);
    // Nine groups of seven bits; the tenth byte contains only the highest bit.
    for (let i = 0, rest = offset; i < 9; i++, rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(1);
  }

  /** Writes a packed repeated field of non-negative integers. */
  numbers(field: number, values: readonly number[]): void {
    this.message(field, () => values.forEach((value) => this.varint(value)));
  }

  text(field: number, value: string): void {
    this.message(field, () => this.raw(this.utf8.encode(value)));
  }

  message(field: number, write: () => void): void {
    this.varint(field * 8 + WireType.bytes);
    const from = this.length;
    write();
    const end = this.length;
    // The length precedes the fields, but is known only now.
    this.varint(end - from);
    const length = this.bytes.slice(end, this.length);
    this.bytes.copyWithin(from + length.length, from, end);
    this.bytes.set(length, from);
  }

  /** Writes the 64-bit two's complement of a negative number. */
  private negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.byte(Number(rest & 127n) | 128);
    this.byte(Number(rest));
  }
}
