// Splits the beginning of a text file into lines for format detection.

const NEWLINE = 10;

/** Yields lines without their line ends; the last may be truncated. Skips lines longer than `maxBytes`. */
export function* linesOf(head: Uint8Array, maxBytes: number): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < head.length;) {
    const newline = head.indexOf(NEWLINE, at);
    const end = newline < 0 ? head.length : newline;
    if (end - at <= maxBytes) yield decoder.decode(head.subarray(at, end)).replace(/\r$/, '');
    at = end + 1;
  }
}
