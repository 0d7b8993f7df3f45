// Finds the calls of CPython's evaluator in unwound stacks: the callees of its trampolines. Reads the registers and the part of
// the stack that may tell what each call executes, as far as they are needed.
//
// Most frames near the root are the same as in the previous sample, at the same distance from it. They are not looked up again.

import {
  pointerOf,
  setPointer,
  type CallSite,
  type PlaceValues,
  type RegisterTrace,
  type StackWalker,
  EVALUATOR_REGISTERS,
  PLACE_COUNT,
  WINDOW_START,
  WORD_SIZE,
  type EvaluatorFrameSink,
} from '../../model/code.ts';
import { NONE, PYTHON_PREFIX } from '../../model/profile.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import type { AddressSpace } from './address-space.ts';

const ALL_REGISTERS = Array.from({ length: EVALUATOR_REGISTERS }, (_, register) => register);
/** Those that a call preserves, by DWARF number. */
const PRESERVED = [3, 6, 12, 13, 14, 15];
const STACK_POINTER = 7;
/** Words of the window. */
const WINDOW = PLACE_COUNT - EVALUATOR_REGISTERS;

/** A frame of the previous sample. */
interface KnownFrame {
  func: number;
  /** Addresses of the trampoline and of its callee. */
  caller: number;
  callee: number;
  site: CallSite | undefined;
}

export class EvaluatorFrameReader {
  private readonly walker: StackWalker;
  private readonly sink: EvaluatorFrameSink;
  private readonly builder: ProfileBuilder;
  private readonly values = new CurrentFrame();
  /** By function: the name of a trampoline; empty for other functions. */
  private readonly names: (string | undefined)[] = [];
  /** By distance from the root; those of interrupted evaluators are not kept. */
  private known: (KnownFrame | undefined)[] = [];
  /** The mappings that the known frames were looked up in. */
  private space: AddressSpace | undefined;
  private generation = 0;

  constructor(walker: StackWalker, sink: EvaluatorFrameSink, builder: ProfileBuilder) {
    this.walker = walker;
    this.sink = sink;
    this.builder = builder;
  }

  /**
   * Reads the last walk's frames. `funcs` are their functions; those that may get a line are replaced by frames whose line is a
   * number that stands for it. `stack` is the copied stack.
   */
  read(funcs: Int32Array, stack: DataView<ArrayBuffer>, space: AddressSpace): void {
    const { trace, frames: addresses } = this.walker;
    if (!trace) return;
    const { names, values, builder } = this;
    if (this.space !== space || this.generation !== space.generation) this.enter(space);
    values.startSample(trace, stack);
    for (let i = 0; i < funcs.length; i++) {
      const func = funcs[i];
      const name = (names[func] ??= trampolineAt(addresses[i], space));
      if (name === '' || i === 0) continue;
      const site = this.siteOf(func, name, i, funcs.length - i, space);
      if (!site) continue;
      values.moveTo(i);
      funcs[i] = builder.frame(func, site.add(values));
    }
  }

  private enter(space: AddressSpace): void {
    this.space = space;
    this.generation = space.generation;
    this.known = [];
  }

  private siteOf(
    func: number,
    name: string,
    caller: number,
    distance: number,
    space: AddressSpace,
  ): CallSite | undefined {
    const { known } = this;
    const { frames } = this.walker;
    const callee = caller - 1;
    const before = known[distance];
    const isInterrupted = callee === 0;
    const isSame =
      before?.func === func && before.caller === frames[caller] && before.callee === frames[callee];
    if (isSame && !isInterrupted) return before.site;
    const row = space.find(frames[callee]);
    if (row === NONE) return undefined;
    const site = this.sink.siteOf({
      name,
      trampoline: frames[caller] + 1,
      interpreter: space.file(row),
      returnOffset: isInterrupted ? NaN : space.offset(row, frames[callee] + 1),
    });
    if (!isInterrupted) known[distance] = { func, caller: frames[caller], callee: frames[callee], site };
    return site;
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
class CurrentFrame implements PlaceValues {
  private registers: Float64Array = new Float64Array(0);
  /** Index of the frame's registers. */
  private from = 0;
  /** The registers that are known. */
  private known = PRESERVED;
  private stack = new DataView(new ArrayBuffer(0));
  /** Offset in the copied stack, which may have only a part of the window. */
  private window = 0;
  private readonly halves = new Uint32Array(2 * PLACE_COUNT);
  private readonly windowBytes = new Uint8Array(this.halves.buffer, EVALUATOR_REGISTERS * WORD_SIZE);

  startSample({ values }: RegisterTrace, stack: DataView<ArrayBuffer>): void {
    this.registers = values;
    this.stack = stack;
  }

  /** Moves to the callee of the trampoline that is frame `caller`. */
  moveTo(caller: number): void {
    const { registers } = this;
    this.known = caller === 1 ? ALL_REGISTERS : PRESERVED;
    this.from = (caller - 1) * EVALUATOR_REGISTERS;
    const top = registers[caller * EVALUATOR_REGISTERS + STACK_POINTER];
    this.window = top + WINDOW_START - registers[STACK_POINTER];
  }

  value(place: number): number {
    if (place >= EVALUATOR_REGISTERS)
      return this.word(this.window + (place - EVALUATOR_REGISTERS) * WORD_SIZE);
    if (!this.known.includes(place)) return 0;
    const value = this.registers[this.from + place];
    return value >= 0 ? pointerOf(value % 2 ** 32, Math.floor(value / 2 ** 32)) : 0;
  }

  /** Copies the whole window without decoding it, because most words are never read. */
  words(): Uint32Array {
    const { halves, windowBytes, stack, window, registers, from: first } = this;
    halves.fill(0, 0, 2 * EVALUATOR_REGISTERS);
    for (const place of this.known) setPointer(halves, place, registers[first + place]);
    const skipped = Math.min(WINDOW, Math.max(0, Math.ceil(-window / WORD_SIZE)));
    const end = Math.min(WINDOW, Math.floor((stack.byteLength - window) / WORD_SIZE));
    // False as well if the stack pointer is lost, and NaN.
    if (!(skipped < end)) {
      windowBytes.fill(0);
      return halves;
    }
    const [from, to] = [skipped * WORD_SIZE, end * WORD_SIZE];
    windowBytes.fill(0, 0, from);
    windowBytes.set(new Uint8Array(stack.buffer, stack.byteOffset + window + from, to - from), from);
    windowBytes.fill(0, to);
    return halves;
  }

  private word(at: number): number {
    const { stack } = this;
    if (!(at >= 0 && at <= stack.byteLength - WORD_SIZE)) return 0;
    return pointerOf(stack.getUint32(at, true), stack.getUint32(at + 4, true));
  }
}
