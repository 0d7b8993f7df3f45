// What unwinding one frame takes, ready to use: the rules at an address as a few numbers (a row). Almost all rows have
// the fast form; those with expressions and the like point at an object.

import type { Machine, Section } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CfiExpression } from './cfi-expression.ts';
import { type CfiProgram, How } from './cfi-program.ts';
import type { Cie } from './cfi-entries.ts';

/** Bits of the first number of a row. */
export const RowFlag = {
  /** `[flags, index into slow]`; otherwise the fast form (RowColumn). */
  slow: 1,
  /** The frame is one a signal handler returns to: its caller was interrupted at an exact address. */
  signal: 2,
  /** The outermost frame: it has no caller. */
  last: 4,
} as const;

/** The numbers of a fast row: CFA = register + offset; the rest is in memory, at offsets from the CFA. */
export const RowColumn = {
  flags: 0,
  cfaRegister: 1,
  cfaOffset: 2,
  /** Where the return address is. */
  returnOffset: 3,
  /** How many pairs (register, offset) follow: registers of the caller that are in memory. */
  count: 4,
  pairs: 5,
} as const;

/** How one register of the caller is found: How and value as CfiProgram says. */
export interface SlowRule {
  readonly register: number;
  readonly how: number;
  readonly value: number;
}

/** A row that has not the fast form. */
export interface SlowRow {
  /** NONE: an expression gives the CFA. */
  readonly cfaRegister: number;
  /** What is added, or where the expression is. */
  readonly cfaValue: number;
  /** All registers of which something is said. */
  readonly rules: readonly SlowRule[];
  /** Which register's rule gives the return address. */
  readonly returnRegister: number;
  readonly expression: CfiExpression;
}

/** Facts of a machine's calling convention, by DWARF register number. */
export interface Convention {
  readonly stackPointer: number;
  readonly framePointer: number;
  /** Registers a function leaves as they were; besides the stack pointer, which is the CFA in the caller. */
  readonly saved: readonly number[];
  readonly returnRegister: number;
}

/** System V ABI x86-64, figure 3.4; Procedure Call Standard for the Arm 64-bit Architecture, §6.1.1. */
export const CONVENTIONS: Readonly<Record<Machine, Convention>> = {
  'x86-64': { stackPointer: 7, framePointer: 6, saved: [3, 6, 12, 13, 14, 15], returnRegister: 16 },
  arm64: {
    stackPointer: 31,
    framePointer: 29,
    saved: [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    returnRegister: 30,
  },
};

/** The machine whose calls leave the return address in this DWARF register; undefined for a third. */
export function machineReturningBy(register: number): Machine | undefined {
  if (register === CONVENTIONS['x86-64'].returnRegister) return 'x86-64';
  return register === CONVENTIONS.arm64.returnRegister ? 'arm64' : undefined;
}

/** A row or two: most files that a program made have no more. */
const FIRST_NUMBERS = 16;

/** The rows of one file, each kept once. */
export class CfiRows {
  /** All rows, one behind the other; a row's number is where it begins. Changes its identity as it grows. */
  numbers: Int32Array = new Int32Array(FIRST_NUMBERS);
  readonly slow: SlowRow[] = [];
  private readonly machine: Machine;
  private length = 0;
  private readonly known = new Map<string, number>();
  private expressions: Map<Section, CfiExpression> | undefined;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** The row of the rules that the program has come to. */
  add(program: CfiProgram, cie: Cie, section: Section): number {
    const fast = this.fastRow(program, cie);
    if (fast) return this.keep(fast.join(), fast);
    const flags = RowFlag.slow | (cie.signal ? RowFlag.signal : 0);
    const slow = this.slowRow(program, cie, section);
    const key = `${flags} ${slow.cfaRegister} ${slow.cfaValue} ${slow.returnRegister} ${this.ruleKey(slow)}`;
    const known = this.known.get(`${key} ${section.address}`);
    if (known !== undefined) return known;
    this.slow.push(slow);
    return this.keep(`${key} ${section.address}`, [flags, this.slow.length - 1]);
  }

  /** Forgets all rows. */
  clear(): void {
    this.length = 0;
    this.slow.length = 0;
    this.known.clear();
  }

  private ruleKey(slow: SlowRow): string {
    return slow.rules.map(({ register, how, value }) => `${register}:${how}:${value}`).join();
  }

  private keep(key: string, row: readonly number[]): number {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.length;
    this.length += row.length;
    if (this.length > this.numbers.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers.set(row, at);
    this.known.set(key, at);
    return at;
  }

  /** The fast form, where the rules have it. */
  private fastRow(program: CfiProgram, cie: Cie): number[] | undefined {
    const { saved, returnRegister, stackPointer } = CONVENTIONS[this.machine];
    const signal = cie.signal ? RowFlag.signal : 0;
    if (cie.returnRegister !== returnRegister) return undefined;
    if (program.howOf(returnRegister) === How.undefined) {
      return [signal | RowFlag.last, 0, 0, 0, 0];
    }
    if (program.cfaRegister === NONE || program.howOf(returnRegister) !== How.offset) return undefined;
    const row = [signal, program.cfaRegister, program.cfaValue, program.valueOf(returnRegister), 0];
    for (let register = 0; register < program.registers; register++) {
      const how = program.howOf(register);
      if (register === returnRegister || how === How.unspecified) continue;
      if (register === stackPointer) return undefined;
      // Others are lost in a call anyway; that they are said to be is no news.
      if (!saved.includes(register)) {
        if (how === How.undefined) continue;
        return undefined;
      }
      if (how === How.same) continue;
      if (how !== How.offset) return undefined;
      row.push(register, program.valueOf(register));
      row[RowColumn.count]++;
    }
    return row;
  }

  private slowRow(program: CfiProgram, cie: Cie, section: Section): SlowRow {
    const rules: SlowRule[] = [];
    for (let register = 0; register < program.registers; register++) {
      const how = program.howOf(register);
      if (how !== How.unspecified) rules.push({ register, how, value: program.valueOf(register) });
    }
    const expressions = (this.expressions ??= new Map());
    let expression = expressions.get(section);
    if (!expression) expressions.set(section, (expression = new CfiExpression(section)));
    const { cfaRegister, cfaValue } = program;
    return { cfaRegister, cfaValue, rules, returnRegister: cie.returnRegister, expression };
  }
}
