// Prints escaped text to the terminal. Output to files and other programs is not escaped.

import { escapeLine, escapeText } from '../src/text/escapes.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

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
