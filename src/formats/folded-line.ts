// The syntax of folded lines: `comm;root;…;leaf weight`

import { MAX_COMM } from './comm.ts';

/** Variant of folded text. Plain data, so it can be posted to the chunk workers. */
export interface FoldedForm {
  /** True if the first field of each line is a comm. That requires every first field to be short enough for one. */
  readonly hasComm: boolean;
  /** True if processes, threads and frames are written as by py-spy, Austin or Tachyon. */
  readonly isPython: boolean;
  /** True if every stack has only one frame. Many other kinds of text look like that. */
  readonly isFlat: boolean;
}

/** Names may contain anything, including line separators and trailing spaces. Austin's full mode prints three weights. */
export const FOLDED_LINE = /^(.*) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)(,-?\d+,-?\d+)?$/s;
/** In bytes; longer lines are skipped. */
export const MAX_FOLDED_LINE = 1 << 22;

/** True for an empty line or a comment. A comm may begin with `#`, too. */
export function isFoldedComment(line: string): boolean {
  if (line.trim() === '' || line.startsWith('//')) return true;
  return line.startsWith('#') && !(line.includes(';') && FOLDED_LINE.test(line));
}

/** True if a field is short enough for a comm. */
export function isComm(field: string): boolean {
  return field.length <= MAX_COMM && new TextEncoder().encode(field).length <= MAX_COMM;
}
