// Decodes text. A file may have tens of thousands of names, most of them short and ASCII. For those, calling a TextDecoder
// costs more than reading the bytes.

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const MAX_SHORT = 256;

/** Decodes the bytes from `from` to `to`, stopping at a NUL. Invalid UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  const limit = Math.min(to, bytes.length);
  let end = from;
  let high = 0;
  while (end < limit && bytes[end] !== 0) high |= bytes[end++];
  if (high > 127 || end - from > MAX_SHORT) return UTF8.decode(bytes.subarray(from, end));
  const codes: number[] = [];
  for (let at = from; at < end; at++) codes.push(bytes[at]);
  return String.fromCharCode(...codes);
}
