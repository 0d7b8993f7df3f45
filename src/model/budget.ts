// Limits how much of a recording is kept in memory. A file of a few kilobytes can decompress to gigabytes, and a broken
// recorder can write an endless series of new names. When a limit is reached, reading stops, the page shows the part read so
// far, and a note states the limit. The budget is plain data because it is sent to the chunk workers.

/** Maximum number of entries, unless stated otherwise. */
export interface Budget {
  /** Distinct functions. Each takes about 200 bytes, plus its name. */
  readonly functions: number;
  /** Distinct modules. JIT code may have one per function. */
  readonly modules: number;
  /** Total characters in the names of functions, modules and threads; a name counts once per use. */
  readonly characters: number;
  /** Distinct stacks. Each takes 16 bytes while reading. */
  readonly stacks: number;
  /** Each takes 25 bytes. The folded-text reader first merges samples with the same stack, and stops only if that is not enough. */
  readonly samples: number;
  /** A thread counts once per name it has had. */
  readonly threads: number;
  /** perf.data only: processes and thread names, sampled or not. */
  readonly processes: number;
  /** perf.data only: memory mappings of all processes. A forked process shares its parent's mappings until it adds one. */
  readonly mappings: number;
  /** Total lines in perf maps and kallsyms. */
  readonly symbols: number;
  /** Total functions in all jitdumps. */
  readonly jitFunctions: number;
  /** Bytes kept in memory from archives and symbol files. Of uncompressed symbol files, only the parts that are read count. */
  readonly companionBytes: number;
  /** Archive members kept in memory. */
  readonly members: number;
  /** Bytes of a recording in a format that cannot be parsed as a stream: pprof, speedscope, or a saved profile. */
  readonly wholeBytes: number;
}

/**
 * Real recordings stay far below these limits: 3.7 GB of perf script text has 424,328 samples, 4,000 functions and a few million
 * stacks. A recording with the maximum number of samples, each with a different stack, takes about 2 GB including all derived data.
 */
export const BUDGET: Budget = {
  functions: 2 ** 20,
  modules: 2 ** 20,
  characters: 2 ** 28,
  stacks: 2 ** 25,
  samples: 2 ** 24,
  threads: 2 ** 18,
  processes: 2 ** 20,
  mappings: 2 ** 22,
  symbols: 2 ** 23,
  jitFunctions: 2 ** 20,
  companionBytes: 2 ** 30,
  members: 2 ** 18,
  wholeBytes: 2 ** 28,
};

/**
 * Maximum memory of all open recordings together, in bytes, as estimated by `memoryOf`. Beyond it, the page closes the ones that were
 * shown least recently, and opens them again when they are needed.
 */
export const OPEN_MEMORY = 2 ** 30;

/** Of a small recording: its workers, and what the page has of it. */
const WORKER_MEMORY = 2 ** 26;

/** What an open recording with these numbers of rows takes, in bytes, including all derived data. */
export function memoryOf(rows: Readonly<Record<'functions' | 'stacks' | 'samples', number>>): number {
  return WORKER_MEMORY + 300 * rows.functions + 64 * (rows.stacks + rows.samples);
}

/** Maximum number of unmerged samples in a recording without times. Above it, samples with the same stack are merged. */
export const MAX_UNMERGED_SAMPLES = 2 ** 22;

/** Maximum total number of frames in a file that is not parsed as a stream: a few bytes can repeat the same deep stack many times. */
export const MAX_FRAMES = 2 ** 28;

/** The limits that apply to the tables of a profile. */
const TABLE_LIMITS = ['functions', 'modules', 'characters', 'stacks', 'samples', 'threads'] as const;
export type TableBudget = Pick<Budget, (typeof TABLE_LIMITS)[number]>;

/** Splits `budget` evenly among `parts` readers. */
export function splitBudget(budget: TableBudget, parts: number): TableBudget {
  const share = { ...budget };
  for (const limit of TABLE_LIMITS) share[limit] = Math.floor(budget[limit] / parts);
  return share;
}

/** `Note.kind` of the note saying that reading stopped at a limit. */
export const LIMIT_NOTE = 'limit';

export function limitSentence(what: string, most: number): string {
  return `Only the beginning of the recording is shown, up to the limit of ${most.toLocaleString('en')} ${what}: record for a shorter time`;
}

/** Maximum length of the thread and event names in a link or another program's file, in UTF-16 units. */
export const MAX_LABEL = 256;

/** An event index is stored in one byte; no real recording has this many events. */
export const MAX_EVENTS = 256;
