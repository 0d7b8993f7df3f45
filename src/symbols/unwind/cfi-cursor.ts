// Reads the encoded numbers of call frame information from one section. Reads past the end return 0 and set `failed`,
// so callers check once after a series of reads. Never throws.

import { readInt64, viewOf } from '../../bytes/numbers.ts';
import type { Section } from '../../model/code.ts';

/** DW_EH_PE_omit: the pointer is absent. */
export const OMITTED = 0xff;

/** DW_EH_PE_absptr with 8 bytes: the pointer encoding in .debug_frame, and in .eh_frame without an `R` augmentation. */
export const ABSOLUTE = 0;

/** Maximum length of a 64-bit LEB128 number. */
const MAX_LEB_BYTES = 10;

export class CfiCursor {
  /** Section offset of the next byte to read. */
  at = 0;
  /** Set by a read past the end or an unsupported encoding; cleared by seek(). */
  failed = false;
  readonly length: number;
  private end = 0;
  private readonly section: Section;
  private readonly view: DataView;

  constructor(section: Section) {
    this.section = section;
    this.view = viewOf(section.bytes);
    this.length = section.bytes.length;
  }

  /**
   * Moves to `at` and limits reads to the bytes before `end`. Fails if the range is not inside the section.
   */
  seek(at: number, end: number): void {
    this.failed = !(at >= 0 && at <= end && end <= this.length);
    this.at = this.failed ? 0 : at;
    this.end = this.failed ? 0 : end;
  }

  get atEnd(): boolean {
    return this.at >= this.end;
  }

  skip(count: number): void {
    this.take(count);
  }

  u8(): number {
    const at = this.take(1);
    return at < 0 ? 0 : this.view.getUint8(at);
  }

  u16(): number {
    const at = this.take(2);
    return at < 0 ? 0 : this.view.getUint16(at, true);
  }

  u32(): number {
    const at = this.take(4);
    return at < 0 ? 0 : this.view.getUint32(at, true);
  }

  /** A 64-bit number as a signed double: exact for every canonical address. */
  s64(): number {
    const at = this.take(8);
    return at < 0 ? 0 : readInt64(this.view, at);
  }

  /** Exact below 2**53. */
  uleb(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < MAX_LEB_BYTES; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    this.failed = true;
    return 0;
  }

  /** Exact between -2**53 and 2**53. */
  sleb(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < MAX_LEB_BYTES; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return byte & 0x40 ? value - scale : value;
    }
    this.failed = true;
    return 0;
  }

  /**
   * A pointer in a DW_EH_PE_* encoding (Linux Standard Base, "DWARF Extensions"). Fails for encodings that need the running
   * process or a base (indirect, data-relative, text-relative, function-relative).
   */
  pointer(encoding: number): number {
    const here = this.section.address + this.at;
    const value = this.number(encoding);
    if (encoding & 0x80) this.failed = true;
    switch (encoding & 0x70) {
      case 0x00:
        return value;
      case 0x10:
        return here + value;
      default:
        this.failed = true;
        return 0;
    }
  }

  /** The encoded number before its base is added: used for lengths and to skip pointers. */
  number(encoding: number): number {
    if ((encoding & 0x70) === 0x50) this.align();
    switch (encoding & 0x0f) {
      case 0x00:
      case 0x04:
      case 0x0c:
        return this.s64();
      case 0x01:
        return this.uleb();
      case 0x02:
        return this.u16();
      case 0x03:
        return this.u32();
      case 0x09:
        return this.sleb();
      case 0x0a:
        return (this.u16() << 16) >> 16;
      case 0x0b:
        return this.u32() | 0;
      default:
        this.failed = true;
        return 0;
    }
  }

  /** DW_EH_PE_aligned: skips to the next multiple of 8. */
  private align(): void {
    const past = (((this.section.address + this.at) % 8) + 8) % 8;
    if (past > 0) this.skip(8 - past);
  }

  /** Consumes `count` bytes and returns their offset; returns -1 and fails if fewer remain. */
  private take(count: number): number {
    const at = this.at;
    if (!(count >= 0 && count <= this.end - at)) {
      this.failed = true;
      this.at = this.end;
      return -1;
    }
    this.at = at + count;
    return at;
  }
}
