// Functions that are split by line (python/split-by-line.ts): rows of their own after those of whole functions.

import type { FuncTable } from './profile.ts';

/** A view whose functions may be split by line. */
export interface ByLine {
  /** If they are: the functions that it refers to. Those of `Recording.funcs` keep their rows. */
  readonly lineFuncs?: FuncTable | undefined;
}

/** The function that this is a line of, or itself. */
export function wholeFunction({ whole }: Pick<FuncTable, 'whole'>, func: number): number {
  return whole?.[func] ?? func;
}

/** What is known per function, also for their lines. */
export function withLines({ whole }: Pick<FuncTable, 'whole'>, ofFunc: Uint8Array): Uint8Array {
  return whole && ofFunc.length < whole.length ? Uint8Array.from(whole, (func) => ofFunc[func]) : ofFunc;
}
