// Escapes text for links, and reads it back.

import { visibleText, wellFormed } from '../text/visible-text.ts';

/** Maximum length in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200;
/** Maximum length of a name in a sentence, in UTF-16 units. */
const MAX_NAME_LENGTH = 60;

/** Escapes all characters that end a link in some program, and those with a meaning in our links. */
export function escapeLinkText(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3A)/g, (sign) => decodeURIComponent(sign));
}

/** Undefined if the escapes are not valid UTF-8. */
export function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The title of the recording in a link; '' if it is not readable. */
export function titleIn(written = ''): string {
  return visibleText(unescapeText(written) ?? '', MAX_TITLE_LENGTH);
}

/** Shortens a name to fit in a sentence; '' if nothing in it is visible. */
export function shortText(text = ''): string {
  return visibleText(text, MAX_NAME_LENGTH);
}
