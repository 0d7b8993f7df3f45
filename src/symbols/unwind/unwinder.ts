// Unwinds a thread's stack into frame addresses, leaf first, from a dump of its registers and topmost bytes.
//
//       stack pointer                    CFA of the leaf = the caller's stack pointer
//            |                                       |
//            [ leaf's frame … saved rbp, return addr ][ caller's frame … ][ … ]   addresses rise →
//
// UnwindModules provide the rules for each frame's code. Code without rules is unwound if it is a trampoline of CPython;
// otherwise, the unwinder tries frame pointers. It does not know about files or processes: a CodeMap maps addresses to
// code.

import { WHOLE_STACKS, type CodeMap, type Machine } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import type { CfiFrame } from './cfi-expression.ts';
import { RuleKind } from './cfi-program.ts';
import { CONVENTIONS, RowColumn, RowFlag, type SlowRow, type SlowRule } from './cfi-rows.ts';
import { JitMemory, unmappedCode } from '../jit-memory.ts';
import { MISSING_VDSO, vdsoReturnSlot } from './missing-vdso.ts';
import { type FrameRegisters, type UnwindOptions, type UnwinderQuirks, QUIRKS } from './unwinder-quirks.ts';
import { callingModule, UnwindModule } from './unwind-module.ts';
import { REGISTER_ARRAY_LENGTH, stripSignature } from './unwind-registers.ts';

const WORD = 2 ** 32;
/** End of the user address space. */
const USER_END = 2 ** 52;
/** perf unwinds no further, so no difference from it matters beyond. */
const PERF_FRAMES = 127;
/** Stack pointers are multiples of this at calls (System V ABI x86-64, §3.2.2; AAPCS64, §6.4.5.1). */
const CALL_ALIGNMENT = 16;

export class Unwinder implements CfiFrame {
  /** Addresses found by the last unwind(), leaf first; entries past the count it returned are stale. */
  readonly frames: Float64Array;
  /** True if the last unwind() reached the maximum number of frames before the end of the stack. */
  isCut = false;
  /** Registers of the current frame by DWARF number; NaN if lost. */
  registers = new Float64Array(REGISTER_ARRAY_LENGTH);
  cfa = NaN;
  bias = 0;

  private readonly convention: (typeof CONVENTIONS)[Machine];
  private readonly quirks: UnwinderQuirks;
  private readonly trace: FrameRegisters | undefined;
  /** Caller-saved registers. */
  private readonly scratch: readonly number[];
  private readonly stripsSignatures: boolean;
  private readonly passesTrampolines: boolean;
  /** Buffer in which a slow row computes the caller's registers; then swapped with `registers`. */
  private next = new Float64Array(REGISTER_ARRAY_LENGTH);
  private stack: DataView = new DataView(new ArrayBuffer(0));
  /** Address of the dump's first byte. */
  private base = 0;
  /** Last offset in the dump from which 8 bytes can be read. */
  private lastWord = -1;
  private pc = 0;
  private isLeaf = true;
  /** The mapped range of the previous frame; NONE if that was unwound without rules. */
  private calleeRange: number = NONE;
  /** True while caller-saved registers may have values. */
  private hasScratch = true;

  constructor(machine: Machine, { variant = 'best', limits = WHOLE_STACKS, trace }: UnwindOptions = {}) {
    this.frames = new Float64Array(limits.maxFrames);
    this.trace = trace;
    this.passesTrampolines = limits.passesTrampolines;
    this.convention = CONVENTIONS[machine];
    this.quirks = QUIRKS[variant];
    this.stripsSignatures = machine === 'arm64';
    const { saved, stackPointer } = this.convention;
    this.scratch = Array.from(this.registers.keys()).filter((r) => r !== stackPointer && !saved.includes(r));
  }

