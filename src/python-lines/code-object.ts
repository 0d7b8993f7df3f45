// One code object of a line table: what a pointer to its next instruction means.
//
//   address        + header                                  + header + size
//      [ PyCodeObject ][ op | caches | op | op | caches | … | op ]      offsets count from the first instruction
//                              ↑ behind            ↑ end
//
// CPython's evaluator keeps such a pointer at the end of an instruction, or directly behind an opcode that has caches.

import { NONE } from '../model/profile.ts';
import { hexDigit } from '../model/hex.ts';
import { forEachLine } from './line-entries.ts';

/** Bytes of an opcode, and of a cache entry. */
export const CODE_UNIT = 2;
/** CPython allocates objects at multiples of this (pymalloc's ALIGNMENT, and malloc). */
const ALIGNMENT = 16;
/** That of objects in the binary. */
const STATIC_ALIGNMENT = 8;
/** pymalloc's SMALL_REQUEST_THRESHOLD: larger objects are not in pools. */
const MAX_SMALL = 512;
/** Added to an opcode if the pointer is directly behind it, before its caches. */
const BEHIND = 0x100;
/** Characters per instruction: two for the opcode, one for its length. */
const STEP = 3;

/** A row of the line table. `lines` and `steps` are valid texts of the format. */
interface CodeRow {
  readonly name: string;
  /** Of the first instruction; 0 if unknown. */
  readonly address: number;
  /** Of the instructions, in bytes. */
  readonly size: number;
  readonly lines: string;
  readonly steps: string;
}

/** By code unit. */
interface Operations {
  readonly ending: Int16Array;
  readonly beginning: Int16Array;
}

export class CodeObject {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  /** Bytes from the start of the object to its first instruction. */
  readonly header: number;
  /** Size of the whole object. */
  readonly total: number;
  /** Its address is a multiple of this. */
  readonly alignment: number;
  /** True if pymalloc places it in a pool. */
  readonly isSmall: boolean;
  private readonly row: CodeRow;
  /** Computed on first use, because most code objects have no samples. */
  private operations: Operations | undefined;
  private lines: Int32Array | undefined;

  /** `isStatic` if the object is part of the binary instead of allocated. */
  constructor(row: CodeRow, header: number, isStatic = false) {
    this.row = row;
    this.name = row.name;
    this.address = row.address;
    this.size = row.size;
    this.header = header;
    this.total = Math.ceil((header + row.size) / ALIGNMENT) * ALIGNMENT;
    this.alignment = isStatic ? STATIC_ALIGNMENT : ALIGNMENT;
    this.isSmall = !isStatic && this.total <= MAX_SMALL;
  }

  /** True if a pointer at this offset can point to a next instruction. */
  contains(offset: number): boolean {
    return offset > 0 && offset <= this.size;
  }

  /**
   * The operation that a pointer at this offset follows: the opcode of the instruction that ends there, or a different number if
   * the pointer is directly behind the opcode. NONE if it is neither, or outside.
   */
  operationBefore(offset: number): number {
    if (!this.contains(offset) || (offset & 1) !== 0) return NONE;
    this.operations ??= this.decode();
    return this.operations.ending[offset >> 1];
  }

  /** The opcode of the instruction that begins at this offset; NONE if none does. */
  operationAt(offset: number): number {
    if (!(offset >= 0 && offset < this.size) || (offset & 1) !== 0) return NONE;
    this.operations ??= this.decode();
    return this.operations.beginning[offset >> 1];
  }

  /** True if an instruction ends at this offset. */
  isEnd(offset: number): boolean {
    const operation = this.operationBefore(offset);
    return operation !== NONE && operation < BEHIND;
  }

  /** The line of a pointer to the next instruction; 0 if it has none. */
  lineAt(offset: number): number {
    this.lines ??= this.decodeLines();
    return this.contains(offset) && offset % CODE_UNIT === 0 ? this.lines[offset / CODE_UNIT] : 0;
  }

  private decode(): Operations {
    const { steps, size } = this.row;
    const ending = new Int16Array(size / CODE_UNIT + 1).fill(NONE);
    const beginning = new Int16Array(size / CODE_UNIT).fill(NONE);
    for (let at = 0, unit = 0; at < steps.length; at += STEP) {
      const opcode = hexDigit(steps.charCodeAt(at)) * 16 + hexDigit(steps.charCodeAt(at + 1));
      const units = hexDigit(steps.charCodeAt(at + 2));
      beginning[unit] = opcode;
      if (units > 1) ending[unit + 1] = opcode + BEHIND;
      ending[unit + units] = opcode;
      unit += units;
    }
    return { ending, beginning };
  }

  private decodeLines(): Int32Array {
    const lines = new Int32Array(this.size / CODE_UNIT + 1);
    let unit = 1;
    forEachLine(this.row.lines, (end, line) => {
      const next = end / CODE_UNIT + 1;
      lines.fill(line, unit, next);
      unit = next;
    });
    return lines;
  }
}
