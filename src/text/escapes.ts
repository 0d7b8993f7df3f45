// Escapes characters that a terminal would obey, or that reverse the text around them: names come from other people's recordings
// and folders.

const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TABLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TEXT = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** Escapes a single line. */
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

/** Escapes text of several lines. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, escapeCharacter);
}

/** Escapes tab-separated lines. */
export function escapeTable(text: string): string {
  return text.replace(UNSAFE_IN_TABLE, escapeCharacter);
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