  /**
   * Unwinds one sample and returns the number of frames, 0 if no stack was recorded. `registers` are by DWARF
   * number, NaN if unknown; `pc` is the address of the next instruction; `stack` holds the bytes from the
   * stack pointer up. Writes `frames` as perf prints them: callers at their return address − 1.
   */
  unwind(registers: Float64Array, pc: number, stack: DataView, map: CodeMap): number {
    this.isCut = false;
    // As in perf (thread__resolve_callchain_unwind): during an exec, the registers are those of the old program.
    if (stack.byteLength === 0) return 0;
    this.begin(registers, pc, stack);
    const { frames } = this;
    let count = 0;
    // True if `pc` is the address of an interrupted instruction instead of a return address.
    let isExact = true;
    for (;;) {
      this.isCut = count === frames.length;
      if (this.isCut) return count;
      this.trace?.record(count, this.registers);
      const at = this.pc;
      const lookup: number = isExact ? at : at - 1;
      const range = map.find(lookup);
      const unwinding = range === NONE ? undefined : map.module(range);
      const module = unwinding instanceof UnwindModule ? unwinding : undefined;
      if (range !== NONE) this.bias = map.bias(range);
      const row = module === undefined ? NONE : module.rowAt(lookup - this.bias);
      const flags = module === undefined || row === NONE ? 0 : module.rows.numbers[row];
      const signal = (flags & RowFlag.signal) !== 0;
      const before = this.registers[this.convention.stackPointer];
      const hasRules = module !== undefined && row !== NONE;
      const unwound = hasRules
        ? this.follow(module, row, flags)
        : this.followRuleless(map, range, lookup, isExact);
      if (unwound === undefined) return count;
      const reported = this.reportedAddress(at, isExact, signal, unwound && this.pc !== 0);
      if (reported !== 0) frames[count++] = reported;
      if (!unwound || this.isInvalidCaller(at, before, signal, count)) return count;
      isExact = signal;
      this.calleeRange = hasRules ? range : NONE;
      this.isLeaf = false;
    }
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
    this.registers.set(registers);
    this.stack = stack;
    this.base = this.registers[this.convention.stackPointer];
    this.lastWord = stack.byteLength - 8 - this.quirks.ignoredTailBytes;
    this.pc = pc;
    this.isLeaf = true;
    this.calleeRange = NONE;
    this.hasScratch = true;
    // On arm64 this register holds the leaf's return address, not its program counter.
    if (!this.stripsSignatures) this.registers[this.convention.returnRegister] = pc;
  }

  /** The frame's address as perf reports it. */
  private reportedAddress(at: number, isExact: boolean, signal: boolean, unwound: boolean): number {
    if (this.isLeaf || (signal && (unwound || !this.quirks.decrementsLastSignal))) return at;
    return isExact && !this.quirks.decrementsInterrupted ? at : at - 1;
  }

  /**
   * True if the caller just found is invalid; `at` and `before` are the address and stack pointer of its callee.
   */
  private isInvalidCaller(at: number, before: number, signal: boolean, count: number): boolean {
    const { pc, isLeaf } = this;
    const after = this.registers[this.convention.stackPointer];
    if (pc === 0 || (pc === at && after === before)) return true;
    if ((!this.quirks.requiresRisingStack && count < PERF_FRAMES) || signal) return false;
    // An arm64 leaf may have no stack frame. A signal handler's stack may be anywhere.
    return (!isLeaf && after <= before) || pc < 0 || pc >= USER_END;
  }

