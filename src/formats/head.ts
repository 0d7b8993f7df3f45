// Checks the first bytes of a file. Kept small, because it is loaded for every file.

/** True for `PERFILE2`, or its bytes in reverse order from a big-endian machine (tools/perf/util/header.c, Linux 6.12). */
export const isPerfData = startsWith('PERFILE2', '2ELIFREP');

/** True if the first bytes have few control characters. An empty file is text. */
export function isText(head: Uint8Array): boolean {
  let controls = 0;
  const length = Math.min(head.length, 4096);
  for (let i = 0; i < length; i++) if (head[i] < 9 || (head[i] > 13 && head[i] < 32)) controls++;
  return controls * 50 <= length;
}

/** True for output of `pprof -raw`, whose samples look like `perf script` headers. */
export const isPprofReport = startsWith('PeriodType: ');

export function startsWith(...magics: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => magics.some((magic) => matchesAt(head, 0, magic));
}

/** True if the bytes at `offset` are the characters of `magic`. */
export function matchesAt(head: Uint8Array, offset: number, magic: string): boolean {
  if (head.length < offset + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (head[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

/** The UTF-8 bytes of JSON's white space and of a byte order mark. */
const BLANKS = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/** The first character of a JSON file, such as `{`; empty if there is none. */
export function firstCharacter(head: Uint8Array): string {
  const byte = head.find((each) => !BLANKS.has(each));
  return byte === undefined ? '' : String.fromCharCode(byte);
}

/** Decodes each byte as one character. */
export function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

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
