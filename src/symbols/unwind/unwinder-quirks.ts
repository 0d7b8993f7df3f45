// Switches for Unwinder that reproduce the differences between perf's two unwinders and the best possible result.

import { type StackLimits, type RegisterTrace, EVALUATOR_REGISTERS } from '../../model/code.ts';

/**
 * `libdw` is the unwinder of perf 6.13 and later, `libunwind` that of Debian's perf up to 6.12. `best`
 * matches neither: it finds the most correct frames that the recording allows.
 */
export type UnwinderVariant = 'libdw' | 'libunwind' | 'best';

export interface UnwinderQuirks {
  /**
   * Bytes at the end of the stack dump that are not read. perf's libunwind is off by one and misses the last
   * word.
   */
  readonly ignoredTailBytes: number;
  /** Assumes that caller-saved registers keep their values in the caller. */
  readonly keepsScratchRegisters: boolean;
  /** Stops before the first frame in a file that cannot be read. */
  readonly stopsAtUnreadableFile: boolean;
  /** Reports the address of an interrupted frame minus one, as if the frame had made a call. */
  readonly decrementsInterrupted: boolean;
  /** If a signal frame's caller cannot be found, reports the frame's address minus one, as if it had made a call. */
  readonly decrementsLastSignal: boolean;
  /** Keeps registers that the leaf has already popped (their slots are below the stack pointer). */
  readonly keepsPoppedRegisters: boolean;
  /**
   * Also follows the frame pointer from unmapped code and from files without unwind information. If false, follows it
   * only from gaps in a file's unwind information, as perf's libunwind does.
   */
  readonly alwaysFollowsFramePointer: boolean;
  /**
   * x86-64: maximum distance of the frame pointer above the stack pointer. If finite, following the frame pointer
   * raises the stack pointer by only two words.
   */
  readonly maxFrameDistance: number;
  /**
   * arm64: in interrupted code without unwind rules, tries the link register before the frame pointer; if false, after
   * it. (elfutils 0.191, backends/aarch64_unwind.c; libunwind 1.8, src/aarch64/Gstep.c.)
   */
  readonly linkRegisterFirst: boolean;
  /** Stops unless each caller's frame is above its callee's. */
  readonly requiresRisingStack: boolean;
}

const BEST: UnwinderQuirks = {
  ignoredTailBytes: 0,
  keepsScratchRegisters: false,
  stopsAtUnreadableFile: false,
  decrementsInterrupted: false,
  decrementsLastSignal: false,
  keepsPoppedRegisters: true,
  alwaysFollowsFramePointer: true,
  maxFrameDistance: Infinity,
  linkRegisterFirst: false,
  requiresRisingStack: true,
};

export const QUIRKS: Readonly<Record<UnwinderVariant, UnwinderQuirks>> = {
  best: BEST,
  libdw: {
    ...BEST,
    stopsAtUnreadableFile: true,
    decrementsLastSignal: true,
    keepsPoppedRegisters: false,
    linkRegisterFirst: true,
    requiresRisingStack: false,
  },
  libunwind: {
    ...BEST,
    ignoredTailBytes: 1,
    keepsScratchRegisters: true,
    decrementsInterrupted: true,
    keepsPoppedRegisters: false,
    alwaysFollowsFramePointer: false,
    maxFrameDistance: 0x4000,
    requiresRisingStack: false,
  },
};

export interface UnwindOptions {
  /** `best` by default. */
  readonly variant?: UnwinderVariant;
  /** `WHOLE_STACKS` by default. */
  readonly limits?: StackLimits;
  readonly trace?: FrameRegisters | undefined;
}

const INITIAL_FRAMES = 64;

export class FrameRegisters implements RegisterTrace {
  values: Float64Array = new Float64Array(INITIAL_FRAMES * EVALUATOR_REGISTERS);

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
