// Runs the instructions of a CIE and an FDE up to an address. The result is the rules for recovering the caller's
// registers (DWARF 5 §6.4.2). Expressions are not evaluated, only recorded by offset. All files for one machine share
// one CfiProgram.

import type { Machine, Section } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { CfiCursor } from './cfi-cursor.ts';
import type { Cie, Fde } from './cfi-entries.ts';

/** How to recover a register of the caller. */
export const RuleKind = {
  /** No rule: the calling convention decides. */
  unspecified: 0,
  /** Not recoverable; if this is the return address, there is no caller. */
  undefined: 1,
  /** Same value as in this frame. */
  same: 2,
  /** In memory at CFA + operand. */
  offset: 3,
  /** CFA + operand. */
  valueOffset: 4,
  /** In the register `operand` of this frame. */
  register: 5,
  /** In memory at the address that an expression yields; the operand is the expression's section offset. */
  expression: 6,
  /** The value that an expression yields; the operand is the expression's section offset. */
  valueExpression: 7,
} as const;

export type RuleKind = (typeof RuleKind)[keyof typeof RuleKind];

/** Number of tracked registers. Vector registers, which have higher numbers, are not tracked. */
export const REGISTER_COUNT: Readonly<Record<Machine, number>> = { 'x86-64': 17, arm64: 32 };

/** Columns of the CFA, which follow the two columns of each register. */
const CFA_REGISTER = 0;
const CFA_VALUE = 1;
const CFA_COLUMNS = 2;

/** Deeper than any compiler nests; corrupt data could push states endlessly. */
const MAX_DEPTH = 64;

/** Maximum instructions per FDE: the largest functions have thousands, but corrupt data may have millions. */
const MAX_INSTRUCTIONS = 1 << 15;

const NO_SECTION: Section = { address: 0, bytes: new Uint8Array(0) };

/** Runs an instruction; false if it is invalid. */
type Instruction = (cursor: CfiCursor, cie: Cie) => boolean;

export class CfiProgram {
  readonly registers: number;
  /** Reads the section of the current FDE. */
  private cursor: CfiCursor = new CfiCursor(NO_SECTION);
  /** Rule of register r: its RuleKind at 2r, its operand at 2r + 1. The CFA's columns follow. */
  private readonly rules: Int32Array;
  private readonly initial: Int32Array;
  /** Instructions by code (DWARF 5 §7.24). 0x01, set_loc, is treated as invalid: no compiler writes it. */
  private readonly instructions: Readonly<Partial<Record<number, Instruction>>> = {
    0x00: () => true, // nop
    0x02: (cursor, { codeAlign }) => this.advance(cursor.u8() * codeAlign),
    0x03: (cursor, { codeAlign }) => this.advance(cursor.u16() * codeAlign),
    0x04: (cursor, { codeAlign }) => this.advance(cursor.u32() * codeAlign),
    0x05: (cursor, { dataAlign }) => this.setRule(cursor.uleb(), RuleKind.offset, cursor.uleb() * dataAlign),
    0x06: (cursor) => this.restore(cursor.uleb()),
    0x07: (cursor) => this.setRule(cursor.uleb(), RuleKind.undefined, 0),
    0x08: (cursor) => this.setRule(cursor.uleb(), RuleKind.same, 0),
    0x09: (cursor) => this.setRule(cursor.uleb(), RuleKind.register, cursor.uleb()),
    0x0a: () => this.pushState(),
    0x0b: () => this.popState(),
    0x0c: (cursor) => this.setCfa(cursor.uleb(), cursor.uleb()),
    0x0d: (cursor) => this.cfaRegister !== NONE && this.setCfa(cursor.uleb(), this.cfaValue),
    0x0e: (cursor) => this.setCfaOffset(cursor.uleb()),
    0x0f: () => this.setCfa(NONE, this.skipExpression()),
    0x10: (cursor) => this.setRule(cursor.uleb(), RuleKind.expression, this.skipExpression()),
    0x11: (cursor, { dataAlign }) => this.setRule(cursor.uleb(), RuleKind.offset, cursor.sleb() * dataAlign),
    0x12: (cursor, { dataAlign }) => this.setCfa(cursor.uleb(), cursor.sleb() * dataAlign),
    0x13: (cursor, { dataAlign }) => this.setCfaOffset(cursor.sleb() * dataAlign),
    0x14: (cursor, { dataAlign }) =>
      this.setRule(cursor.uleb(), RuleKind.valueOffset, cursor.uleb() * dataAlign),
    0x15: (cursor, { dataAlign }) =>
      this.setRule(cursor.uleb(), RuleKind.valueOffset, cursor.sleb() * dataAlign),
    0x16: (cursor) => this.setRule(cursor.uleb(), RuleKind.valueExpression, this.skipExpression()),
    0x2d: () => true, // arm64 negate_ra_state: signatures are always stripped from return addresses
    0x2e: (cursor) => cursor.uleb() >= 0, // GNU_args_size
    0x2f: (cursor, { dataAlign }) => this.setRule(cursor.uleb(), RuleKind.offset, -cursor.uleb() * dataAlign),
  };
  private readonly savedStates: Int32Array[] = [];
  private depth = 0;
  private location = 0;

