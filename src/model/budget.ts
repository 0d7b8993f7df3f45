// How much of a recording is kept in memory. A file of a few kilobytes can unpack to gigabytes, and a broken recorder can
// write names without end: where one of these limits is reached, reading stops, what was read up to there is shown, and a
// note names the limit. Plain data: it crosses to the chunk workers.

/** Numbers of entries, unless something else is said. */
export interface Budget {
  /** Distinct functions: about 200 bytes each, and their names. */
  readonly functions: number;
  /** Distinct modules. Code made at run time may have one for each function. */
  readonly modules: number;
  /** Characters in the names of functions, modules and threads; a name counts once for each of them. */
  readonly characters: number;
  /** Distinct stacks: 16 bytes each while they are read. */
  readonly stacks: number;
  /** 25 bytes each. Folded text sums the samples of one stack up before it stops here. */
  readonly samples: number;
  /** Threads, each once for every name it had. */
  readonly threads: number;
  /** Of perf.data: processes and names of threads, whether sampled or not. */
  readonly processes: number;
  /** Of perf.data: mappings of all processes; a forked process shares them until it maps something itself. */
  readonly mappings: number;
  /** Lines of perf maps and kallsyms together. */
  readonly symbols: number;
  /** Functions in all jitdumps together. */
  readonly jitFunctions: number;
  /** Bytes kept of archives, of compressed files that name code, and of the parts read of those that are not. */
  readonly companionBytes: number;
  /** Members of archives that are kept. */
  readonly members: number;
  /** Bytes of a recording that is parsed in one go: pprof, speedscope, a saved profile. */
  readonly wholeBytes: number;
}

/**
 * Real recordings stay far below: 3.7 GB of perf script text has 424,328 samples, 4,000 functions and a few million stacks.
 * A recording that reaches the limit of samples with a stack each takes about 2 GB, with all that is made of it.
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

/** Samples of a text or file without times that are shown one by one; those of one stack are summed up where there are more. */
export const MOST_COUNTED = 2 ** 22;

/** Frames of all samples of a file that is parsed in one go: a few bytes of it can repeat the same deep stack without end. */
export const MOST_FRAMES = 2 ** 28;

/** What the tables of one profile may hold. */
export type TableBudget = Pick<
  Budget,
  'functions' | 'modules' | 'characters' | 'stacks' | 'samples' | 'threads'
>;

/** What one of `parts` readers of a recording may keep, so that together they stay within the budget. */
export function shareOf(budget: TableBudget, parts: number): TableBudget {
  return {
    functions: Math.floor(budget.functions / parts),
    modules: Math.floor(budget.modules / parts),
    characters: Math.floor(budget.characters / parts),
    stacks: Math.floor(budget.stacks / parts),
    samples: Math.floor(budget.samples / parts),
    threads: Math.floor(budget.threads / parts),
  };
}

/** Kind of the note on a limit that ended the reading of a recording. */
export const LIMIT = 'limit';

/** What the note says: more than `most` of something would be kept. */
export function limitSentence(what: string, most: number): string {
  return `Only the beginning of the recording is shown, up to the limit of ${most.toLocaleString('en')} ${what}: record for a shorter time`;
}
