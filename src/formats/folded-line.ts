// Syntax of folded lines: `comm;root;…;leaf weight`

import { MAX_COMM } from './comm.ts';

/** Variant of folded text. Plain data, so it can be posted to the chunk workers. */
export interface FoldedForm {
  /** True if each line begins with a comm, which is assumed when every first field is short enough for one. */
  readonly hasComm: boolean;
  /** True if processes, threads and frames are in the style of py-spy, Austin or Tachyon. */
  readonly isPython: boolean;
  /** True if every stack has only one frame. Many other text files look like this. */
  readonly isFlat: boolean;
}

/** Names may contain anything, including line separators and trailing spaces. Austin's full mode prints three weights. */
export const FOLDED_LINE = /^(.*) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)(,-?\d+,-?\d+)?$/s;
/** Maximum length in bytes; longer lines are skipped. */
export const MAX_FOLDED_LINE = 1 << 22;

/** A line that begins with `#` may also be a stack, since a comm may begin with `#`. */
export function isBlankOrComment(line: string): boolean {
  if (line.trim() === '' || line.startsWith('//')) return true;
  return line.startsWith('#') && !(line.includes(';') && FOLDED_LINE.test(line));
}

/** True if a field is short enough for a comm. */
export function canBeComm(field: string): boolean {
  return field.length <= MAX_COMM && new TextEncoder().encode(field).length <= MAX_COMM;
}
