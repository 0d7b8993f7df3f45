// Finds the calls of CPython's evaluator in unwound stacks: the callees of its trampolines. Copies the registers and the part of
// the stack that may tell what each call executes.

import type { StackWalker, Symbols } from '../../model/code.ts';
import {
  PLACE_COUNT,
  EVALUATOR_REGISTERS,
  WINDOW_START,
  type EvaluatorFrameSink,
} from '../../model/evaluator-frames.ts';
import { NONE, PYTHON_PREFIX } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';

/** DWARF numbers of the registers that a call preserves, and of the stack pointer. */
const PRESERVED = [3, 6, 12, 13, 14, 15];
const STACK_POINTER = 7;
/** The range of pointers to instructions: not in the first page, and in user space. Code units have two bytes. */
const MIN_POINTER = 4096;
const POINTER_END_HIGH = 2 ** 15;

export class EvaluatorFrameReader {
  private readonly walker: StackWalker;
  private readonly sink: EvaluatorFrameSink;
  private readonly values = new Float64Array(PLACE_COUNT);
  /** By symbol of each table: the name of a trampoline; empty for other functions. */
  private readonly names = new Map<Symbols, (string | undefined)[]>();

  constructor(walker: StackWalker, sink: EvaluatorFrameSink) {
    this.walker = walker;
    this.sink = sink;
  }

  /** Reads the last walk's `count` frames. `stack` is the copied stack, `sample` the row that the sample will have. */
  read(sample: number, count: number, stack: DataView, space: AddressSpace): void {
    const { frames, trace } = this.walker;
    if (!trace) return;
    let pythonFrame = 0;
    for (let i = 0; i < count; i++) {
      const name = this.trampolineAt(frames[i], space);
      if (name === '') continue;
      if (i > 0) this.add({ sample, pythonFrame, name, trampoline: frames[i] + 1 }, i, stack, space);
      pythonFrame++;
    }
  }

  /** The name of the trampoline at the address; empty if it is other code. */
  private trampolineAt(address: number, space: AddressSpace): string {
    const row = space.find(address);
    const file = row === NONE ? undefined : space.file(row);
    const symbols = file?.symbols;
    const symbol = symbols?.find(file?.byAddress ? address : space.offset(row, address)) ?? NONE;
    if (!symbols || symbol === NONE) return '';
    let names = this.names.get(symbols);
    if (!names) this.names.set(symbols, (names = []));
    const known = names[symbol];
    if (known !== undefined) return known;
    const name = symbols.name(symbol);
    return (names[symbol] = name.startsWith(PYTHON_PREFIX) ? name : '');
  }

  /** Adds the callee of the trampoline that is frame `caller`. */
  private add(
    call: { sample: number; pythonFrame: number; name: string; trampoline: number },
    caller: number,
    stack: DataView,
    space: AddressSpace,
  ): void {
    const { frames, trace } = this.walker;
    const callee = caller - 1;
    const row = space.find(frames[callee]);
    if (row === NONE || !trace) return;
    const isLeaf = callee === 0;
    this.readRegisters(trace.values, callee * EVALUATOR_REGISTERS, isLeaf);
    const top = trace.values[caller * EVALUATOR_REGISTERS + STACK_POINTER];
    this.readWindow(stack, top + WINDOW_START - trace.values[STACK_POINTER]);
    const returnOffset = isLeaf ? NaN : space.offset(row, frames[callee] + 1);
    this.sink.add({ ...call, interpreter: space.file(row), returnOffset }, this.values);
  }

  private readRegisters(registers: Float64Array, from: number, isLeaf: boolean): void {
    const { values } = this;
    values.fill(0, 0, EVALUATOR_REGISTERS);
    if (isLeaf) for (let r = 0; r < EVALUATOR_REGISTERS; r++) values[r] = pointerOf(registers[from + r]);
    else for (const r of PRESERVED) values[r] = pointerOf(registers[from + r]);
  }

  /** `from` is the offset of the window in the copied stack, which may have only a part of it. */
  private readWindow(stack: DataView, from: number): void {
    const { values } = this;
    const last = stack.byteLength - 8;
    for (let place = EVALUATOR_REGISTERS, at = from; place < PLACE_COUNT; place++, at += 8) {
      values[place] = 0;
      if (!(at >= 0 && at <= last)) continue;
      const high = stack.getUint32(at + 4, true);
      const low = stack.getUint32(at, true);
      if (high < POINTER_END_HIGH && low % 2 === 0 && (high > 0 || low >= MIN_POINTER))
        values[place] = high * 2 ** 32 + low;
    }
  }
}

/** The value, or 0 if it cannot be a pointer to an instruction. */
function pointerOf(value: number): number {
  return value >= MIN_POINTER && value < POINTER_END_HIGH * 2 ** 32 && value % 2 === 0 ? value : 0;
}
