// Runs the instructions of a CIE and an FDE up to an address: afterwards, `rules` say where the caller's registers are.
// DWARF 5 §6.4.2. Expressions are only remembered by where they lie. One program serves all files of a machine.

import type { Machine, Section } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CfiCursor } from './cfi-cursor.ts';
import type { Fde } from './cfi-entries.ts';

/** How a register of the caller is found. */
export const How = {
  /** Nothing is said: what the calling convention says. */
  unspecified: 0,
  /** Lost; for the return address: there is no caller. */
  undefined: 1,
  /** As in this frame. */
  same: 2,
  /** In memory at CFA + value. */
  offset: 3,
  /** It is CFA + value. */
  valueOffset: 4,
  /** In the register `value` of this frame. */
  register: 5,
  /** In memory where the expression says; `value` is the expression's offset in the section. */
  expression: 6,
  /** What the expression gives. */
  valueExpression: 7,
} as const;

export type How = (typeof How)[keyof typeof How];

/** How many registers are followed: those that pass from frame to frame. Vector registers, above, are not. */
export const REGISTER_COUNT: Readonly<Record<Machine, number>> = { 'x86-64': 17, arm64: 32 };

/** Columns of a rule set, behind two for each register. */
const CFA_REGISTER = 0;
const CFA_VALUE = 1;
const CFA_COLUMNS = 2;

/** More than any compiler nests; garbage may remember without end. */
const DEEPEST = 64;

/** How many instructions of one FDE are run: the largest functions have some thousands, garbage has millions. */
const MOST_INSTRUCTIONS = 1 << 15;

const NO_SECTION: Section = { address: 0, bytes: new Uint8Array(0) };

export class CfiProgram {
  /** How many are followed. */
  readonly registers: number;
  /** Over the section of the FDE that is run. */
  private cursor: CfiCursor = new CfiCursor(NO_SECTION);
  /** The rule of register r at 2r (a How) and 2r + 1 (its value); then the CFA's, see cfaRegister and cfaValue. */
  private readonly rules: Int32Array;
  private readonly initial: Int32Array;
  private readonly remembered: Int32Array[] = [];
  private depth = 0;
  private location = 0;

  constructor(registers: number) {
    this.registers = registers;
    this.rules = new Int32Array(2 * registers + CFA_COLUMNS);
    this.initial = this.rules.slice();
  }

  howOf(register: number): number {
    return this.rules[2 * register];
  }

  valueOf(register: number): number {
    return this.rules[2 * register + 1];
  }

  /** The register that the CFA is counted from; NONE when an expression gives it. */
  get cfaRegister(): number {
    return this.rules[2 * this.registers + CFA_REGISTER];
  }

  /** What is added to that register, or the offset of the expression in the section. */
  get cfaValue(): number {
    return this.rules[2 * this.registers + CFA_VALUE];
  }

  /** Whether the instructions could be understood up to `address`; the rules are those at it. */
  run(fde: Fde, cursor: CfiCursor, address: number): boolean {
    this.cursor = cursor;
    this.rules.fill(0);
    // No CFA yet: no register has this number.
    this.setCfa(this.registers, 0);
    this.depth = 0;
    this.location = fde.start;
    // A CIE has no places: all of it is run.
    if (!this.runRange(fde.cie.from, fde.cie.to, fde, Infinity)) return false;
    this.initial.set(this.rules);
    this.location = fde.start;
    return this.runRange(fde.from, fde.to, fde, address) && this.cfaRegister < this.registers;
  }

  private runRange(from: number, to: number, fde: Fde, address: number): boolean {
    const { cursor } = this;
    cursor.move(from, to);
    for (let count = 0; !cursor.atEnd && !cursor.bad; count++) {
      if (count === MOST_INSTRUCTIONS) return false;
      if (!this.step(cursor.u8(), fde)) return false;
      // What was just read holds from `location` on.
      if (this.location > address) return !cursor.bad;
    }
    return !cursor.bad;
  }

  /** Runs one instruction; false for what is unknown or makes no sense. */
  private step(code: number, { cie }: Fde): boolean {
    const operand = code & 0x3f;
    switch (code & 0xc0) {
      case 0x40:
        return this.advance(operand * cie.codeAlign);
      case 0x80:
        return this.set(operand, How.offset, this.cursor.uleb() * cie.dataAlign);
      case 0xc0:
        return this.restore(operand);
      default:
        return code < 0x0a
          ? this.stepLow(code, cie.codeAlign, cie.dataAlign)
          : this.stepHigh(code, cie.dataAlign);
    }
  }