  constructor(registers: number) {
    this.registers = registers;
    this.rules = new Int32Array(2 * registers + CFA_COLUMNS);
    this.initial = this.rules.slice();
  }

  kindOf(register: number): number {
    return this.rules[2 * register];
  }

  operandOf(register: number): number {
    return this.rules[2 * register + 1];
  }

  /** Base register of the CFA; NONE if an expression computes the CFA. */
  get cfaRegister(): number {
    return this.rules[2 * this.registers + CFA_REGISTER];
  }

  /** Offset from the base register, or section offset of the expression. */
  get cfaValue(): number {
    return this.rules[2 * this.registers + CFA_VALUE];
  }

  /** Computes the rules at `address`; false if an instruction is unknown or invalid. */
  run(fde: Fde, cursor: CfiCursor, address: number): boolean {
    this.cursor = cursor;
    this.rules.fill(0);
    // There is no CFA yet: no register has this number.
    this.setCfa(this.registers, 0);
    this.depth = 0;
    this.location = fde.start;
    // CIE instructions do not advance the location, so all of them run.
    if (!this.runRange(fde.cie.from, fde.cie.to, fde, Infinity)) return false;
    this.initial.set(this.rules);
    this.location = fde.start;
    return this.runRange(fde.from, fde.to, fde, address) && this.cfaRegister < this.registers;
  }

  private runRange(from: number, to: number, fde: Fde, address: number): boolean {
    const { cursor } = this;
    cursor.seek(from, to);
    for (let count = 0; !cursor.atEnd && !cursor.failed; count++) {
      if (count === MAX_INSTRUCTIONS) return false;
      if (!this.execute(cursor.u8(), fde)) return false;
      // The last instruction moved past `address`: its rules apply from `location` on.
      if (this.location > address) return !cursor.failed;
    }
    return !cursor.failed;
  }

  /** Runs one instruction; false if it is unknown or invalid. */
  private execute(code: number, { cie }: Fde): boolean {
    const operand = code & 0x3f;
    switch (code & 0xc0) {
      case 0x40:
        return this.advance(operand * cie.codeAlign);
      case 0x80:
        return this.setRule(operand, RuleKind.offset, this.cursor.uleb() * cie.dataAlign);
      case 0xc0:
        return this.restore(operand);
      default:
        return this.instructions[code]?.(this.cursor, cie) ?? false;
    }
  }

  private advance(distance: number): boolean {
    this.location += distance;
    return true;
  }

  /** Ignores untracked registers. */
  private setRule(register: number, kind: RuleKind, value: number): boolean {
    if (value !== (value | 0)) return false;
    if (register < this.registers) {
      this.rules[2 * register] = kind;
      this.rules[2 * register + 1] = value;
    }
    return true;
  }

  private setCfa(register: number, value: number): boolean {
    if (value !== (value | 0) || register > this.registers) return false;
    this.rules[2 * this.registers + CFA_REGISTER] = register;
    this.rules[2 * this.registers + CFA_VALUE] = value;
    return true;
  }

  /** Fails if an expression computes the CFA. */
  private setCfaOffset(offset: number): boolean {
    return this.cfaRegister !== NONE && this.setCfa(this.cfaRegister, offset);
  }

  private restore(register: number): boolean {
    if (register < this.registers) {
      this.rules[2 * register] = this.initial[2 * register];
      this.rules[2 * register + 1] = this.initial[2 * register + 1];
    }
    return true;
  }

  private pushState(): boolean {
    if (this.depth === MAX_DEPTH) return false;
    const copy = (this.savedStates[this.depth++] ??= new Int32Array(this.rules.length));
    copy.set(this.rules);
    return true;
  }

  /** Also restores the CFA. The standard does not require that, but compilers rely on it. */
  private popState(): boolean {
    if (this.depth === 0) return false;
    this.rules.set(this.savedStates[--this.depth]);
    return true;
  }

  /** Skips an expression and returns the offset of its length, which precedes it. */
  private skipExpression(): number {
    const at = this.cursor.at;
    this.cursor.skip(this.cursor.uleb());
    return at;
  }
}
