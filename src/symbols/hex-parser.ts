// Parses hexadecimal 64-bit numbers from ASCII bytes.

import { hexDigit } from '../model/hex.ts';

const MAX_DIGITS = 16;
const WORD = 2 ** 32;

export class HexParser {
  /** The last number read, as signed: addresses in the upper half are negative and exact. */
  signed = 0;
  /** The same number as unsigned; exact up to 2^53. */
  unsigned = 0;
  /** Offset just after its last digit. */
  end = 0;

  /** Reads the number at `from`; false if there is none, or if it exceeds 64 bits. Accepts a `0x` prefix. */
  read(bytes: Uint8Array, from: number): boolean {
    let at = from;
    if (bytes[at] === 0x30 && (bytes[at + 1] | 0x20) === 0x78) at += 2;
    if (hexDigit(bytes[at]) < 0) return false;
    while (bytes[at] === 0x30) at++;
    const first = at;
    let high = 0;
    let low = 0;
    for (let digit = hexDigit(bytes[at]); digit >= 0; digit = hexDigit(bytes[++at])) {
      high = ((high << 4) | (low >>> 28)) >>> 0;
      low = ((low << 4) | digit) >>> 0;
      if (at - first >= MAX_DIGITS) return false;
    }
    this.end = at;
    this.unsigned = high * WORD + low;
    this.signed = (high | 0) * WORD + low;
    return true;
  }
}
