// Prints on the terminal. What is printed is escaped: names come from other people's recordings and folders, and may
// contain control sequences (ESC [ …) or characters that reverse the surrounding text. Output to files and other programs
// is unchanged.

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TEXT = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** Escapes a single line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Prints a line for the user on stdout. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a complete sentence on stderr. */
export function say(sentence: string): void {
  process.stderr.write(`pyrograph: ${printable(sentence)}\n`);
}

/** Escapes UTF-8 text of many lines. */
export async function* printableLines(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for await (const chunk of chunks)
    yield encoder.encode(decoder.decode(chunk, { stream: true }).replace(UNSAFE_IN_TEXT, escaped));
  yield encoder.encode(decoder.decode());
}

/** Escapes JSON without changing its value. */
export function printableJson(json: string): string {
  return json.replace(UNSAFE_IN_TEXT, (sign) => `\\u${hexOf(sign).padStart(4, '0')}`);
}

function escaped(sign: string): string {
  const hex = hexOf(sign);
  return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
}

function hexOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16);
}
