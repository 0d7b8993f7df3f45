// Text as it stands in a link, and back.

import { visibleText } from '../model/visible-text.ts';

/** In UTF-16 units. */
export const LONGEST_TITLE = 200;
/** The same of a name in a sentence. */
const LONGEST_NAME = 60;

/** Percent signs for all but what every program takes for a part of a link, and is no sign of ours. */
export function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3A)/g, (sign) => decodeURIComponent(sign));
}

/** Undefined where percent signs make no text. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined also where there is none. */
export function textOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : unescaped(value);
}

/** What a link calls its recording, '' for nothing that can be read. */
export function titleIn(written: string | undefined): string {
  return visibleText(textOf(written) ?? '', LONGEST_TITLE);
}

/** As much of a name as a sentence has room for; '' for nothing that can be seen. */
export function shortText(text: string | undefined): string {
  // A character of two halves may be cut between them.
  return visibleText(text ?? '', LONGEST_NAME).replace(/\p{Surrogate}$/u, '');
}
