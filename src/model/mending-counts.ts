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
