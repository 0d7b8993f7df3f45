// Reads perf's dump of a thread's registers into an array by DWARF register number.

import type { Machine } from '../../model/code.ts';

/** Length of the array that readDwarfRegisters() fills, for any machine. */
export const REGISTER_ARRAY_LENGTH = 33;

/** Index of the program counter in that array. */
export const PROGRAM_COUNTER: Readonly<Record<Machine, number>> = { 'x86-64': 16, arm64: 32 };

const WORD = 2 ** 32;

/**
 * DWARF numbers in the order of perf's mask bits (arch/x86/include/uapi/asm/perf_regs.h; arm64 uses the same
 * order in both); -1 for flags and segment registers.
 */
const X86_64 = [0, 3, 2, 1, 4, 5, 6, 7, 16, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15];

/** arm64's x30, the link register: a return address that may be signed. */
const LINK_REGISTER = 30;

/**
 * Reads a sample's registers from byte `at` of `view` into `out` by DWARF number. Registers that the sample lacks, or
 * that are past the end, become NaN. `mask` is sample_regs_user, of which bits 0 to 52 are used.
 */
export function readDwarfRegisters(
  machine: Machine,
  mask: number,
  view: DataView,
  at: number,
  out: Float64Array,
): void {
  out.fill(NaN);
  const high = Math.floor(mask / WORD);
  for (let bit = 0, offset = at; bit <= 52; bit++) {
    const set = bit < 32 ? (mask >>> bit) & 1 : (high >>> (bit - 32)) & 1;
    if (set === 0) continue;
    if (!(offset >= 0 && offset + 8 <= view.byteLength)) return;
    const register = machine === 'arm64' ? bit : (X86_64[bit] ?? -1);
    if (register >= 0 && register < REGISTER_ARRAY_LENGTH)
      out[register] = registerAt(machine, register, view, offset);
    offset += 8;
  }
}

function registerAt(machine: Machine, register: number, view: DataView, at: number): number {
  const low = view.getUint32(at, true);
  const high = view.getInt32(at + 4, true);
  return machine === 'arm64' && register === LINK_REGISTER
    ? low + stripSignature(high) * WORD
    : low + high * WORD;
}

/**
 * Removes arm64's pointer authentication signature, which is in the unused bits, from the upper word of a user
 * address. Truncates addresses over 48 bits, which programs must opt in to.
 */
export function stripSignature(high: number): number {
  return high & 0xffff;
}
