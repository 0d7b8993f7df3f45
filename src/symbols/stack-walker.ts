// Walks the stacks of a recording's samples: tells the machine from the registers that a sample holds.

import type { CodeMap, Machine, StackWalker } from '../model/code.ts';
import { UnwindModule } from './cfi.ts';
import { Unwinder, type UnwindMap } from './unwind.ts';
import { DUMPED_REGISTERS, dwarfRegisters, PROGRAM_COUNTER } from './unwind-registers.ts';
import type { UnwindStyle } from './unwind-style.ts';

/** The program counter of arm64 is bit 32 of the mask; x86-64 has nothing there (uapi/asm/perf_regs.h). */
const ARM64_ONLY = 2 ** 32;

export class SampleWalker implements StackWalker {
  frames: Float64Array = new Float64Array(0);
  private readonly style: UnwindStyle;
  private readonly registers = new Float64Array(DUMPED_REGISTERS);
  private adapted: AdaptedMap | undefined;
  private unwinder: { readonly machine: Machine; readonly walks: Unwinder } | undefined;

  constructor(style: UnwindStyle) {
    this.style = style;
  }

  walk(mask: number, dump: DataView<ArrayBuffer>, stack: DataView<ArrayBuffer>, map: CodeMap): number {
    const machine: Machine = mask >= ARM64_ONLY ? 'arm64' : 'x86-64';
    if (this.unwinder?.machine !== machine) {
      this.unwinder = { machine, walks: new Unwinder(machine, { style: this.style }) };
      this.frames = this.unwinder.walks.frames;
    }
    dwarfRegisters(machine, mask, dump, 0, this.registers);
    return this.unwinder.walks.unwind(
      this.registers,
      this.registers[PROGRAM_COUNTER[machine]],
      stack,
      this.mapOf(map),
    );
  }

  private mapOf(map: CodeMap): UnwindMap {
    this.adapted ??= new AdaptedMap(map);
    this.adapted.map = map;
    return this.adapted;
  }
}

/** The map as the unwinder wants it: with the rules it made itself. */
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
