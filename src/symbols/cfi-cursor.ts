// Reads the numbers call frame information is made of, out of one section. What lies past the end reads as 0 and makes
// the cursor bad: a reader asks once at the end of what it read, and nothing ever throws.

import { signed64 } from '../bytes/numbers.ts';
import type { Section } from '../model/code.ts';

/** DW_EH_PE_omit: there is no pointer. */
export const OMITTED = 0xff;

/** DW_EH_PE_absptr of 8 bytes: all pointers of .debug_frame, and of .eh_frame without an `R`. */
export const ABSOLUTE = 0;

/** How many bytes a LEB128 of 64 bits has at most. */
const LONGEST_LEB = 10;

export class CfiCursor {
  /** Offset in the section of the byte that is read next. */
  at = 0;
  /** Whether something was read that is not there, since the last move(). */
  bad = false;
  readonly length: number;
  private end = 0;
  private readonly section: Section;
  private readonly view: DataView;

  constructor(section: Section) {
    this.section = section;
    const { buffer, byteOffset, length } = section.bytes;
    this.view = new DataView(buffer, byteOffset, length);
    this.length = length;
  }

  /** Goes to `at`; nothing from `end` on can be read. Bad when that is not a range of the section. */
  move(at: number, end: number): void {
    this.bad = !(at >= 0 && at <= end && end <= this.length);
    this.at = this.bad ? 0 : at;
    this.end = this.bad ? 0 : end;
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

  /** 64 bits as a signed double: exact for all addresses that a processor can use. */
  s64(): number {
    const at = this.take(8);
    return at < 0 ? 0 : signed64(this.view, at);
  }

  /** Exact below 2**53. */
  uleb(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < LONGEST_LEB; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    this.bad = true;
    return 0;
  }

  /** Exact between -2**53 and 2**53. */
  sleb(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < LONGEST_LEB; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return byte & 0x40 ? value - scale : value;
    }
    this.bad = true;
    return 0;
  }

  /**
   * A pointer in one of the encodings DW_EH_PE_* (Linux Standard Base, "DWARF Extensions"). `dataBase` is what data
   * relative ones are relative to; NaN where that is not known. Bad for those that cannot be told without the process
   * (indirect, relative to the text or the function).
   */
  pointer(encoding: number, dataBase = NaN): number {
    const here = this.section.address + this.at;
    const value = this.number(encoding);
    if (encoding & 0x80) this.bad = true;
    switch (encoding & 0x70) {
      case 0x00:
        return value;
      case 0x10:
        return here + value;
      case 0x30:
        if (Number.isNaN(dataBase)) this.bad = true;
        return dataBase + value;
      default:
        this.bad = true;
        return 0;
    }
  }

  /** What an encoded pointer holds, whatever it is relative to: a length, or a pointer that is skipped. */
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
        this.bad = true;
        return 0;
    }
  }

  /** To the next address that is a multiple of 8 (DW_EH_PE_aligned). */
  private align(): void {
    const past = (((this.section.address + this.at) % 8) + 8) % 8;
    if (past > 0) this.skip(8 - past);
  }

  /** Where the next `count` bytes are; -1, and bad, when there are not as many. */
  private take(count: number): number {
    const at = this.at;
    if (!(count >= 0 && count <= this.end - at)) {
      this.bad = true;
      this.at = this.end;
      return -1;
    }
    this.at = at + count;
    return at;
  }
}
