// In what perf's two unwinders differ from each other and from what is best, as switches; the unwinder reads these alone.

/**
 * `libdw`: perf 6.13 and later; `libunwind`: Debian's perf up to 6.12; `best`: not what a perf prints, but as many
 * true frames as the recording allows.
 */
export type UnwindStyle = 'libdw' | 'libunwind' | 'best';

export interface Manners {
  /** How many bytes at the end of the stack dump are not read. perf's libunwind is off by one: the last word. */
  readonly unreadTail: number;
  /** Registers that a call may destroy are taken to be the caller's too. */
  readonly keepsScratch: boolean;
  /** A frame in a file that cannot be read is no frame, and the end. */
  readonly endsAtUnreadable: boolean;
  /** The interrupted frame is printed as if it had called: its address less one. */
  readonly interruptedLessOne: boolean;
  /** The last frame, when nothing is known of its code and its frame pointer leads nowhere, is printed exact. */
  readonly deadEndExact: boolean;
  /** A register the leaf has already popped is taken to be still right (the slot is below the stack pointer). */
  readonly keepsPopped: boolean;
  /** The frame pointer is followed even from where nothing is mapped. */
  readonly followsUnmapped: boolean;
  /** The frame pointer is followed from files that cannot be read. */
  readonly followsUnreadable: boolean;
  /** The frame pointer must lie within this distance above the CFA, and the CFA then grows by two words only. */
  readonly frameWindow: number;
  /** A caller's frame must lie above its callee's. */
  readonly mustGrow: boolean;
}

export const MANNERS: Readonly<Record<UnwindStyle, Manners>> = {
  libdw: {
    unreadTail: 0,
    keepsScratch: false,
    endsAtUnreadable: true,
    interruptedLessOne: false,
    deadEndExact: true,
    keepsPopped: false,
    followsUnmapped: true,
    followsUnreadable: true,
    frameWindow: Infinity,
    mustGrow: false,
  },
  libunwind: {
    unreadTail: 1,
    keepsScratch: true,
    endsAtUnreadable: false,
    interruptedLessOne: true,
    deadEndExact: false,
    keepsPopped: false,
    followsUnmapped: false,
    followsUnreadable: false,
    frameWindow: 0x4000,
    mustGrow: false,
  },
  best: {
    unreadTail: 0,
    keepsScratch: false,
    endsAtUnreadable: false,
    interruptedLessOne: false,
    deadEndExact: false,
    keepsPopped: true,
    followsUnmapped: true,
    followsUnreadable: true,
    frameWindow: Infinity,
    mustGrow: true,
  },
};
