// Prints escaped text to the terminal: names come from other people's recordings and folders, and may contain control
// sequences (ESC [ …) or characters that reverse the surrounding text. Output to files and other programs is not escaped.

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TEXT = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** Escapes a single line. */
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

/** Escapes text of several lines. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, escapeCharacter);
}

/** Prints a line for the user on stdout. */
export function print(line: string): void {
  process.stdout.write(`${escapeLine(line)}\n`);
}

/** Prints a complete sentence on stderr. */
export function printMessage(sentence: string): void {
  process.stderr.write(`pyrograph: ${escapeLine(sentence)}\n`);
}

/** Escapes multi-line UTF-8 text. */
export async function* escapeLines(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(escapeText(decoder.decode(chunk, { stream: true })));
  yield encoder.encode(decoder.decode());
}

/** Escapes JSON without changing its value. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE_IN_TEXT, (character) => `\\u${hexOf(character).padStart(4, '0')}`);
}

function escapeCharacter(character: string): string {
  const hex = hexOf(character);
  return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
