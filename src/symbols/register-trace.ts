// Records the registers of each frame while a stack is unwound.

import type { RegisterTrace } from '../model/code.ts';
import { REGISTER_COUNT } from '../model/evaluator-frames.ts';

const INITIAL_FRAMES = 64;

export class FrameRegisters implements RegisterTrace {
  values: Float64Array = new Float64Array(INITIAL_FRAMES * REGISTER_COUNT);

  /** Stores the registers of a frame, by DWARF number. */
  record(frame: number, registers: Float64Array): void {
    const from = frame * REGISTER_COUNT;
    if (from + REGISTER_COUNT > this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    const { values } = this;
    for (let i = 0; i < REGISTER_COUNT; i++) values[from + i] = registers[i];
  }
}
