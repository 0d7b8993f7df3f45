// Collects bytes in a growing buffer.

import { copyInto } from '../model/columns.ts';

const INITIAL_SIZE = 1 << 16;

export class ByteWriter {
  /** Number of bytes written since take(). Reducing it drops the last bytes. */
  length = 0;
  protected bytes = new Uint8Array(INITIAL_SIZE);

  /** A view of the bytes written since take(), valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes text that has only ASCII characters. */
  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.byte(text.charCodeAt(i));
  }

  /** Writes an integer from 0 to 2 ** 63 - 1, seven bits per byte, lowest first. */
  varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  protected byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed > this.bytes.length)
      this.bytes = copyInto(this.bytes, new Uint8Array(Math.max(this.bytes.length * 2, needed)));
  }
}
