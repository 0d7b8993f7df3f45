// The lines at the start of a text, for telling its format.

const NEWLINE = 10;

/** The lines of `head` without their ends, the last one perhaps cut; those of more than `longest` bytes are skipped. */
export function* linesOf(head: Uint8Array, longest: number): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < head.length;) {
    const newline = head.indexOf(NEWLINE, at);
    const end = newline < 0 ? head.length : newline;
    if (end - at <= longest) yield decoder.decode(head.subarray(at, end)).replace(/\r$/, '');
    at = end + 1;
  }
}
