// 64-bit numbers out of bytes, little-endian, as doubles: both throw RangeError outside of the view. And bytes as text.

/** Exact below 2 ** 53: sizes, counts and times. */
export function unsigned64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

/** Exact for all addresses that a processor can use: those of the upper half, the kernel's, are negative. */
export function signed64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
}

const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Bytes as text, two digits each, in lower case. */
export function hexOf(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at++) codes.push(DIGITS[bytes[at] >> 4], DIGITS[bytes[at] & 15]);
  return String.fromCharCode(...codes);
}
