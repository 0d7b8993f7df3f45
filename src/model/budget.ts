// Limits how much of a recording is kept in memory. A file of a few kilobytes can decompress to gigabytes, and a broken
// recorder can write names endlessly. At a limit, reading stops, the part read so far is shown, and a note states the limit.
// The budget is plain data, since it is passed to the chunk workers.

/** Numbers of entries, unless stated otherwise. */
export interface Budget {
  /** Distinct functions: about 200 bytes each, plus their names. */
  readonly functions: number;
  /** Distinct modules. JIT code may have one per function. */
  readonly modules: number;
  /** Characters in the names of functions, modules and threads; a name counts once for each use. */
  readonly characters: number;
  /** Distinct stacks: 16 bytes each while reading. */
  readonly stacks: number;
  /** 25 bytes each. For folded text, samples with the same stack are merged before reading stops. */
  readonly samples: number;
  /** A thread counts once per name that it had. */
  readonly threads: number;
  /** perf.data: processes and thread names, sampled or not. */
  readonly processes: number;
  /** perf.data: mappings of all processes. A forked process shares its parent's until it maps something. */
  readonly mappings: number;
  /** Lines of perf maps and kallsyms together. */
  readonly symbols: number;
  /** Functions in all jitdumps together. */
  readonly jitFunctions: number;
  /** Bytes kept from archives, from compressed symbol files, and from the parts read of uncompressed ones. */
  readonly companionBytes: number;
  /** Archive members kept. */
  readonly members: number;
  /** Bytes of a recording that is parsed as a whole: pprof, speedscope, a saved profile. */
  readonly wholeBytes: number;
}

/**
 * Real recordings need far less: 3.7 GB of perf script text has 424,328 samples, 4,000 functions and a few million stacks.
 * A recording at the limit of samples, each with its own stack, takes about 2 GB, including all derived data.
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

/** Maximum number of individual samples in recordings without times; beyond it, samples with the same stack are merged. */
export const MOST_COUNTED = 2 ** 22;

/** Maximum total number of frames in a file that is parsed as a whole: a few bytes can repeat the same deep stack endlessly. */
export const MOST_FRAMES = 2 ** 28;

/** The limits on the tables of one profile. */
const TABLE_LIMITS = ['functions', 'modules', 'characters', 'stacks', 'samples', 'threads'] as const;
export type TableBudget = Pick<Budget, (typeof TABLE_LIMITS)[number]>;

/** The budget of each of `parts` readers, so that together they stay within `budget`. */
export function shareOf(budget: TableBudget, parts: number): TableBudget {
  const share = { ...budget };
  for (const limit of TABLE_LIMITS) share[limit] = Math.floor(budget[limit] / parts);
  return share;
}

/** The kind of the note about a limit that stopped reading. */
export const LIMIT = 'limit';

export function limitSentence(what: string, most: number): string {
  return `Only the beginning of the recording is shown, up to the limit of ${most.toLocaleString('en')} ${what}: record for a shorter time`;
}
