// Text out of bytes. Most names are short and ASCII, and there may be tens of thousands of them: calling the decoder takes
// longer than reading them does.

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const SHORT = 256;

/** The text from `from` up to `to`, or to a NUL before. Broken UTF-8 is U+FFFD. */
export function textIn(bytes: Uint8Array, from: number, to: number): string {
  const most = Math.min(to, bytes.length);
  let end = from;
  let high = 0;
  while (end < most && bytes[end] !== 0) high |= bytes[end++];
  if (high > 127 || end - from > SHORT) return UTF8.decode(bytes.subarray(from, end));
  const codes: number[] = [];
  for (let at = from; at < end; at++) codes.push(bytes[at]);
  return String.fromCharCode(...codes);
}
