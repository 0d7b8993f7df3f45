// Little-endian 64-bit integers as doubles (RangeError outside the view), and bytes as hexadecimal.

/** Exact below 2 ** 53, which covers sizes, counts and times. */
export function unsigned64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

/** Exact for all canonical addresses; those in the upper half (kernel space) are negative. */
export function signed64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
}

const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Lowercase hexadecimal, two digits per byte. */
export function hexOf(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at++) codes.push(DIGITS[bytes[at] >> 4], DIGITS[bytes[at] & 15]);
  return String.fromCharCode(...codes);
}
