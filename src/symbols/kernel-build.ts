// Tells the recorded kernel from other builds. /proc/kallsyms contains neither a build ID nor a release, but the size of the
// kernel's code, which perf recorded, too, is practically never the same in two builds.

import type { KernelCode, KernelReference } from '../model/code.ts';

/** perf takes `_edata` as the end of the kernel since 6.6, and otherwise `_etext` (tools/perf/util/machine.c). */
const END_OF_CODE = '_etext';
const END_OF_DATA = '_edata';
/**
 * Sizes beyond this ratio are not sizes of the same part: copies of kallsyms may lack `_edata`, and perf before 4.20 recorded
 * all memory up to the first module.
 */
const COMPARABLE = 1.25;

/** True if the symbols are certainly those of another build than the recorded kernel. */
export function isOtherKernel(kernel: KernelCode, { symbol, size }: KernelReference): boolean {
  const start = kernel.addressOf(symbol);
  const code = kernel.addressOf(END_OF_CODE) - start;
  const all = kernel.addressOf(END_OF_DATA) - start || code;
  // Without the end of the code (NaN), nothing is certain.
  return size > 0 && size !== code && size !== all && size <= COMPARABLE * Math.max(code, all);
}
