// Escapes text for links.

import { wellFormed } from '../text/visible-text.ts';

/** Escapes all characters that end a link in some program, and those with a meaning in our links. */
export function escapeText(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3A)/g, (sign) => decodeURIComponent(sign));
}
