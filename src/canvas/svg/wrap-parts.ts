// Wraps a line of text that consists of parts.

import type { TextFit } from '../boxes/text-fit.ts';

/** Where a part that is too long for a line may be wrapped. */
const AFTER_PUNCTUATION = /(?<=[,.:;]) /;

/**
 * Lines of at most `room` pixels. A part moves to the next line as a whole; only one that is longer than a line is wrapped after
 * punctuation marks, or truncated if it has none.
 */
export function wrapParts(
  parts: readonly string[],
  separator: string,
  fit: TextFit,
  room: number,
): readonly string[] {
  const lines: string[] = [];
  const add = (text: string, gap: string) => {
    const longer = `${lines.at(-1)}${gap}${text}`;
    if (lines.length > 0 && fit.width(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(fit.truncate(text, room));
  };
  for (const part of parts) {
    const pieces = fit.width(part) <= room ? [part] : part.split(AFTER_PUNCTUATION);
    for (const [i, piece] of pieces.entries()) add(piece, i === 0 ? separator : ' ');
  }
  return lines;
}
