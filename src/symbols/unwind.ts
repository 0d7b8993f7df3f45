// Walks a thread's stack from a dump of its registers and its topmost bytes: the addresses of its frames, leaf first.
//
//        stack pointer                    CFA of the leaf = the caller's stack pointer
//             |                                       |
//             [ leaf's frame … saved rbp, return addr ][ caller's frame … ][ … ]   addresses rise →
//
// What each frame's code says about the one above comes from UnwindModule; where it says nothing, frame pointers are
// tried. Knows no files and no processes: a CodeMap tells what lies where.

import type { CodeMap, Machine } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { FrameValues, Memory } from './cfi-expression.ts';
import { How } from './cfi-program.ts';
import { CONVENTIONS, type Convention, RowColumn, RowFlag, type SlowRow, type SlowRule } from './cfi-row.ts';
import type { UnwindModule } from './cfi.ts';
import { DUMPED_REGISTERS, unsigned48 } from './unwind-registers.ts';
import { type Manners, MANNERS, type UnwindStyle } from './unwind-style.ts';

/** Where code lies in one process at one time, with the rules that this room made of it. */
export interface UnwindMap extends Omit<CodeMap, 'module'> {
  /**
   * How code of the range unwinds; undefined when nothing is known of it (frame pointers are tried). A file that can be
   * read but says nothing of unwinding is a module of no sections: perf tells the two apart.
   */
  module(row: number): UnwindModule | undefined;
}

export interface UnwindOptions {
  /** `best` unless told. */
  readonly style?: UnwindStyle;
  /** 127 unless told, as perf has it. */
  readonly maxFrames?: number;
}

const WORD = 2 ** 32;
/** Where user addresses end. */
const USER_END = 2 ** 52;
const MAX_FRAMES = 127;

export class Unwinder implements FrameValues, Memory {
  /** The addresses found by the last unwind(), leaf first; what lies behind its answer is old. */
  readonly frames: Float64Array;
  /** Of the frame that is unwound, by DWARF number; NaN where lost. */
  registers = new Float64Array(DUMPED_REGISTERS);
  cfa = NaN;
  bias = 0;

  private readonly convention: Convention;
  private readonly manners: Manners;
  /** Registers that a call destroys. */
  private readonly scratch: readonly number[];
  private readonly masksReturns: boolean;
  /** The caller's registers while a slow row makes them; then both change places. */
  private next = new Float64Array(DUMPED_REGISTERS);
  private stack: DataView = new DataView(new ArrayBuffer(0));
  /** Where the dump begins. */
  private base = 0;
  /** The last offset of the dump at which 8 bytes can be read. */
  private lastWord = -1;
  private pc = 0;
  private leaf = true;
  /** Whether there is anything in the scratch registers. */
  private scratchKnown = true;

  constructor(machine: Machine, options: UnwindOptions = {}) {
    const { style = 'best', maxFrames = MAX_FRAMES } = options;
    this.frames = new Float64Array(maxFrames);
    this.convention = CONVENTIONS[machine];
    this.manners = MANNERS[style];
    this.masksReturns = machine === 'arm64';
    const { saved, stackPointer } = this.convention;
    this.scratch = Array.from(this.registers.keys()).filter((r) => r !== stackPointer && !saved.includes(r));
  }

  /**
   * Unwinds one sample. `registers` are by DWARF number, NaN where unknown; `pc` is the address of the next instruction;
   * `stack` holds the bytes from the stack pointer up. Writes `frames` as perf prints them: calls as return address − 1.
   * Answers how many there are; none when nothing of the stack was recorded.
   */
  unwind(registers: Float64Array, pc: number, stack: DataView, map: UnwindMap): number {
    // So perf does (thread__resolve_callchain_unwind): in the middle of an exec the registers are of what was before it.
    if (stack.byteLength === 0) return 0;
    this.begin(registers, pc, stack);
    const { frames, manners } = this;
    let count = 0;
    // The address is that of an instruction that was interrupted, not of one behind a call.
    let exact = true;
    while (count < frames.length) {
      const at = this.pc;
      const lookup: number = exact ? at : at - 1;
      const range = map.find(lookup);
      const module = range === NONE ? undefined : map.module(range);
      if (module === undefined && range !== NONE && manners.endsAtUnreadable) break;
      if (module !== undefined) this.bias = map.bias(range);
      const row = module === undefined ? NONE : module.rowAt(lookup - this.bias);
      const flags = module === undefined || row === NONE ? 0 : module.rows.numbers[row];
      const signal = (flags & RowFlag.signal) !== 0;
      const before = this.registers[this.convention.stackPointer];
      const unwound =
        module !== undefined && row !== NONE
          ? this.follow(module, row, flags)
          : (this.manners.followsUnknown || module?.isSilent === false) && this.followUnknown(exact);
      const printed = this.printed(at, exact, signal, unwound && this.pc !== 0);
      if (printed !== 0) frames[count++] = printed;
      if (!unwound || this.ends(at, before, signal)) break;
      exact = signal;
      this.leaf = false;
    }
    return count;
  }

