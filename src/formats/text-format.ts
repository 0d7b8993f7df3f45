// What a format of text is to the pipeline: text of any size, read in chunks that can be read apart, each of which
// comes in pieces small enough to be read while the processor still has them at hand.

import type { TableBudget } from '../model/budget.ts';
import type { Profile } from '../model/profile.ts';

/**
 * `Form` is what must be known of the whole text before a chunk of it can be read, told from its beginning (index.ts); plain
 * data.
 */
export interface TextFormat<Form> {
  /** As a person calls it. */
  readonly name: string;
  /** The end of the last record that is whole beyond doubt in `bytes[0, end)`; 0 when there is none. */
  lastCut(bytes: Uint8Array, end: number, form: Form): number;
  /** Begins to read a chunk, of which no more is kept than the budget allows; a promise where the reader is loaded first. */
  open(form: Form, budget: TableBudget): TextReader | Promise<TextReader>;
}

/** Reads one chunk. Never throws: what cannot be read is counted in the notes. */
export interface TextReader {
  /** Samples read so far. */
  readonly sampleCount: number;
  /** Was a limit of the budget reached? Nothing that is pushed then is kept, and a note says so. */
  readonly isFull: boolean;
  /** Reads `bytes[0, end)`: whole records, except that the `last` piece of the text may end anywhere. */
  push(bytes: Uint8Array, end: number, last: boolean): void;
  /** All that was read so far. Where nothing is pushed afterwards (`isLast`), less of it is copied. */
  finish(isLast?: boolean): Profile;
}
