// Makes untrusted text safe to show: names come from other people's recordings.

/** Control characters, bidirectional and other zero-width characters, and line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The first characters of the text, on one line: at most `maxLength` UTF-16 units. */
export function visibleText(text: string, maxLength: number): string {
  const cut = onOneLine(text).trim().slice(0, maxLength);
  return wellFormed(cut.length === maxLength ? withoutHalf(cut) : cut);
}

export function onOneLine(text: string): string {
  return text.replace(INVISIBLE, ' ');
}

/** Replaces lone surrogates, with which encodeURIComponent() fails. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** Removes the first half of a character whose second half was cut off. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

// Escapes characters that a terminal would obey, or that reverse the text around them: names come from other people's recordings
// and folders.

const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TABLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;
const UNSAFE_IN_TEXT = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

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
