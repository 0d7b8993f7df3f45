// The interfaces between formats and the pipeline. Text of any size is split into chunks, which are read independently, each in
// pieces small enough to stay in the CPU cache. Other formats are parsed in memory, because any part of a file may refer to any other.

import type { Budget, TableBudget } from '../model/budget.ts';
import type { Profile } from '../model/profile.ts';

/** `Form` is plain data about the whole text, detected from its beginning (index.ts), that each chunk reader needs. */
export interface TextFormat<Form> {
  /** Display name. */
  readonly name: string;
  /** End of the last record in `bytes[0, end)` that is certainly complete; 0 if there is none. */
  lastRecordEnd(bytes: Uint8Array, end: number, form: Form): number;
  /** Opens a reader for a chunk, limited by the budget; asynchronous if the reader must be loaded first. */
  open(form: Form, budget: TableBudget): TextReader | Promise<TextReader>;
}

/** Reads one chunk. Never throws: unreadable data is counted in the notes. */
export interface TextReader {
  readonly sampleCount: number;
  /** True once a limit of the budget was reached; further input is ignored and a note says so. */
  readonly isFull: boolean;
  /** Reads `bytes[0, end)`, which must be complete records except in the last piece of the text. */
  push(bytes: Uint8Array, end: number, isLast: boolean): void;
  /** Returns the profile so far. `isLast` saves copying, but allows no further input. */
  finish(isLast?: boolean): Profile;
}

/** The IDs are also display names. */
export type InMemoryId = 'pprof' | 'speedscope' | 'Pyrograph';

export interface InMemoryFormat {
  readonly id: InMemoryId;
  /** True if a file with this beginning is in this format. */
  sniff(head: Uint8Array): boolean;
  /** Throws Unreadable for an invalid file. */
  read(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Profile;
}

/** Thrown when a file cannot be read. The message ends a sentence that begins with the file's name. */
export class Unreadable extends Error {}