  private stepLow(code: number, codeAlign: number, dataAlign: number): boolean {
    const { cursor } = this;
    switch (code) {
      case 0x00: // nop
        return true;
      case 0x01: // set_loc: never seen; its pointer's encoding is that of the FDE
        return false;
      case 0x02: // advance_loc1
        return this.advance(cursor.u8() * codeAlign);
      case 0x03:
        return this.advance(cursor.u16() * codeAlign);
      case 0x04:
        return this.advance(cursor.u32() * codeAlign);
      case 0x05: // offset_extended
        return this.set(cursor.uleb(), How.offset, cursor.uleb() * dataAlign);
      case 0x06: // restore_extended
        return this.restore(cursor.uleb());
      case 0x07: // undefined
        return this.set(cursor.uleb(), How.undefined, 0);
      case 0x08: // same_value
        return this.set(cursor.uleb(), How.same, 0);
      default: // 0x09 register
        return this.set(cursor.uleb(), How.register, cursor.uleb());
    }
  }

  private stepHigh(code: number, dataAlign: number): boolean {
    const { cursor } = this;
    switch (code) {
      case 0x0a: // remember_state
        return this.remember();
      case 0x0b: // restore_state
        return this.recall();
      case 0x0c: // def_cfa
        return this.setCfa(cursor.uleb(), cursor.uleb());
      case 0x0d: // def_cfa_register
        return this.cfaRegister !== NONE && this.setCfa(cursor.uleb(), this.cfaValue);
      case 0x0e: // def_cfa_offset
        return this.cfaRegister !== NONE && this.setCfa(this.cfaRegister, cursor.uleb());
      case 0x0f: // def_cfa_expression
        return this.setCfa(NONE, this.expression());
      case 0x10: // expression
        return this.set(cursor.uleb(), How.expression, this.expression());
      case 0x11: // offset_extended_sf
        return this.set(cursor.uleb(), How.offset, cursor.sleb() * dataAlign);
      case 0x12: // def_cfa_sf
        return this.setCfa(cursor.uleb(), cursor.sleb() * dataAlign);
      case 0x13: // def_cfa_offset_sf
        return this.cfaRegister !== NONE && this.setCfa(this.cfaRegister, cursor.sleb() * dataAlign);
      case 0x14: // val_offset
        return this.set(cursor.uleb(), How.valueOffset, cursor.uleb() * dataAlign);
      case 0x15: // val_offset_sf
        return this.set(cursor.uleb(), How.valueOffset, cursor.sleb() * dataAlign);
      case 0x16: // val_expression
        return this.set(cursor.uleb(), How.valueExpression, this.expression());
      case 0x2d: // arm64: the return address is signed from here on; what signs it is always taken off
        return true;
      case 0x2e: // GNU_args_size
        cursor.uleb();
        return true;
      case 0x2f: // GNU_negative_offset_extended
        return this.set(cursor.uleb(), How.offset, -cursor.uleb() * dataAlign);
      default:
        return false;
    }
  }

  private advance(distance: number): boolean {
    this.location += distance;
    return true;
  }

  /** Sets a rule. Rules of registers that are not followed are read and forgotten. */
  private set(register: number, how: How, value: number): boolean {
    if (value !== (value | 0)) return false;
    if (register < this.registers) {
      this.rules[2 * register] = how;
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

  /** Back to what the CIE says. */
  private restore(register: number): boolean {
    if (register < this.registers) {
      this.rules[2 * register] = this.initial[2 * register];
      this.rules[2 * register + 1] = this.initial[2 * register + 1];
    }
    return true;
  }

  private remember(): boolean {
    if (this.depth === DEEPEST) return false;
    const copy = (this.remembered[this.depth++] ??= new Int32Array(this.rules.length));
    copy.set(this.rules);
    return true;
  }

  /** The CFA too: compilers count on it, though the standard left it open. */
  private recall(): boolean {
    if (this.depth === 0) return false;
    this.rules.set(this.remembered[--this.depth]);
    return true;
  }

  /** Where the expression here begins, its length first; the cursor goes behind it. */
  private expression(): number {
    const at = this.cursor.at;
    this.cursor.skip(this.cursor.uleb());
    return at;
  }
}
