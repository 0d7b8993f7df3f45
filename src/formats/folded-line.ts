// What folded text looks like, line by line:  `comm;root;…;leaf weight`

import { MAX_COMM } from './comm.ts';

/** Plain data: it crosses to the chunk workers. */
export interface FoldedForm {
  /** Is the first field of each line a comm? Then no first field is longer than a comm can be. */
  readonly hasComm: boolean;
  /** Do lines name processes, threads and frames as py-spy, Austin and Tachyon do? */
  readonly isPython: boolean;
  /** Is every stack one frame deep? Then much else looks like it. */
  readonly isFlat: boolean;
}

/** A name may contain anything, a line separator or a space at its end too. Austin's full mode prints three weights. */
export const FOLDED_LINE = /^(.*) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)(,-?\d+,-?\d+)?$/s;
/** In bytes; longer lines are not read. */
export const LONGEST_FOLDED_LINE = 1 << 22;

/** True of an empty line or a comment; a comm may begin with a `#` too. */
export function isFoldedComment(line: string): boolean {
  if (line.trim() === '' || line.startsWith('//')) return true;
  return line.startsWith('#') && !(line.includes(';') && FOLDED_LINE.test(line));
}

/** Is a field short enough for a comm? */
export function isComm(field: string): boolean {
  return field.length <= MAX_COMM && new TextEncoder().encode(field).length <= MAX_COMM;
}
