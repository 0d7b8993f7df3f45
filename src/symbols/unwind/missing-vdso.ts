// Unwinds functions of the vdso without unwind rules: all of them when its file is not available, and those in assembly
// language. The kernel maps it into every process, and no file has it.

import type { CodeMap, Unwinding } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { callingModule } from './unwind-module.ts';

/** Marks memory of a vdso without its file. */
export const MISSING_VDSO: Unwinding = { rowAt: () => NONE };

/**
 * Where an interrupted function keeps its return address on x86-64; NaN if unknown. `top` is the stack pointer, `pointer`
 * the frame pointer. Functions keep frame pointers, except small ones. Before a function has its frame, and after it, the
 * return address is on top of the stack, or above the caller's frame pointer.
 */
export function vdsoReturnSlot(
  stack: { load(address: number): number },
  top: number,
  pointer: number,
  map: CodeMap,
): number {
  const slots = [pointer + 8, top, top + 8];
  return slots.find((slot) => slot >= top && callingModule(stack.load(slot), map)) ?? NaN;
}
