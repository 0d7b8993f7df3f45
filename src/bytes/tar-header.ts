// Recognizes a tar archive by its first header and parses header fields, without loading the tar reader.

/** Size of a header; contents are padded to a multiple of this. */
export const BLOCK_SIZE = 512;

/** Size of the padding that follows `size` bytes of content. */
export function paddingOf(size: number): number {
  return (BLOCK_SIZE - (size % BLOCK_SIZE)) % BLOCK_SIZE;
}

/**
 * True if `head` (at least 512 bytes) starts with a tar header that has the right checksum. An archive without members
 * is all zeros and is not recognized.
 */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK_SIZE && isHeader(head.subarray(0, BLOCK_SIZE));
}

/** Verifies the checksum: the sum of all bytes, counting the checksum itself as spaces. Old tars summed signed bytes. */
export function isHeader(header: Uint8Array): boolean {
  const sum = parseNumber(header, 148, 156);
  if (sum === undefined) return false;
  let plain = 0;
  let high = 0;
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const byte = i >= 148 && i < 156 ? 32 : header[i];
    plain += byte;
    if (byte > 127) high++;
  }
  return sum === plain || sum === plain - high * 256;
}

/**
 * Parses an octal number that ends at a space or NUL; an empty field is 0. If the highest bit is set, the field is
 * big-endian binary (GNU tar, star). Undefined if it is malformed, negative or too large for a file size.
 */
export function parseNumber(header: Uint8Array, from: number, to: number): number | undefined {
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
