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
  /** A signal frame whose caller cannot be found is printed as if it had called. */
  readonly signalMustUnwind: boolean;
  /** A register the leaf has already popped is taken to be still right (the slot is below the stack pointer). */
  readonly keepsPopped: boolean;
  /**
   * Whether the frame pointer is followed from where nothing is mapped, or from a file that says nothing at all of
   * unwinding. If not, only from gaps in what a file says: perf's libunwind gives up in all other cases.
   */
  readonly followsUnknown: boolean;
  /** x86-64: the frame pointer must lie within this distance above the CFA, which then grows by two words only. */
  readonly frameWindow: number;
  /**
   * arm64: from code that was interrupted, the link register is followed before the frame pointer; else behind it, where
   * that leads nowhere. (elfutils 0.191, backends/aarch64_unwind.c; libunwind 1.8, src/aarch64/Gstep.c.)
   */
  readonly linkFirst: boolean;
  /** A caller's frame must lie above its callee's. */
  readonly mustGrow: boolean;
}

export const MANNERS: Readonly<Record<UnwindStyle, Manners>> = {
  libdw: {
    unreadTail: 0,
    keepsScratch: false,
    endsAtUnreadable: true,
    interruptedLessOne: false,
    signalMustUnwind: true,
    keepsPopped: false,
    followsUnknown: true,
    frameWindow: Infinity,
    linkFirst: true,
    mustGrow: false,
  },
  libunwind: {
    unreadTail: 1,
    keepsScratch: true,
    endsAtUnreadable: false,
    interruptedLessOne: true,
    signalMustUnwind: false,
    keepsPopped: false,
    followsUnknown: false,
    frameWindow: 0x4000,
    linkFirst: false,
    mustGrow: false,
  },
  best: {
    unreadTail: 0,
    keepsScratch: false,
    endsAtUnreadable: false,
    interruptedLessOne: false,
    signalMustUnwind: false,
    keepsPopped: true,
    followsUnknown: true,
    frameWindow: Infinity,
    linkFirst: false,
    mustGrow: true,
  },
};
