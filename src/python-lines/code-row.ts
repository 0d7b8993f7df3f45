// Decodes the fields of a line table's row (line-table.ts) into columns by code unit. What is wrong with a field completes the
// sentence “line 7 …”.

import { hexDigit } from '../model/hex.ts';
import { NONE } from '../model/profile.ts';

/** Bytes of an opcode, and of a cache entry. */
export const CODE_UNIT = 2;
/** Added to an opcode if the pointer follows it directly, before its caches. */
export const BEHIND = 0x100;
/** Characters per instruction: two for the opcode, one for its length. */
const STEP = 3;
/** The longest instruction. */
const MAX_UNITS = 15;
/** The value of each digit by its character code; -1 or nothing for other characters. A call per digit takes longer. */
const HEX = Int8Array.from({ length: 128 }, (_, char) => hexDigit(char));
const COMMA = 44;
const COLON = 58;
const MAX_END_DIGITS = 8;
const MAX_LINE_DIGITS = 7;

/** By code unit. */
export interface Operations {
  readonly ending: Int16Array;
  readonly beginning: Int16Array;
}

/** The instructions of `size` bytes. */
export function decodeSteps(steps: string, size: number): Operations | string {
  const units = size / CODE_UNIT;
  const otherSize = `has instructions of another size than ${size.toString(16)}`;
  if (units > steps.length * MAX_UNITS) return otherSize;
  const ending = new Int16Array(units + 1).fill(NONE);
  const beginning = new Int16Array(units).fill(NONE);
  let unit = 0;
  for (let at = 0; at < steps.length; at += STEP) {
    const high = HEX[steps.charCodeAt(at)];
    const low = HEX[steps.charCodeAt(at + 1)];
    const length = HEX[steps.charCodeAt(at + 2)];
    if (!(high >= 0 && low >= 0 && length > 0)) return 'has invalid instructions';
    const opcode = high * 16 + low;
    beginning[unit] = opcode;
    if (length > 1) ending[unit + 1] = opcode + BEHIND;
    ending[unit + length] = opcode;
    unit += length;
  }
  return unit === units ? { ending, beginning } : otherSize;
}

/** The line of each next instruction in `size` bytes, `END:LINE,…`; 0 if it has none. */
export function decodeLines(text: string, size: number): Int32Array | string {
  const lines = new Int32Array(size / CODE_UNIT + 1);
  let end = 0;
  let last = 0;
  let value = 0;
  let digits = 0;
  let isLine = false;
  let isAscending = true;
  for (let at = 0; at <= text.length; at++) {
    const char = at < text.length ? text.charCodeAt(at) : COMMA;
    const digit = HEX[char];
    if (digit >= 0) {
      value = value * 16 + digit;
      digits++;
      continue;
    }
    const isSeparated = char === (isLine ? COMMA : COLON);
    if (!isSeparated || digits === 0 || digits > (isLine ? MAX_LINE_DIGITS : MAX_END_DIGITS))
      return 'has invalid line numbers';
    if (isLine) {
      lines.fill(value, last / CODE_UNIT + 1, end / CODE_UNIT + 1);
      last = end;
    } else {
      if (value <= last || value > size || value % CODE_UNIT !== 0) isAscending = false;
      end = value;
    }
    isLine = !isLine;
    value = 0;
    digits = 0;
  }
  if (isLine) return 'has invalid line numbers';
  return isAscending && last === size ? lines : `has offsets that do not ascend to ${size.toString(16)}`;
}
