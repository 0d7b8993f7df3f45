// How a tar archive begins, told from its first header; what reads the rest is loaded when there is one.

/** Bytes of a header; contents fill whole ones. */
export const BLOCK = 512;

/**
 * Whether a file that begins like this is a tar archive: its first header has the right checksum. Needs 512 bytes.
 * An archive without members, which is zeros only, is not told.
 */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && isHeader(head.subarray(0, BLOCK));
}

/** Whether the checksum is right: the sum of all bytes, with spaces in its own place; old tars took them as signed. */
export function isHeader(header: Uint8Array): boolean {
  const sum = numberIn(header, 148, 156);
  if (sum === undefined) return false;
  let plain = 0;
  let high = 0;
  for (let i = 0; i < BLOCK; i++) {
    const byte = i >= 148 && i < 156 ? 32 : header[i];
    plain += byte;
    if (byte > 127) high++;
  }
  return sum === plain || sum === plain - high * 256;
}

/**
 * An octal number up to a space or zero; empty is 0. With the highest bit set it is binary instead, the highest
 * byte first (GNU, star). Undefined when it is neither, or negative, or too large for a file.
 */
export function numberIn(header: Uint8Array, from: number, to: number): number | undefined {
  let number = 0;
  if (header[from] & 0x80) {
    number = header[from] & 0x7f;
    for (let at = from + 1; at < to; at++) number = number * 256 + header[at];
    return Number.isSafeInteger(number) ? number : undefined;
  }
  let at = from;
  while (at < to && header[at] === SPACE) at++;
  for (; at < to && header[at] >= ZERO && header[at] < ZERO + 8; at++)
    number = number * 8 + header[at] - ZERO;
  return at === to || header[at] === SPACE || header[at] === 0 ? number : undefined;
}

const SPACE = 32;
const ZERO = 48;
