/** What mending found (mending/mend.ts), in numbers of samples of all events. */
export interface MendingCounts {
  /** They end before the root of their stack, as recorded. */
  readonly open: number;
  /** Open ones that can be re-attached. */
  readonly mended: number;
  /** True if an open one has as many frames as the kernel keeps. */
  readonly isDeep: boolean;
  /** True if any stack reaches its root. */
  readonly hasWhole: boolean;
}

/** What the page knows about the mending of a recording. */
export interface MendingSummary extends MendingCounts {
  /** The share of the weight of the event with the most samples that was re-attached, 0 to 1. */
  readonly share: number;
  /** True for the output of perf, whose stacks begin in functions that are known to be roots. */
  readonly isFromPerf: boolean;
}

/** Which callers are shown of stacks that were cut: none, as recorded, or those inferred from other samples. */
export type Callers = 'recorded' | 'inferred';
