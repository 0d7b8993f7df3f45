// Unwinds the stacks of a recording's samples. The set of recorded registers identifies the machine.

import {
  WHOLE_STACKS,
  type CodeMap,
  type Machine,
  type RegisterTrace,
  type StackLimits,
  type StackWalker,
  type EvaluatorFrameSink,
} from '../../model/code.ts';
import { FrameRegisters, type UnwinderVariant } from './unwinder-quirks.ts';
import { Unwinder } from './unwinder.ts';
import { REGISTER_ARRAY_LENGTH, readDwarfRegisters, PROGRAM_COUNTER } from './unwind-registers.ts';

/** Bit 32 of the register mask: the program counter on arm64, unused on x86-64 (uapi/asm/perf_regs.h). */
const ARM64_PROGRAM_COUNTER = 2 ** 32;

export class DwarfStackWalker implements StackWalker {
  readonly sink: EvaluatorFrameSink | undefined;
  frames: Float64Array = new Float64Array(0);
  isCut = false;
  private readonly variant: UnwinderVariant;
  private readonly limits: StackLimits;
  private readonly registers = new Float64Array(REGISTER_ARRAY_LENGTH);
  private readonly unwinders: Partial<Record<Machine, Unwinder>> = {};

  private readonly registersOfFrames: FrameRegisters | undefined;
  private isTraced = false;

  constructor(variant: UnwinderVariant, limits: StackLimits = WHOLE_STACKS, sink?: EvaluatorFrameSink) {
    this.sink = sink;
    this.registersOfFrames = sink ? new FrameRegisters() : undefined;
    this.variant = variant;
    this.limits = limits;
  }

  get trace(): RegisterTrace | undefined {
    return this.isTraced ? this.registersOfFrames : undefined;
  }

  walk(mask: number, dump: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number {
    const machine = mask >= ARM64_PROGRAM_COUNTER ? 'arm64' : 'x86-64';
    const { variant, limits, registersOfFrames } = this;
    this.isTraced = machine === 'x86-64';
    const trace = this.isTraced ? registersOfFrames : undefined;
    const unwinder = (this.unwinders[machine] ??= new Unwinder(machine, { variant, limits, trace }));
    this.frames = unwinder.frames;
    readDwarfRegisters(machine, mask, dump, 0, this.registers);
    const pc = this.registers[PROGRAM_COUNTER[machine]];
    const count = unwinder.unwind(this.registers, pc, firstBytes(stack, limits.maxBytes), map);
    this.isCut = unwinder.isCut;
    return count;
  }
}

function firstBytes(stack: DataView<ArrayBuffer>, count = Infinity): DataView<ArrayBuffer> {
  return stack.byteLength <= count ? stack : new DataView(stack.buffer, stack.byteOffset, count);
}