  load(address: number): number {
    const at = address - this.base;
    if (!(at >= 0 && at <= this.lastWord)) return NaN;
    return this.stack.getUint32(at, true) + this.stack.getInt32(at + 4, true) * WORD;
  }

  loadPart(address: number, size: number): number {
    if (size === 8) return this.load(address);
    const at = address - this.base;
    if (!(at >= 0 && at + size <= this.stack.byteLength)) return NaN;
    if (size === 4) return this.stack.getUint32(at, true);
    if (size === 2) return this.stack.getUint16(at, true);
    return size === 1 ? this.stack.getUint8(at) : NaN;
  }

  private begin(registers: Float64Array, pc: number, stack: DataView): void {
    this.registers.fill(NaN);
    this.registers.set(
      registers.length > DUMPED_REGISTERS ? registers.subarray(0, DUMPED_REGISTERS) : registers,
    );
    this.stack = stack;
    this.base = this.registers[this.convention.stackPointer];
    this.lastWord = stack.byteLength - 8 - this.manners.unreadTail;
    this.pc = pc;
    this.leaf = true;
    this.scratchKnown = true;
    // arm64 has the return address of a leaf there, not its own.
    if (!this.masksReturns) this.registers[this.convention.returnRegister] = pc;
  }

  /** The address as perf prints it. */
  private printed(at: number, exact: boolean, signal: boolean, unwound: boolean): number {
    if (this.leaf || (signal && (unwound || !this.manners.signalMustUnwind))) return at;
    return exact && !this.manners.interruptedLessOne ? at : at - 1;
  }

  /** Whether the caller that was found is none, given the address and the stack pointer of the frame before. */
  private ends(at: number, before: number, signal: boolean): boolean {
    const { pc, leaf } = this;
    const after = this.registers[this.convention.stackPointer];
    if (pc === 0 || (pc === at && after === before)) return true;
    if (!this.manners.mustGrow || signal) return false;
    // A leaf of arm64 may have no frame of its own. A signal handler's stack may lie anywhere.
    return (!leaf && after <= before) || pc < 0 || pc >= USER_END;
  }

  /** Goes to the caller as the row says; false when there is none, or it cannot be read. */
  private follow(module: UnwindModule, row: number, flags: number): boolean {
    const { numbers, slow } = module.rows;
    if (flags & RowFlag.last) return false;
    return flags & RowFlag.slow
      ? this.followSlow(slow[numbers[row + 1]], (flags & RowFlag.signal) !== 0)
      : this.followFast(numbers, row);
  }

  private followFast(numbers: Int32Array, row: number): boolean {
    const { registers, stack, lastWord } = this;
    const cfa = registers[numbers[row + RowColumn.cfaRegister]] + numbers[row + RowColumn.cfaOffset];
    const offset = cfa - this.base;
    const at = offset + numbers[row + RowColumn.returnOffset];
    // Also false for NaN.
    if (!(at >= 0 && at <= lastWord)) return false;
    const high = stack.getInt32(at + 4, true);
    this.pc = stack.getUint32(at, true) + (this.masksReturns ? unsigned48(high) : high) * WORD;
    const end = row + RowColumn.pairs + 2 * numbers[row + RowColumn.count];
    for (let pair = row + RowColumn.pairs; pair < end; pair += 2) {
      const from = offset + numbers[pair + 1];
      if (from >= 0 && from <= lastWord) {
        registers[numbers[pair]] = stack.getUint32(from, true) + stack.getInt32(from + 4, true) * WORD;
      } else if (!this.isPopped(from)) registers[numbers[pair]] = NaN;
    }
    if (this.scratchKnown && !this.manners.keepsScratch) {
      for (const register of this.scratch) registers[register] = NaN;
      this.scratchKnown = false;
    }
    registers[this.convention.stackPointer] = cfa;
    this.settle(registers);
    return true;
  }

  /** Compilers do not say in an epilogue that a register has been popped: what its slot held is in the register. */
  private isPopped(offset: number): boolean {
    return this.manners.keepsPopped && this.leaf && offset < 0;
  }

