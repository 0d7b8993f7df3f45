// Tells which kernel functions interrupt code rather than work for it. Their time varies with the machine and with what else it runs,
// and follows that of the code that they interrupt, so lists of changes have them last.

const KERNEL_NOISE = [
  // Entry from an exception or an interrupt, and return to the program.
  /^(?:asm_)?(?:exc|sysvec)_/,
  /^(?:asm_)?common_interrupt/,
  /^irqentry_/,
  /^(?:__)?irq_(?:enter|exit)/,
  /^(?:__)?(?:do|handle)_softirq/,
  // What other processors ask for.
  /_ipi(?:_|$)/,
  /^(?:generic_)?smp_call_function/,
  /^flush_tlb_/,
  /^tlb_flush/,
  // Pages that are used for the first time.
  /page_fault$/,
  /^do_user_addr_fault$/,
  /^(?:__)?handle_(?:mm|pte)_fault$/,
  /^do_anonymous_page$/,
  // Timers, and switches to other threads.
  /^(?:__)?hrtimer_/,
  /^tick_/,
  /^(?:__)?schedule$/,
  /^finish_task_switch/,
];

/** `name` is a symbol. */
export function isKernelNoise(name: string): boolean {
  return KERNEL_NOISE.some((pattern) => pattern.test(name));
}

/** The same rows, with those of kernel noise at the end. */
export function withKernelNoiseLast<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  const isNoise = new Set(rows.filter((row) => isKernelNoise(nameOf(row))));
  return [...rows.filter((row) => !isNoise.has(row)), ...isNoise];
}
