// Options of an Unwinder.

import type { StackLimits } from '../../model/code.ts';
import type { FrameRegisters } from './register-trace.ts';
import type { UnwinderVariant } from './unwinder-quirks.ts';

export interface UnwindOptions {
  /** `best` by default. */
  readonly variant?: UnwinderVariant;
  /** `WHOLE_STACKS` by default. */
  readonly limits?: StackLimits;
  /** Receives the registers of each frame. */
  readonly trace?: FrameRegisters | undefined;
}
