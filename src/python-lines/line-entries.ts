// Parses `END:LINE,…`, the lines of a code object, in place, because a line table has hundreds of thousands of them.

import { hexDigit } from '../model/hex.ts';

const COMMA = 44;
const COLON = 58;
const MAX_END_DIGITS = 8;
const MAX_LINE_DIGITS = 7;

/** Calls `add` for each entry; returns false if the text is invalid. */
export function forEachLine(text: string, add: (end: number, line: number) => void): boolean {
  let end = 0;
  let value = 0;
  let digits = 0;
  let isLine = false;
  for (let at = 0; at <= text.length; at++) {
    const char = at < text.length ? text.charCodeAt(at) : COMMA;
    const digit = hexDigit(char);
    if (digit >= 0) {
      value = value * 16 + digit;
      digits++;
      continue;
    }
    if (char !== (isLine ? COMMA : COLON)) return false;
    if (digits === 0 || digits > (isLine ? MAX_LINE_DIGITS : MAX_END_DIGITS)) return false;
    if (isLine) add(end, value);
    else end = value;
    isLine = !isLine;
    value = 0;
    digits = 0;
  }
  return true;
}
