// Makes untrusted text safe to show next to the page's own text: replaces invisible characters, and those that reorder the
// characters around them. Halves of characters, which URLs cannot contain, are replaced, too.

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
