// Contexts are entries of a call chain that mark the following entries as kernel or user addresses
// (enum perf_callchain_context in include/uapi/linux/perf_event.h, Linux v7.2).

export const ChainContext = {
  hypervisor: -32,
  kernel: -128,
  user: -512,
  /** The user entries follow in a later record, identified by the cookie after this entry. */
  userDeferred: -640,
} as const;

/** PERF_CONTEXT_MAX. Contexts are negative, so it is the smallest. */
const MIN_CONTEXT = -4095;

/** True if an entry, given as two halves, is a context. Its value is then the low half. */
export function isContext(low: number, high: number): boolean {
  return high === -1 && low < 0 && low >= MIN_CONTEXT;
}

/** All known contexts are multiples of 32; any other value in their range is not from a call chain. */
export function mayBeContext(low: number): boolean {
  return low % 32 === 0;
}
