// Contexts: entries of a call chain that are not addresses but say whether the next entries are kernel or user addresses
// (enum perf_callchain_context in include/uapi/linux/perf_event.h, Linux v7.2).

export const Context = {
  hypervisor: -32,
  kernel: -128,
  user: -512,
  /** The user entries follow in a later record, identified by the cookie after this entry. */
  userDeferred: -640,
} as const;

/** PERF_CONTEXT_MAX, the smallest value of a context. */
const LAST_CONTEXT = -4095;

/** True when an entry, given as two halves, is a context; its value is then the low half. */
export function isContext(low: number, high: number): boolean {
  return high === -1 && low < 0 && low >= LAST_CONTEXT;
}

/** All known contexts are multiples of 32; any other value in their range comes from memory that is not a call chain. */
export function mayBeContext(low: number): boolean {
  return low % 32 === 0;
}
