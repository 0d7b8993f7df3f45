// Finds the calls of CPython's evaluator in unwound stacks: the callees of its trampolines. Reads the registers and the part of
// the stack that may tell what each call executes, as far as they are needed.

import {
  type RegisterTrace,
  type StackWalker,
  EVALUATOR_REGISTERS,
  PLACE_COUNT,
  WINDOW_START,
  WORD_SIZE,
  type EvaluatorFrame,
  type EvaluatorFrameSink,
} from '../../model/code.ts';
import { NONE, PYTHON_PREFIX } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';

/** By DWARF number: true for the registers that a call preserves. */
const IS_PRESERVED = Array.from({ length: EVALUATOR_REGISTERS }, (_, r) =>
  [3, 6, 12, 13, 14, 15].includes(r),
);
const STACK_POINTER = 7;
/** The range of pointers to instructions: not in the first page, and in user space. Code units have two bytes. */
const MIN_POINTER = 4096;
const POINTER_END_HIGH = 2 ** 15;

export class EvaluatorFrameReader {
  private readonly walker: StackWalker;
  private readonly sink: EvaluatorFrameSink;
  private readonly frame = new CurrentFrame();
  /** By function: the name of a trampoline; empty for other functions. */
  private readonly names: (string | undefined)[] = [];

  constructor(walker: StackWalker, sink: EvaluatorFrameSink) {
    this.walker = walker;
    this.sink = sink;
  }

  /**
   * Reads the last walk's frames, whose functions these are. `stack` is the copied stack, `sample` the row that the sample will
   * have.
   */
  read(sample: number, funcs: Int32Array, stack: DataView, space: AddressSpace): void {
    const { frames, trace } = this.walker;
    if (!trace) return;
    const { frame } = this;
    frame.startSample(sample, trace, stack);
    let pythonFrame = 0;
    for (let i = 0; i < funcs.length; i++) {
      const name = (this.names[funcs[i]] ??= trampolineAt(frames[i], space));
      if (name === '') continue;
      if (i > 0 && frame.moveTo(i, frames, space)) {
        frame.name = name;
        frame.pythonFrame = pythonFrame;
        this.sink.add(frame);
      }
      pythonFrame++;
    }
  }
}

/** The name of the trampoline at the address; empty if it is other code. */
function trampolineAt(address: number, space: AddressSpace): string {
  const row = space.find(address);
  const file = row === NONE ? undefined : space.file(row);
  const symbol = file?.symbols?.find(file.byAddress ? address : space.offset(row, address)) ?? NONE;
  const name = symbol === NONE ? '' : (file?.symbols?.name(symbol) ?? '');
  return name.startsWith(PYTHON_PREFIX) ? name : '';
}

/** The callee of one trampoline. */
class CurrentFrame implements EvaluatorFrame {
  sample = 0;
  pythonFrame = 0;
  name = '';
  trampoline = 0;
  interpreter: object = this;
  returnOffset = NaN;
  private registers: Float64Array = new Float64Array(0);
  /** Index of the frame's registers. */
  private from = 0;
  private stack: DataView = new DataView(new ArrayBuffer(0));
  /** Offset in the copied stack, which may have only a part of the window. */
  private window = 0;

  startSample(sample: number, { values }: RegisterTrace, stack: DataView): void {
    this.sample = sample;
    this.registers = values;
    this.stack = stack;
  }

  /** Moves to the callee of the trampoline that is frame `caller`; returns false if it is no mapped code. */
  moveTo(caller: number, frames: Float64Array, space: AddressSpace): boolean {
    const callee = caller - 1;
    const row = space.find(frames[callee]);
    if (row === NONE) return false;
    const { registers } = this;
    this.trampoline = frames[caller] + 1;
    this.interpreter = space.file(row);
    this.returnOffset = callee === 0 ? NaN : space.offset(row, frames[callee] + 1);
    this.from = callee * EVALUATOR_REGISTERS;
    const top = registers[caller * EVALUATOR_REGISTERS + STACK_POINTER];
    this.window = top + WINDOW_START - registers[STACK_POINTER];
    return true;
  }

  value(place: number): number {
    if (place >= EVALUATOR_REGISTERS)
      return this.word(this.window + (place - EVALUATOR_REGISTERS) * WORD_SIZE);
    const isKnown = Number.isNaN(this.returnOffset) || IS_PRESERVED[place];
    const value = isKnown ? this.registers[this.from + place] : 0;
    return value >= MIN_POINTER && value < POINTER_END_HIGH * 2 ** 32 && value % 2 === 0 ? value : 0;
  }

  copyTo(target: Float64Array, from: number): void {
    const window = from + EVALUATOR_REGISTERS;
    for (let i = from; i < window; i++) target[i] = this.value(i - from);
    for (let i = window, at = this.window; i < from + PLACE_COUNT; i++, at += WORD_SIZE)
      target[i] = this.word(at);
  }

  private word(at: number): number {
    const { stack } = this;
    if (!(at >= 0 && at <= stack.byteLength - WORD_SIZE)) return 0;
    const high = stack.getUint32(at + 4, true);
    const low = stack.getUint32(at, true);
    const isPointer = high < POINTER_END_HIGH && low % 2 === 0 && (high > 0 || low >= MIN_POINTER);
    return isPointer ? high * 2 ** 32 + low : 0;
  }
}
