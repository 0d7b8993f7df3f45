// Reads hexadecimal numbers of 64 bits out of text that is bytes.

const MAX_DIGITS = 16;
const LOW_DIGITS = 8;

export class HexText {
  /** The number last read; signed, so that addresses of the upper half are negative and exact. */
  signed = 0;
  /** The same number, unsigned; exact up to 2^53. */
  unsigned = 0;
  /** Right behind its last digit. */
  end = 0;

  /** False when there is no number at `from`, or one of more than 64 bits. `0x` before it is taken. */
  read(bytes: Uint8Array, from: number): boolean {
    let at = from;
    if (bytes[at] === 0x30 && (bytes[at + 1] | 0x20) === 0x78) at += 2;
    let digit = digitOf(bytes[at]);
    if (digit < 0) return false;
    while (bytes[at] === 0x30) at++;
    const first = at;
    let high = 0;
    let low = 0;
    for (digit = digitOf(bytes[at]); digit >= 0; digit = digitOf(bytes[++at])) {
      high = ((high << 4) | (low >>> 28)) >>> 0;
      low = ((low << 4) | digit) >>> 0;
      if (at - first >= MAX_DIGITS) return false;
    }
    this.end = at;
    this.unsigned = high * 2 ** (LOW_DIGITS * 4) + low;
    this.signed = (high | 0) * 2 ** (LOW_DIGITS * 4) + low;
    return true;
  }
}

function digitOf(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
