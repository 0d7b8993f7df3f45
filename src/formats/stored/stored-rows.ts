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

/** An entry per stack. Hashes are of the hashes of its functions, and of their lines. */
export interface StoredStacks {
  readonly hash: Float64Array;
  /** Of all stacks, each from the root to the leaf: indices into the functions, and lines, which are 0 if unknown. */
  readonly functions: Int32Array;
  readonly lines: Int32Array;
  /** Where the functions of a stack end. */
  readonly ends: Int32Array;
}

/** An entry for the samples of the same event, thread and stack. */
interface StoredSamples {
  readonly event: Int32Array;
  readonly thread: Int32Array;
  /** Indices into the stacks. */
  readonly stack: Int32Array;
  readonly samples: Float64Array;
  readonly weight: Float64Array;
  /** 1 if the stack is cut. */
  readonly isCut: Uint8Array;
}

export interface RecordingRows {
  /** The same for the same samples, regardless of the names of functions if the samples have times. */
  readonly hash: number;
  readonly functions: readonly StoredFunction[];
  readonly stacks: StoredStacks;
  readonly events: readonly string[];
  readonly threads: readonly Thread[];
  readonly samples: StoredSamples;
  readonly notes: readonly Note[];
}
