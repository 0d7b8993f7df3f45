// Unwinds the stacks of a recording's samples. The set of recorded registers identifies the machine.

import type { CodeMap, Machine, StackWalker } from '../model/code.ts';
import { UnwindModule } from './unwind-module.ts';
import { Unwinder, type UnwindMap } from './unwinder.ts';
import { DUMPED_REGISTERS, dwarfRegisters, PROGRAM_COUNTER } from './unwind-registers.ts';
import type { UnwinderVariant } from './unwinder-quirks.ts';

/** The lowest register mask with bit 32: arm64's program counter, and unused on x86-64 (uapi/asm/perf_regs.h). */
const ARM64_ONLY = 2 ** 32;

export class DwarfStackWalker implements StackWalker {
  frames: Float64Array = new Float64Array(0);
  private readonly variant: UnwinderVariant;
  private readonly registers = new Float64Array(DUMPED_REGISTERS);
  private adapted: AdaptedMap | undefined;
  private current: { readonly machine: Machine; readonly unwinder: Unwinder } | undefined;

  constructor(variant: UnwinderVariant) {
    this.variant = variant;
  }

  walk(mask: number, dump: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number {
    const machine: Machine = mask >= ARM64_ONLY ? 'arm64' : 'x86-64';
    if (this.current?.machine !== machine) {
      this.current = { machine, unwinder: new Unwinder(machine, { variant: this.variant }) };
      this.frames = this.current.unwinder.frames;
    }
    dwarfRegisters(machine, mask, dump, 0, this.registers);
    const pc = this.registers[PROGRAM_COUNTER[machine]];
    return this.current.unwinder.unwind(this.registers, pc, stack, this.adapt(map));
  }

  private adapt(map: CodeMap): UnwindMap {
    this.adapted ??= new AdaptedMap(map);
    this.adapted.map = map;
    return this.adapted;
  }
}

/** Narrows a CodeMap's modules to UnwindModule, the only kind that Library creates. */
class AdaptedMap implements UnwindMap {
  map: CodeMap;

  constructor(map: CodeMap) {
    this.map = map;
  }

  find(address: number): number {
    return this.map.find(address);
  }

  bias(row: number): number {
    return this.map.bias(row);
  }

  module(row: number): UnwindModule | undefined {
    const unwinding = this.map.module(row);
    return unwinding instanceof UnwindModule ? unwinding : undefined;
  }
}
