// What is printed for a person: names come from recordings and folders of others, and may hold what a terminal obeys
// (ESC [ …), or what turns the text beside it round. Such characters are printed by their numbers. What goes into a file or
// to another program stays as it is.

const OBEYED = /[\p{Cc}\p{Bidi_Control}]/gu;
const OBEYED_IN_TEXT = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** In one line. */
export function printable(text: string): string {
  return text.replace(OBEYED, byNumber);
}

/** As printable, of many lines in UTF-8. */
export async function* printableLines(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for await (const chunk of chunks)
    yield encoder.encode(decoder.decode(chunk, { stream: true }).replace(OBEYED_IN_TEXT, byNumber));
  yield encoder.encode(decoder.decode());
}

/** The same value, with no character in it that a terminal obeys but the ends of lines. */
export function printableJson(json: string): string {
  return json.replace(OBEYED_IN_TEXT, (sign) => `\\u${hexOf(sign).padStart(4, '0')}`);
}

function byNumber(sign: string): string {
  const hex = hexOf(sign);
  return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
}

function hexOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16);
}
