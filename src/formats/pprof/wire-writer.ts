// Writes protocol buffers, field by field (https://protobuf.dev/programming-guides/encoding/).

const VARINT = 0;
const BYTES = 2;

export class WireWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  private readonly utf8 = new TextEncoder();

  /** Bytes that were not taken yet. */
  get size(): number {
    return this.length;
  }

  /** A whole number: int64, whose negative numbers take all ten bytes. */
  number(field: number, value: number): void {
    this.varint(field * 8 + VARINT);
    if (value < 0) this.negative(value);
    else this.varint(value);
  }

  /** The address that lies `offset` bytes above the middle of the address space. */
  highAddress(field: number, offset: number): void {
    this.varint(field * 8 + VARINT);
    // Nine groups of seven bits, and in the tenth the highest bit.
    for (let i = 0, rest = offset; i < 9; i++, rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(1);
  }

  /** A repeated field of whole numbers from 0 on, packed. */
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

  /** A field that is made of what `write` writes. */
  message(field: number, write: () => void): void {
    this.varint(field * 8 + BYTES);
    const from = this.length;
    write();
    const end = this.length;
    // Only now it is known how long it is: that comes before it.
    this.varint(end - from);
    const length = this.bytes.slice(end, this.length);
    this.bytes.copyWithin(from + length.length, from, end);
    this.bytes.set(length, from);
  }

  /** What was written since it was taken last. */
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

  /** Whole, from 0 on, below 2 ** 63. */
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
