// The rows of a store's tables (src/store/schema.ts) for one recording. Rows refer to each other by index.

import type { Note, Thread } from '../../model/profile.ts';

export interface StoredFunction {
  /** Of name, module, kind and flags. */
  readonly hash: number;
  readonly name: string;
  readonly module: string;
  readonly file: string;
  readonly package: string;
  /** One of KIND_NAMES. */
  readonly kind: string;
  readonly flags: number;
}

export interface StoredStack {
  /** Of the hashes of its functions, and of their lines. */
  readonly hash: number;
  /** From the root to the leaf: indices into the functions. */
  readonly functions: readonly number[];
  /** Empty if no line is known. */
  readonly lines: readonly number[];
}

/** The samples of the same event, thread and stack. */
interface StoredSamples {
  readonly event: number;
  readonly thread: number;
  /** Index into the stacks, of which the first has no frames. */
  readonly stack: number;
  readonly samples: number;
  readonly weight: number;
  readonly isCut: boolean;
}

export interface RecordingRows {
  /** The same for the same samples, regardless of the names of functions if the samples have times. */
  readonly hash: number;
  readonly functions: readonly StoredFunction[];
  readonly stacks: readonly StoredStack[];
  readonly events: readonly string[];
  readonly threads: readonly Thread[];
  readonly samples: readonly StoredSamples[];
  readonly notes: readonly Note[];
}
