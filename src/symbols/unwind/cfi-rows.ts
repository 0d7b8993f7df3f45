// Stores the rules for an address as a row of numbers, ready for unwinding a frame. Almost all rows have the fast form;
// rows with expressions or rare rules refer to a SlowRow.

import type { Machine, Section } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { CfiExpression } from './cfi-expression.ts';
import { type CfiProgram, RuleKind } from './cfi-program.ts';
import type { Cie } from './cfi-entries.ts';

/** Bits of a row's first number. */
export const RowFlag = {
  /** The row is `[flags, index into slow]` instead of the fast form (RowColumn). */
  slow: 1,
  /** Signal frame: the recovered address is that of the interrupted instruction, not a return address. */
  signal: 2,
  /** Outermost frame, which has no caller. */
  last: 4,
} as const;

/**
 * Columns of a fast row. The CFA is register + offset; everything else is in memory at offsets from the CFA.
 */
export const RowColumn = {
  flags: 0,
  cfaRegister: 1,
  cfaOffset: 2,
  /** Offset of the return address. */
  returnOffset: 3,
  /** Number of (register, offset) pairs that follow, one per saved register of the caller. */
  count: 4,
  pairs: 5,
} as const;

/** How to recover one register of the caller; `kind` is a RuleKind. */
export interface SlowRule {
  readonly register: number;
  readonly kind: number;
  readonly operand: number;
}

/** A row without a fast form. */
export interface SlowRow {
  /** NONE if an expression computes the CFA. */
  readonly cfaRegister: number;
  /** Offset from the register, or section offset of the expression. */
  readonly cfaValue: number;
  readonly rules: readonly SlowRule[];
  /** The register whose rule recovers the return address. */
  readonly returnRegister: number;
  readonly expression: CfiExpression;
}

/** Calling convention of a machine, by DWARF register number. */
interface CallingConvention {
  readonly stackPointer: number;
  readonly framePointer: number;
  /** Callee-saved registers, except the stack pointer, which is the CFA in the caller. */
  readonly saved: readonly number[];
  readonly returnRegister: number;
}

/** System V ABI x86-64, figure 3.4; Procedure Call Standard for the Arm 64-bit Architecture, §6.1.1. */
export const CONVENTIONS: Readonly<Record<Machine, CallingConvention>> = {
  'x86-64': { stackPointer: 7, framePointer: 6, saved: [3, 6, 12, 13, 14, 15], returnRegister: 16 },
  arm64: {
    stackPointer: 31,
    framePointer: 29,
    saved: [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    returnRegister: 30,
  },
};

/** The machine whose calling convention uses this DWARF register for the return address; undefined if there is none. */
export function machineByReturnRegister(register: number): Machine | undefined {
  if (register === CONVENTIONS['x86-64'].returnRegister) return 'x86-64';
  return register === CONVENTIONS.arm64.returnRegister ? 'arm64' : undefined;
}

/** Enough for one or two rows: most files of JIT-compiled code have no more. */
const INITIAL_CAPACITY = 16;

/** The distinct rows of one file. */
export class CfiRows {
  /** All rows, back to back; a row's number is the index at which it starts. Replaced when it grows. */
  numbers: Int32Array = new Int32Array(INITIAL_CAPACITY);
  readonly slow: SlowRow[] = [];
  private readonly machine: Machine;
  private length = 0;
  /** Row numbers by content. */
  private readonly known = new Map<string, number>();
  private expressions: Map<Section, CfiExpression> | undefined;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Adds the program's current rules, unless an equal row exists, and returns the row number. */
  add(program: CfiProgram, cie: Cie, section: Section): number {
    const fast = this.fastRow(program, cie);
    if (fast) return this.keep(fast.join(), fast);
    const flags = RowFlag.slow | (cie.isSignal ? RowFlag.signal : 0);
    const slow = this.slowRow(program, cie, section);
    const rules = slow.rules.flatMap(({ register, kind, operand }) => [register, kind, operand]);
    const { cfaRegister, cfaValue, returnRegister } = slow;
    const key = [flags, cfaRegister, cfaValue, returnRegister, section.address, ...rules].join();
    if (!this.known.has(key)) this.slow.push(slow);
    return this.keep(key, [flags, this.slow.length - 1]);
  }

  clear(): void {
    this.length = 0;
    this.slow.length = 0;
    this.known.clear();
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

  /** The row in fast form; undefined if the rules need the slow form. */
  private fastRow(program: CfiProgram, cie: Cie): number[] | undefined {
    const { saved, returnRegister, stackPointer } = CONVENTIONS[this.machine];
    const signal = cie.isSignal ? RowFlag.signal : 0;
    if (cie.returnRegister !== returnRegister) return undefined;
    if (program.kindOf(returnRegister) === RuleKind.undefined) return [signal | RowFlag.last, 0, 0, 0, 0];
    if (program.cfaRegister === NONE || program.kindOf(returnRegister) !== RuleKind.offset) return undefined;
    const row = [signal, program.cfaRegister, program.cfaValue, program.operandOf(returnRegister), 0];
    for (let register = 0; register < program.registers; register++) {
      const kind = program.kindOf(register);
      if (register === returnRegister || kind === RuleKind.unspecified) continue;
      if (register === stackPointer) return undefined;
      // Calls preserve the saved registers and clobber all others, so these rules add nothing.
      if (kind === (saved.includes(register) ? RuleKind.same : RuleKind.undefined)) continue;
      if (kind !== RuleKind.offset || !saved.includes(register)) return undefined;
      row.push(register, program.operandOf(register));
      row[RowColumn.count]++;
    }
    return row;
  }

  private slowRow(program: CfiProgram, cie: Cie, section: Section): SlowRow {
    const rules: SlowRule[] = [];
    for (let register = 0; register < program.registers; register++) {
      const kind = program.kindOf(register);
      if (kind !== RuleKind.unspecified) rules.push({ register, kind, operand: program.operandOf(register) });
    }
    const expressions = (this.expressions ??= new Map());
    let expression = expressions.get(section);
    if (!expression) expressions.set(section, (expression = new CfiExpression(section)));
    const { cfaRegister, cfaValue } = program;
    return { cfaRegister, cfaValue, rules, returnRegister: cie.returnRegister, expression };
  }
}
