// Makes untrusted text safe to show next to the page's own: replaces invisible characters and characters that reorder the text around
// them.

/** Control characters, bidirectional and other zero-width characters, and line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The first `most` characters of the text, on one line. */
export function visibleText(text: string, most: number): string {
  return text.replace(INVISIBLE, ' ').trim().slice(0, most);
}
