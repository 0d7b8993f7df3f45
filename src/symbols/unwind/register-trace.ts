// Records the registers of each frame while a stack is unwound.

import { type RegisterTrace, EVALUATOR_REGISTERS } from '../../model/code.ts';

const INITIAL_FRAMES = 64;

export class FrameRegisters implements RegisterTrace {
  values: Float64Array = new Float64Array(INITIAL_FRAMES * EVALUATOR_REGISTERS);

  /** Stores the registers of a frame, by DWARF number. */
  record(frame: number, registers: Float64Array): void {
    const from = frame * EVALUATOR_REGISTERS;
    if (from + EVALUATOR_REGISTERS > this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    const { values } = this;
    for (let i = 0; i < EVALUATOR_REGISTERS; i++) values[from + i] = registers[i];
  }
}
