// Makes untrusted text safe to show next to the page's own text: replaces invisible characters, and those that reorder the
// characters around them.

/** Control characters, bidirectional and other zero-width characters, and line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The first `maxLength` characters of the text, on one line. */
export function visibleText(text: string, maxLength: number): string {
  return onOneLine(text).trim().slice(0, maxLength);
}

export function onOneLine(text: string): string {
  return text.replace(INVISIBLE, ' ');
}
