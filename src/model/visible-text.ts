// Texts of others that are shown beside our own: nothing in them is invisible, or turns the text around them.

/** Control characters, bidirectional controls and other characters that have no width, and separators of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** At most `most` characters of the text, on one line. */
export function visibleText(text: string, most: number): string {
  return text.replace(INVISIBLE, ' ').trim().slice(0, most);
}
