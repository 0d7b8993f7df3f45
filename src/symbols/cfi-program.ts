// Runs the instructions of a CIE and an FDE up to an address; `rules` then say how to recover the caller's registers
// (DWARF 5 §6.4.2). Expressions are not evaluated, only recorded by offset. All files for one machine share one
// program.

import type { Machine, Section } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CfiCursor } from './cfi-cursor.ts';
import type { Fde } from './cfi-entries.ts';

/** How to recover a register of the caller. */
export const RuleKind = {
  /** No rule: the calling convention decides. */
  unspecified: 0,
  /** Not recoverable; for the return address: there is no caller. */
  undefined: 1,
  /** Same value as in this frame. */
  same: 2,
  /** In memory at CFA + operand. */
  offset: 3,
  /** CFA + operand. */
  valueOffset: 4,
  /** In the register `operand` of this frame. */
  register: 5,
  /** In memory at the address an expression yields; the operand is its offset in the section. */
  expression: 6,
  /** The value an expression yields; the operand is its offset in the section. */
  valueExpression: 7,
} as const;

export type RuleKind = (typeof RuleKind)[keyof typeof RuleKind];

/** Number of tracked registers: those that calls preserve or pass. Vector registers have higher numbers. */
export const REGISTER_COUNT: Readonly<Record<Machine, number>> = { 'x86-64': 17, arm64: 32 };

/** Columns of a rule set that follow the two columns of each register. */
const CFA_REGISTER = 0;
const CFA_VALUE = 1;
const CFA_COLUMNS = 2;

/** More than any compiler nests; corrupt data could push states without end. */
const MAX_DEPTH = 64;

/** Instruction limit of one FDE: the largest functions have thousands, corrupt data may have millions. */
const MAX_INSTRUCTIONS = 1 << 15;

const NO_SECTION: Section = { address: 0, bytes: new Uint8Array(0) };

export class CfiProgram {
  readonly registers: number;
  /** Reads the section of the current FDE. */
  private cursor: CfiCursor = new CfiCursor(NO_SECTION);
  /** Rule of register r: its RuleKind at 2r, its operand at 2r + 1. The CFA's columns follow. */
  private readonly rules: Int32Array;
  private readonly initial: Int32Array;
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
    // No CFA yet: no register has this number.
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
        return code < 0x0a
          ? this.executeLow(code, cie.codeAlign, cie.dataAlign)
          : this.executeHigh(code, cie.dataAlign);
    }
  }

  private executeLow(code: number, codeAlign: number, dataAlign: number): boolean {
    const { cursor } = this;
    switch (code) {
      case 0x00: // nop
        return true;
      case 0x01: // set_loc: never seen in practice
        return false;
      case 0x02: // advance_loc1
        return this.advance(cursor.u8() * codeAlign);
      case 0x03:
        return this.advance(cursor.u16() * codeAlign);
      case 0x04:
        return this.advance(cursor.u32() * codeAlign);
      case 0x05: // offset_extended
        return this.setRule(cursor.uleb(), RuleKind.offset, cursor.uleb() * dataAlign);
      case 0x06: // restore_extended
        return this.restore(cursor.uleb());
      case 0x07: // undefined
        return this.setRule(cursor.uleb(), RuleKind.undefined, 0);
      case 0x08: // same_value
        return this.setRule(cursor.uleb(), RuleKind.same, 0);
      default: // 0x09 register
        return this.setRule(cursor.uleb(), RuleKind.register, cursor.uleb());
    }
  }

  private executeHigh(code: number, dataAlign: number): boolean {
    const { cursor } = this;
    switch (code) {
      case 0x0a: // remember_state
        return this.pushState();
      case 0x0b: // restore_state
        return this.popState();
      case 0x0c: // def_cfa
        return this.setCfa(cursor.uleb(), cursor.uleb());
      case 0x0d: // def_cfa_register
        return this.cfaRegister !== NONE && this.setCfa(cursor.uleb(), this.cfaValue);
      case 0x0e: // def_cfa_offset
        return this.cfaRegister !== NONE && this.setCfa(this.cfaRegister, cursor.uleb());
      case 0x0f: // def_cfa_expression
        return this.setCfa(NONE, this.skipExpression());
      case 0x10: // expression
        return this.setRule(cursor.uleb(), RuleKind.expression, this.skipExpression());
      case 0x11: // offset_extended_sf
        return this.setRule(cursor.uleb(), RuleKind.offset, cursor.sleb() * dataAlign);
      case 0x12: // def_cfa_sf
        return this.setCfa(cursor.uleb(), cursor.sleb() * dataAlign);
      case 0x13: // def_cfa_offset_sf
        return this.cfaRegister !== NONE && this.setCfa(this.cfaRegister, cursor.sleb() * dataAlign);
      case 0x14: // val_offset
        return this.setRule(cursor.uleb(), RuleKind.valueOffset, cursor.uleb() * dataAlign);
      case 0x15: // val_offset_sf
        return this.setRule(cursor.uleb(), RuleKind.valueOffset, cursor.sleb() * dataAlign);
      case 0x16: // val_expression
        return this.setRule(cursor.uleb(), RuleKind.valueExpression, this.skipExpression());
      case 0x2d: // arm64 negate_ra_state: signatures are always stripped from return addresses
        return true;
      case 0x2e: // GNU_args_size
        cursor.uleb();
        return true;
      case 0x2f: // GNU_negative_offset_extended
        return this.setRule(cursor.uleb(), RuleKind.offset, -cursor.uleb() * dataAlign);
      default:
        return false;
    }
  }

  private advance(distance: number): boolean {
    this.location += distance;
    return true;
  }

  /** Sets a rule; rules of untracked registers are ignored. */
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

  /** Restores the rule set by the CIE. */
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

  /** Skips an expression and returns its offset, where its length is stored. */
  private skipExpression(): number {
    const at = this.cursor.at;
    this.cursor.skip(this.cursor.uleb());
    return at;
  }
}
