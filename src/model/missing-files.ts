// Symbol files that were not opened.

/** Files that would name code without a name. */
export interface MissingFiles {
  /** Share of the weight of the event with the most samples that has such code on the stack, 0 to 1. */
  readonly share: number;
  /** The files that would name at least 1% of the weight, heaviest first; their shares overlap. */
  readonly files: readonly MissingFile[];
  /** Packs the files on the recorded machine; absent if they cannot be named safely. */
  readonly command?: string;
}

export interface MissingFile {
  /** As the recorded machine has it: a path, or a pattern for the files that perf inject writes. */
  readonly name: string;
  /** Share of the weight with its code on the stack, 0 to 1. */
  readonly share: number;
}
