// How a recording was made: facts about perf, the processes and the symbol files, gathered once while reading. The doctor
// (src/doctor) judges them; nothing here is a judgment.

/** Facts that only a perf.data has. */
export interface Recorded {
  /**
   * The command line of perf, starting with `perf` or its path; empty if unknown. perf 7.2 stores only `perf`, and
   * `perf inject` replaces the command line of `perf record` with its own.
   */
  readonly commandLine: readonly string[];
  /** As printed by `perf version`, without the word `perf`: `6.12.90`. Empty if unknown. */
  readonly perfVersion: string;
  /** As printed by `uname -m`; empty if unknown. */
  readonly arch: string;
  /** True if `perf inject --jit` wrote the recording. */
  readonly isInjected: boolean;
  /** True if the file ends early, or perf did not finish it. */
  readonly isTruncated: boolean;
  /**
   * Number of records that the kernel dropped for lack of space, most of them samples, as noted at once (LOST); and number of
   * dropped samples according to the totals at the end (LOST_SAMPLES), which count the same samples again.
   */
  readonly lost: number;
  readonly lostInTotal: number;
  /** Number of LOST and LOST_SAMPLES records. */
  readonly lostRecords: number;
  /** Number of times the kernel throttled an event. */
  readonly throttled: number;
  /** By index in `Profile.events`; events without samples follow. */
  readonly events: readonly RecordedEvent[];
  /** By process ID. Threads are not listed. */
  readonly processes: ReadonlyMap<number, RecordedProcess>;
  /** Undefined if no event copies stacks. */
  readonly copiedStacks: CopiedStacks | undefined;
  readonly symbols: OpenSymbols;
}

export interface RecordedEvent {
  readonly name: string;
  /** Samples per second; NONE if the event was sampled with a fixed period. */
  readonly frequency: number;
  readonly hasCallChains: boolean;
  /** Bytes of stack copied per sample (`sample_stack_user`); 0 if none. */
  readonly stackSize: number;
  readonly excludesKernel: boolean;
  /** Limit on the number of frames (`sample_max_stack`); 0 if the system's limit applied. */
  readonly maxStack: number;
  /** Clock ID of the times: 1 is CLOCK_MONOTONIC; NaN is perf's default clock. */
  readonly clock: number;
  /** True if all processes were recorded: samples have a CPU, and the event did not wait for the program's exec. */
  readonly isSystemWide: boolean;
}

/** A process: what it mapped, and where it came from. */
export interface RecordedProcess {
  readonly pid: number;
  /** The process that forked it; NONE if unknown. */
  readonly parent: number;
  /** Names that it had after each exec, in time order; empty if it has not called exec. */
  readonly execs: readonly string[];
  /** Path of the last Python binary (model/python-module.ts) that it mapped as executable; empty if none. */
  readonly python: string;
  /** True if it mapped executable memory without a file, as trampolines and JIT code need. */
  readonly hasAnonymousCode: boolean;
  /** Path of the jitdump that it mapped; empty if none. */
  readonly jitdump: string;
  /** True if it mapped files that perf inject wrote (`jitted-PID-N.so`). */
  readonly hasJittedFiles: boolean;
}

/** Per sample of the profile. */
export interface CopiedStacks {
  /** Bytes of stack in the recording; 0 for samples without a copied stack. */
  readonly size: Uint32Array;
  /**
   * Bytes from the stack pointer to the end of the stack: the smallest mapping that contains the stack pointer, of the process
   * or else of those that forked it. NaN if unknown.
   */
  readonly needed: Float64Array;
}

/** The symbol files opened with the recording. */
export interface OpenSymbols {
  /** Processes of the open perf maps. */
  readonly perfMaps: ReadonlySet<number>;
  /** The open jitdumps, by process. */
  readonly jitdumps: ReadonlyMap<number, JitdumpFacts>;
  /** True if the kernel's symbols are open, even if it has hidden their addresses. */
  readonly hasKernel: boolean;
  /** Recorded paths for which only a file with another build ID is open. */
  readonly otherBuilds: ReadonlySet<string>;
}

export interface JitdumpFacts {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Number of functions (JIT_CODE_LOAD records). */
  readonly functions: number;
  /** True if it ends inside a record. */
  readonly isTruncated: boolean;
}

/** Facts about printed samples that the profile does not have. */
export interface Printed {
  /** True if the header lines of samples have a CPU column, so that the whole system was recorded. */
  readonly hasCpu: boolean;
  /** True if the last sample is incomplete and was dropped. */
  readonly isTruncated: boolean;
}
