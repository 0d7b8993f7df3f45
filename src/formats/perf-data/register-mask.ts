// Where the registers of a sample are, by the mask that perf recorded (`sample_regs_user`).

/** Bytes of all registers in the mask. */
export function registerBytes(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count * 8;
}

/** Offset of the stack pointer, PERF_REG_X86_SP or PERF_REG_ARM64_SP; NaN if it is not in the mask. Only arm64 has bit 32. */
export function stackPointerOffset(mask: number): number {
  const bit = 2 ** (mask >= 2 ** 32 ? 31 : 7);
  return Math.floor(mask / bit) % 2 === 1 ? registerBytes(mask % bit) : NaN;
}
