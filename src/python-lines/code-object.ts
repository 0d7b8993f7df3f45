// One code object of a line table: what a pointer to its next instruction means.
//
//   address        + header                                  + header + size
//      [ PyCodeObject ][ op | caches | op | op | caches | … | op ]      offsets count from the first instruction
//                              ↑ behind            ↑ end
//
// CPython's evaluator keeps such a pointer at the end of an instruction, or directly behind an opcode that has caches.

import { NONE } from '../model/profile.ts';
import { BEHIND, CODE_UNIT, type Operations } from './code-row.ts';

/** CPython allocates objects at multiples of this (pymalloc's ALIGNMENT, and malloc). */
const ALIGNMENT = 16;
/** That of objects in the binary. */
const STATIC_ALIGNMENT = 8;
/** pymalloc's SMALL_REQUEST_THRESHOLD: larger objects are not in pools. */
const MAX_SMALL = 512;

/** A row of the line table. */
interface CodeRow {
  readonly name: string;
  /** Of the first instruction; 0 if unknown. */
  readonly address: number;
  /** Of the instructions, in bytes. */
  readonly size: number;
  readonly operations: Operations;
  /** By code unit. */
  readonly lines: Int32Array;
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
  private readonly operations: Operations;
  private readonly lines: Int32Array;

  /** `isStatic` if the object is part of the binary instead of allocated. */
  constructor(row: CodeRow, header: number, isStatic = false) {
    this.name = row.name;
    this.address = row.address;
    this.size = row.size;
    this.operations = row.operations;
    this.lines = row.lines;
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
    return this.operations.ending[offset >> 1];
  }

  /** The opcode of the instruction that begins at this offset; NONE if none does. */
  operationAt(offset: number): number {
    if (!(offset >= 0 && offset < this.size) || (offset & 1) !== 0) return NONE;
    return this.operations.beginning[offset >> 1];
  }

  /** True if an instruction ends at this offset. */
  isEnd(offset: number): boolean {
    const operation = this.operationBefore(offset);
    return operation !== NONE && operation < BEHIND;
  }

  /** The line of a pointer to the next instruction; 0 if it has none. */
  lineAt(offset: number): number {
    return this.contains(offset) && offset % CODE_UNIT === 0 ? this.lines[offset / CODE_UNIT] : 0;
  }
}
