// How a recording was made: facts about perf, the processes and the symbol files, collected while reading. The doctor
// (src/doctor) draws its conclusions from them.

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
  /** Name of the recorded machine; undefined or empty if unknown. */
  readonly hostname?: string | undefined;
  /** When perf started recording, in milliseconds since 1970; undefined if unknown. */
  readonly date?: number | undefined;
  /** True if `perf inject --jit` wrote the recording. */
  readonly isInjected: boolean;
  /** True if the file ends early, or perf did not finish it. */
  readonly isTruncated: boolean;
  /** Number of records, mostly samples, that did not fit into the kernel's buffer, according to LOST records during the run. */
  readonly lost: number;
  /** Number of lost samples according to LOST_SAMPLES records at the end of the file. Includes samples counted in `lost`. */
  readonly lostInTotal: number;
  readonly lostRecords: number;
  readonly throttled: number;
  /** In the order of `Profile.events`, followed by events without samples. */
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

/** What a process mapped, and which process forked it. */
export interface RecordedProcess {
  readonly pid: number;
  /** The process that forked it; NONE if unknown. */
  readonly parent: number;
  /** Its ID in its PID namespace, if that is not the one of perf and the ID is known; otherwise NONE. */
  readonly namespacePid: number;
  /** Its name after each exec, in time order; empty if it never called exec. */
  readonly execs: readonly string[];
  /** Path of the Python binary (model/paths.ts) that it mapped last as executable; empty if none. */
  readonly python: string;
  /** True if it mapped executable memory that no file backs, as trampolines and JIT code need. */
  readonly hasAnonymousCode: boolean;
  /** Path of the jitdump that it mapped; empty if none. */
  readonly jitdump: string;
  /** True if it mapped files that perf inject wrote (`jitted-PID-N.so`). */
  readonly hasJittedFiles: boolean;
}

/** Copies of the stack for DWARF unwinding. All columns have an entry per sample of the profile. */
export interface CopiedStacks {
  /** Bytes of stack in the recording; 0 for samples without a copy. */
  readonly size: Uint32Array;
  /**
   * 1 if the copy fills the space in its record, so that the rest of the stack is probably missing. That is less than the
   * requested size if the record would become larger than 64 KiB.
   */
  readonly isFull: Uint8Array;
  /**
   * Bytes from the stack pointer to the end of the stack, which is the end of the smallest mapping that contains the stack
   * pointer, in the process or else its ancestors. NaN if unknown.
   */
  readonly needed: Float64Array;
}

/** Name of the file in which `pyrograph record` keeps what the user asked it for. */
export const REQUEST_FILE = 'pyrograph-record.json';

export interface OpenSymbols {
  /** Process IDs of the open perf maps. */
  readonly perfMaps: ReadonlySet<number>;
  /** The open jitdumps, by process ID. */
  readonly jitdumps: ReadonlyMap<number, JitdumpFacts>;
  /** True if any of the files that perf inject writes (`jitted-PID-N.so`) is open. */
  readonly hasInjectedFiles: boolean;
  /** True if symbols of the recorded kernel are open, even if their addresses are hidden. */
  readonly hasKernel: boolean;
  /** Recorded paths of the open programs and libraries, as far as samples needed them. */
  readonly files: ReadonlySet<string>;
  /** Recorded paths for which the open file has a different build ID. */
  readonly otherBuilds: ReadonlySet<string>;
  /** Text of the open REQUEST_FILE (record/record-request.ts); empty if there is none. */
  readonly request: string;
}

export interface JitdumpFacts {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Number of functions (JIT_CODE_LOAD records). */
  readonly functions: number;
  /** True if it ends inside a record. */
  readonly isTruncated: boolean;
}

/** Facts about the output of `perf script` that the profile does not contain. */
export interface Printed {
  /** True if samples have a CPU column, as in system-wide recordings. */
  readonly hasCpu: boolean;
  /** True if samples have a period column. */
  readonly hasPeriods: boolean;
  /** True if the last sample is incomplete and was dropped. */
  readonly isTruncated: boolean;
}