  /**
   * Moves to the caller by the rules of the row; false if there is no caller or its return address cannot be read.
   */
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
    this.pc = stack.getUint32(at, true) + (this.stripsSignatures ? stripSignature(high) : high) * WORD;
    const end = row + RowColumn.pairs + 2 * numbers[row + RowColumn.count];
    for (let pair = row + RowColumn.pairs; pair < end; pair += 2) {
      const from = offset + numbers[pair + 1];
      if (from >= 0 && from <= lastWord) {
        registers[numbers[pair]] = stack.getUint32(from, true) + stack.getInt32(from + 4, true) * WORD;
      } else if (!this.isPopped(from)) registers[numbers[pair]] = NaN;
    }
    this.dropScratch();
    registers[this.convention.stackPointer] = cfa;
    this.setReturnRegister(registers);
    return true;
  }

  private dropScratch(): void {
    if (!this.hasScratch || this.quirks.keepsScratchRegisters) return;
    for (const register of this.scratch) this.registers[register] = NaN;
    this.hasScratch = false;
  }

  /**
   * True if the leaf has already popped the register, which then holds the value of this slot. Compilers do not record
   * pops in epilogues.
   */
  private isPopped(offset: number): boolean {
    return this.quirks.keepsPoppedRegisters && this.isLeaf && offset < 0;
  }

  private followSlow(row: SlowRow, signal: boolean): boolean {
    const { registers, next, convention } = this;
    this.cfa = NaN;
    const cfa =
      row.cfaRegister === NONE
        ? row.expression.evaluate(row.cfaValue, 0, this)
        : registers[row.cfaRegister] + row.cfaValue;
    if (Number.isNaN(cfa)) return false;
    this.cfa = cfa;
    if (this.quirks.keepsScratchRegisters) next.set(registers);
    else {
      next.fill(NaN);
      for (const register of convention.saved) next[register] = registers[register];
    }
    next[convention.stackPointer] = cfa;
    // An arm64 leaf has not saved the return address yet.
    if (this.stripsSignatures) next[row.returnRegister] = registers[row.returnRegister];
    else next[convention.returnRegister] = NaN;
    for (const rule of row.rules) next[rule.register] = this.callerValue(rule, row);
    const pc = row.returnRegister < next.length ? next[row.returnRegister] : NaN;
    if (Number.isNaN(pc)) return false;
    this.registers = next;
    this.next = registers;
    this.hasScratch = true;
    this.pc = pc;
    if (!signal) this.setReturnRegister(next);
    return true;
  }

  /** Value of one of the caller's registers; NaN if unknown. */
  private callerValue(rule: SlowRule, row: SlowRow): number {
    const { registers, cfa } = this;
    switch (rule.kind) {
      case RuleKind.same:
        return registers[rule.register];
      case RuleKind.offset:
        return this.isPopped(cfa + rule.operand - this.base)
          ? registers[rule.register]
          : this.loadRegister(rule, row, cfa + rule.operand);
      case RuleKind.valueOffset:
        return cfa + rule.operand;
      case RuleKind.register:
        return rule.operand < registers.length ? registers[rule.operand] : NaN;
      case RuleKind.expression:
        return this.loadRegister(rule, row, row.expression.evaluate(rule.operand, cfa, this));
      case RuleKind.valueExpression:
        return row.expression.evaluate(rule.operand, cfa, this);
      default:
        return NaN;
    }
  }

  private loadRegister(rule: SlowRule, row: SlowRow, address: number): number {
    return rule.register === row.returnRegister ? this.loadReturn(address) : this.load(address);
  }

  /** Moves to the caller of code without rules; undefined if perf does not report the frame either. */
  private followRuleless(map: CodeMap, range: number, lookup: number, isExact: boolean): boolean | undefined {
    const { quirks } = this;
    const code = range === NONE ? unmappedCode(map) : map.module(range);
    if (code instanceof JitMemory && this.passesTrampolines) {
      const kind = code.kindAt(lookup - this.bias);
      // An unnamed leaf may be in any code that was generated at run time.
      if (kind === 'trampoline' || (kind === 'unnamed' && !isExact && this.mayBeTrampoline(map)))
        return this.followTrampoline(isExact && this.isFrameless(code, lookup));
    }
    const module = code instanceof UnwindModule ? code : undefined;
    if ((code === MISSING_VDSO || module?.isVdso) && isExact && this.followVdso(map)) return true;
    if (module === undefined && range !== NONE && quirks.stopsAtUnreadableFile) return undefined;
    return (quirks.alwaysFollowsFramePointer || module?.isEmpty === false) && this.followUnknown(isExact);
  }

  /**
   * True if the frame, in memory of unknown code, looks like a trampoline: it called the interpreter, and there is a return
   * address where a trampoline has it. Other code, such as that of numba, rarely calls the interpreter; it is left to perf's
   * rules for unknown code. Programs that contain the interpreter have any name, but then call their own trampolines.
   */
  private mayBeTrampoline(map: CodeMap): boolean {
    const { calleeRange } = this;
    const top = this.registers[this.convention.stackPointer];
    if (calleeRange === NONE || top % CALL_ALIGNMENT !== 0) return false;
    const isInterpreter = map.isInterpreter(calleeRange);
    const link = this.loadReturn(top + 8);
    if (Number.isNaN(link)) return isInterpreter;
    const caller = callingModule(link, map);
    return caller !== undefined && (isInterpreter || caller === map.module(calleeRange));
  }

  /** A call moves the stack pointer off its alignment, and the trampoline's frame moves it back. */
  private isFrameless(code: JitMemory, address: number): boolean {
    if (this.stripsSignatures) return code.isFrameless(address - this.bias);
    return this.registers[this.convention.stackPointer] % CALL_ALIGNMENT !== 0;
  }

  /** Moves to the caller of a trampoline. Registers that functions preserve still have its values. */
  private followTrampoline(isFrameless: boolean): boolean {
    const { registers } = this;
    const { stackPointer, framePointer, returnRegister } = this.convention;
    const top = registers[stackPointer];
    const isInRegister = isFrameless && this.stripsSignatures;
    const link = isInRegister ? registers[returnRegister] : this.loadReturn(isFrameless ? top : top + 8);
    if (Number.isNaN(link)) return false;
    if (!isFrameless && registers[framePointer] === top) registers[framePointer] = this.load(top);
    this.dropScratch();
    if (!isInRegister) registers[stackPointer] = top + (isFrameless ? 8 : 16);
    this.pc = link;
    this.setReturnRegister(registers);
    return true;
  }

  /** Moves to the caller of an interrupted function of the vdso without rules, or whose file is not available. */
  private followVdso(map: CodeMap): boolean {
    if (this.stripsSignatures) return this.followLink();
    const { stackPointer, framePointer } = this.convention;
    const pointer = this.registers[framePointer];
    const top = this.registers[stackPointer];
    const slot = vdsoReturnSlot(this, top, pointer, map);
    if (Number.isNaN(slot)) return false;
    this.moveTo(slot + 8, slot === top ? pointer : this.load(slot - 8), this.load(slot));
    this.setReturnRegister(this.registers);
    return true;
  }

  /**
   * Moves to the caller of code without rules; `isExact` is true if that code was interrupted instead of making a call.
   */
  private followUnknown(isExact: boolean): boolean {
    const hasLink = isExact && this.stripsSignatures;
    if (hasLink && this.quirks.linkRegisterFirst && this.followLink()) return true;
    return this.followFramePointer() || (hasLink && this.followLink());
  }

  /** arm64: a function without a stack frame returns to the link register. */
  private followLink(): boolean {
    const { registers } = this;
    const { stackPointer, framePointer, returnRegister } = this.convention;
    const link = registers[returnRegister];
    if (!(link > 0)) return false;
    this.moveTo(registers[stackPointer], registers[framePointer], link);
    return true;
  }

  /** The frame pointer points to the caller's saved frame pointer, followed by the return address. */
  private followFramePointer(): boolean {
    const { registers, convention, quirks } = this;
    const pointer = registers[convention.framePointer];
    const top = registers[convention.stackPointer];
    // Also false for NaN.
    if (!(pointer !== 0 && pointer >= -WORD * WORD)) return false;
    const callerPointer = this.load(pointer);
    const link = this.loadReturn(pointer + 8);
    if (Number.isNaN(link)) return false;
    const isLimited = quirks.maxFrameDistance !== Infinity && !this.stripsSignatures;
    if (
      isLimited &&
      !(pointer >= top && pointer - top <= quirks.maxFrameDistance && callerPointer === callerPointer)
    )
      return false;
    if (!isLimited && pointer + 16 <= top) return false;
    if (quirks.requiresRisingStack && !(pointer >= top)) return false;
    this.moveTo(isLimited ? top + 16 : pointer + 16, Number.isNaN(callerPointer) ? 0 : callerPointer, link);
    this.setReturnRegister(registers);
    return true;
  }

  /** Moves to a caller whose other registers are unknown. */
  private moveTo(stackPointer: number, framePointer: number, pc: number): void {
    const { registers, convention } = this;
    registers.fill(NaN);
    registers[convention.stackPointer] = stackPointer;
    registers[convention.framePointer] = framePointer;
    this.hasScratch = false;
    this.pc = pc;
  }

  /** Like load(), but strips arm64 signatures from the return address. */
  private loadReturn(address: number): number {
    const at = address - this.base;
    if (!this.stripsSignatures || !(at >= 0 && at <= this.lastWord)) return this.load(address);
    return this.stack.getUint32(at, true) + stripSignature(this.stack.getInt32(at + 4, true)) * WORD;
  }

  /**
   * Sets the caller's return address register. On x86-64, expressions read the program counter from it. On arm64 it
   * becomes unknown, since its old value is not the return address of the caller.
   */
  private setReturnRegister(registers: Float64Array): void {
    registers[this.convention.returnRegister] = this.stripsSignatures ? NaN : this.pc;
  }
}
