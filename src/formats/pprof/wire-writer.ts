// Writes Protocol Buffers, field by field (https://protobuf.dev/programming-guides/encoding/).

const VARINT = 0;
const BYTES = 2;

export class WireWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  private readonly utf8 = new TextEncoder();

  /** Number of bytes written since take(). */
  get size(): number {
    return this.length;
  }

  /** An int64; negative ones take ten bytes. */
  number(field: number, value: number): void {
    this.varint(field * 8 + VARINT);
    if (value < 0) this.negative(value);
    else this.varint(value);
  }

  /** Writes the address 2 ** 63 + `offset`. */
  highAddress(field: number, offset: number): void {
    this.varint(field * 8 + VARINT);
    // Nine groups of seven bits; the tenth byte holds only the highest bit.
    for (let i = 0, rest = offset; i < 9; i++, rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(1);
  }

  /** A packed repeated field of non-negative integers. */
  numbers(field: number, values: readonly number[]): void {
    this.message(field, () => values.forEach((value) => this.varint(value)));
  }

  text(field: number, value: string): void {
    const bytes = this.utf8.encode(value);
    this.message(field, () => {
      this.reserve(bytes.length);
      this.bytes.set(bytes, this.length);
      this.length += bytes.length;
    });
  }

  /** A message with the fields that `write` writes. */
  message(field: number, write: () => void): void {
    this.varint(field * 8 + BYTES);
    const from = this.length;
    write();
    const end = this.length;
    // The length comes first, but is known only now.
    this.varint(end - from);
    const length = this.bytes.slice(end, this.length);
    this.bytes.copyWithin(from + length.length, from, end);
    this.bytes.set(length, from);
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  /** Two's complement of 64 bits. */
  private negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.byte(Number(rest & 127n) | 128);
    this.byte(Number(rest));
  }

  /** An integer from 0 to 2 ** 63 - 1. */
  private varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  private byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
