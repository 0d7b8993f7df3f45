// Entries of call chains that are no addresses: they say whose the entries behind them are. enum perf_callchain_context
// of include/uapi/linux/perf_event.h, Linux v7.2.

export const Context = {
  hypervisor: -32,
  kernel: -128,
  user: -512,
  /** The user's entries come later: behind it is a cookie that tells which. */
  userDeferred: -640,
} as const;

/** PERF_CONTEXT_MAX: entries from here on are contexts. */
const LAST_CONTEXT = -4095;

/** Whether an entry, as its two halves, is a context; the low half is its value then. */
export function isContext(low: number, high: number): boolean {
  return high === -1 && low < 0 && low >= LAST_CONTEXT;
}

/** All contexts so far are multiples of 32; what else is found in their place was read from where no address was. */
export function mayBeContext(low: number): boolean {
  return low % 32 === 0;
}
