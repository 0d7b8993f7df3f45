// Reads escaped text in links.

import { visibleText } from '../text/visible-text.ts';

/** Maximum length in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200;
/** Maximum length of a name in a sentence, in UTF-16 units. */
const MAX_NAME_LENGTH = 60;

/** Undefined if the escapes are not valid UTF-8. */
export function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Like `unescapeText`, for a value that may be missing. */
export function textOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : unescapeText(value);
}

/** The title of the recording in a link; '' if it is not readable. */
export function titleIn(written: string | undefined): string {
  return visibleText(textOf(written) ?? '', MAX_TITLE_LENGTH);
}

/** Shortens a name to fit in a sentence; '' if nothing in it is visible. */
export function shortText(text: string | undefined): string {
  return visibleText(text ?? '', MAX_NAME_LENGTH);
}