  private followSlow(row: SlowRow, signal: boolean): boolean {
    const { registers, next, convention } = this;
    this.cfa = NaN;
    const cfa =
      row.cfaRegister === NONE
        ? row.expression.evaluate(row.cfaValue, 0, this, this)
        : registers[row.cfaRegister] + row.cfaValue;
    if (Number.isNaN(cfa)) return false;
    this.cfa = cfa;
    if (this.manners.keepsScratch) next.set(registers);
    else {
      next.fill(NaN);
      for (const register of convention.saved) next[register] = registers[register];
    }
    next[convention.stackPointer] = cfa;
    // A leaf of arm64 has not put it away yet.
    if (this.masksReturns) next[row.returnRegister] = registers[row.returnRegister];
    else next[convention.returnRegister] = NaN;
    for (const rule of row.rules) next[rule.register] = this.callerValue(rule, row);
    const pc = row.returnRegister < next.length ? next[row.returnRegister] : NaN;
    if (Number.isNaN(pc)) return false;
    this.registers = next;
    this.next = registers;
    this.scratchKnown = true;
    this.pc = pc;
    if (!signal) this.settle(next);
    return true;
  }

  /** A register of the caller; NaN when it cannot be told. */
  private callerValue(rule: SlowRule, row: SlowRow): number {
    const { registers, cfa } = this;
    switch (rule.how) {
      case How.same:
        return registers[rule.register];
      case How.offset:
        return this.isPopped(cfa + rule.value - this.base)
          ? registers[rule.register]
          : this.loadOf(rule, row, cfa + rule.value);
      case How.valueOffset:
        return cfa + rule.value;
      case How.register:
        return rule.value < registers.length ? registers[rule.value] : NaN;
      case How.expression:
        return this.loadOf(rule, row, row.expression.evaluate(rule.value, cfa, this, this));
      case How.valueExpression:
        return row.expression.evaluate(rule.value, cfa, this, this);
      default:
        return NaN;
    }
  }

  private loadOf(rule: SlowRule, row: SlowRow, address: number): number {
    return rule.register === row.returnRegister ? this.loadReturn(address) : this.load(address);
  }

  /** Leaves code that nothing describes; `exact` where it was interrupted, not left by a call. */
  private followUnknown(exact: boolean): boolean {
    const hasLink = exact && this.masksReturns;
    if (hasLink && this.manners.linkFirst && this.followLink()) return true;
    return this.followFramePointer() || (hasLink && this.followLink());
  }

  /** arm64: a function that has no frame of its own returns to where the link register says. */
  private followLink(): boolean {
    const { registers, convention } = this;
    const { stackPointer, framePointer, returnRegister } = convention;
    const link = registers[returnRegister];
    if (!(link > 0)) return false;
    const [top, pointer] = [registers[stackPointer], registers[framePointer]];
    registers.fill(NaN);
    registers[stackPointer] = top;
    registers[framePointer] = pointer;
    this.scratchKnown = false;
    this.pc = link;
    return true;
  }

  /** Where the frame pointer points lie the caller's frame pointer and the return address. */
  private followFramePointer(): boolean {
    const { registers, convention, manners } = this;
    const pointer = registers[convention.framePointer];
    const top = registers[convention.stackPointer];
    // Also false for NaN.
    if (!(pointer !== 0 && pointer >= -WORD * WORD)) return false;
    const above = this.load(pointer);
    const link = this.loadReturn(pointer + 8);
    if (Number.isNaN(link)) return false;
    const narrow = manners.frameWindow !== Infinity && !this.masksReturns;
    if (narrow && !(pointer >= top && pointer - top <= manners.frameWindow && above === above)) return false;
    if (!narrow && pointer + 16 <= top) return false;
    if (manners.mustGrow && !(pointer >= top)) return false;
    registers.fill(NaN);
    registers[convention.framePointer] = Number.isNaN(above) ? 0 : above;
    registers[convention.stackPointer] = narrow ? top + 16 : pointer + 16;
    this.scratchKnown = false;
    this.pc = link;
    this.settle(registers);
    return true;
  }

  /** As load(), of a return address: arm64 may have signed it. */
  private loadReturn(address: number): number {
    const at = address - this.base;
    if (!this.masksReturns || !(at >= 0 && at <= this.lastWord)) return this.load(address);
    return this.stack.getUint32(at, true) + unsigned48(this.stack.getInt32(at + 4, true)) * WORD;
  }

  /**
   * The caller's registers are told, but for the one of the return address: expressions ask for the program counter
   * there; on arm64 it is where the caller's callee was to return to, which says nothing of the caller's caller.
   */
  private settle(registers: Float64Array): void {
    registers[this.convention.returnRegister] = this.masksReturns ? NaN : this.pc;
  }
}
