// What a recording of wall time says about its own quality, for the doctor.

export interface WaitFacts {
  /** Share of the time of all threads of which nothing is known, 0 to 1. */
  readonly notRecorded: number;
  /** Number of waits with a stack, in processes with Python functions. */
  readonly waits: number;
  /** Those without a Python function on the stack. */
  readonly withoutPython: number;
}
